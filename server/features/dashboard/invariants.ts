import { and, asc, eq, exists, like, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { avifWidths, pictureKey } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ListedFile } from '#server/platform/file-store.ts'
import { avatarKey } from '../accounts/profile.ts'
import { profiles } from '../accounts/tables.ts'
import { blogPosts } from '../blog/tables.ts'
import { categories, productPictures } from '../catalogue/tables.ts'
import { checkCashBook } from '../delivery/cash-book.ts'
import { proofKey } from '../delivery/proofs-and-notes.ts'
import { deliveryProofs } from '../delivery/tables.ts'
import { homePage } from '../home/tables.ts'
import { removePicture } from '../media/pictures.ts'
import { pictures } from '../media/tables.ts'
import { checkFacts, checkInvariants } from '../orders/invariants.ts'
import { countFiltered } from '../orders/order-counts.ts'
import { orderLines } from '../orders/tables.ts'
import { pages, pageVersions } from '../pages/tables.ts'
import { checkPaymentInvariants } from '../payments/invariants.ts'
import { checkReceiptBooks } from '../receipts/issue-receipts.ts'
import { checkReturns } from '../returns/find-returns.ts'
import { returnPhotoKey } from '../returns/open-return.ts'
import { orderReturns } from '../returns/tables.ts'
import { reviewPictures } from '../reviews/tables.ts'
import { shopSettings } from '../settings/tables.ts'

const booksJob = 'check-books'

/** A large shop must not stand still while it is counted; the owner's own command takes all the time it needs. */
const secondsForEach = 10

/** So many are looked through for 8 seconds of processor. A shop with more looks less often, so that its books never cost a hundredth of a core. */
const ordersEachHour = 250_000

/** Must be called before the jobs start. */
export function defineBooksJob(context: Context): void {
  context.jobs.define(booksJob, z.object({}), () => alertIfUntrue(context), {
    retries: 0,
    timeLimitSeconds: 1_800,
  })
  context.jobs.schedule(booksJob, '41 * * * *')
}

async function alertIfUntrue({ db, log, clock }: Context): Promise<void> {
  const hours = Math.min(24, Math.max(1, Math.ceil((await countFiltered(db, {})) / ordersEachHour)))
  if (clock().getUTCHours() % hours !== 0) return
  const untrue = await checkBooks(db, { seconds: secondsForEach * hours })
  if (untrue.length > 0) log.error({ untrue: untrue.slice(0, 20) }, 'The books do not add up')
}

type Patience = {
  /** For each question; 0 is without end. */
  seconds?: number
  /** A shop that was restored has no waiting work, and tells within two hours what was not told before. */
  unnotifiedHours?: number
}

/** Everything that must be true of the shop at every moment, its files too; an empty list means that it is. */
export async function checkShop(
  context: Pick<Context, 'db' | 'files' | 'clock'>,
  patience: Patience = {},
): Promise<string[]> {
  return [...(await checkBooks(context.db, patience)), ...(await checkFiles(context))]
}

/** All questions are asked of one moment, so that a shop with its doors open is not found in the middle of an order. */
export function checkBooks(
  db: Database,
  { seconds = 0, unnotifiedHours = 2 }: Patience = {},
): Promise<string[]> {
  const moment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${seconds}s'`))
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = 0`))
    return [
      ...(await checkInvariants(tx)),
      ...(await checkPaymentInvariants(tx)),
      ...(await checkCashBook(tx)),
      ...(await checkReceiptBooks(tx)),
      ...(await checkReturns(tx)),
      ...(await checkFacts(tx, facts)),
      ...((await hasJobs(tx)) ? await checkFacts(tx, factsOfJobs(unnotifiedHours)) : []),
    ]
  }, moment)
}

/** What the database must refuse by itself, whatever a program asks of it. */
const keptApart = [
  'orders_tracking_code_key',
  'orders_request_key_key',
  'payments_one_live_key',
  'payments_paid_once_key',
]

const facts: Record<string, SQL> = {
  'the database itself keeps codes, keys and payments apart': sql`
    select 'index' as what, name as id from unnest(array[${sql.join(
      keptApart.map((name) => sql`${name}`),
      sql`, `,
    )}]) as name
    where not exists (select from pg_index i where i.indexrelid = to_regclass(name) and i.indisunique and i.indisvalid)`,

  'as many products are counted as stand on the shelves': sql`
    select 'products, off by' as what, off as id from (
      select (select coalesce(sum(products), 0) from product_counts)
        - (select count(*) from products where removed_at is null and not hidden) as off
    ) counted
    where off <> 0`,

  'as many products of each category are counted as stand on its shelf': sql`
    select 'products of ' || category || ', off by' as what, sum(products)::int as id from (
      select category, products from category_counts
      union all
      select category, -1 from products where removed_at is null and not hidden
    ) counted
    group by category having sum(products) <> 0`,

  'no amount is kept as a number with a floating point': sql`
    select 'column' as what, table_name || '.' || column_name as id from information_schema.columns
    where table_schema = 'public' and data_type in ('real', 'double precision', 'money')`,
}

/** A shop that was restored and never opened has no job queue yet. */
async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('pgboss.job') is not null`)
  return rows.length > 0
}

function factsOfJobs(unnotifiedHours: number): Record<string, SQL> {
  return {
    'every step of an order is told, or its telling waits': sql`
      select 'order' as what, h.order_id as id from order_history h
      where h.told_at is null and h.changed_at > now() - interval '3 days'
        and (${unnotifiedHours} = 0
          or h.changed_at < (select max(told_at) - make_interval(hours => ${unnotifiedHours}) from order_history))
        and not exists (select from pgboss.job j where j.name in ('order-news', 'failed-for-good')
          and j.state < 'completed' and j.data->>'historyId' = h.id::text)
        and not exists (select from shop_events e where e.handled_at is null
          and e.facts->>'orderId' = h.order_id::text and e.facts->>'status' = h.status)`,
  }
}

type Shelves = Pick<Context, 'db' | 'files' | 'clock'>

const strayJob = 'remove-stray-files'
const oneDay = 24 * 3_600_000

/** Must be called before the jobs start. */
export function defineStrayFilesJob(context: Context): void {
  context.jobs.define(strayJob, z.object({}), () => removeStrayFiles(context), { timeLimitSeconds: 600 })
  context.jobs.schedule(strayJob, '7 4 * * *')
}

/** A picture without its file is a hole in a page; a file that nobody names a day later is what a crash left behind. */
export async function checkFiles(context: Shelves): Promise<string[]> {
  const { strays, lost } = await compare(context)
  // Tidied up once a night, when it is a day old: one that is older than two days shows that nobody does.
  const old = strays.filter(({ changedAt }) => ageOf(context, changedAt) > 2 * oneDay)
  return [
    ...lost.slice(0, 20).map((key) => `file ${key}: every picture has its files`),
    ...old.slice(0, 20).map(({ key }) => `file ${key}: every file belongs to something`),
  ]
}

/** A day is left for whoever uploads a picture now and names it in a moment. */
async function removeStrayFiles(context: Context): Promise<void> {
  const { strays } = await compare(context)
  const old = strays.filter(({ changedAt }) => ageOf(context, changedAt) > oneDay)
  for (const { key } of old) await context.files.delete(key)
  await context.files.removeUnfinished(new Date(context.clock().getTime() - oneDay))
  if (old.length > 0) context.log.info({ files: old.length }, 'Files that belonged to nothing were removed')
}

function ageOf({ clock }: Shelves, changedAt: Date): number {
  return clock().getTime() - changedAt.getTime()
}

/** The files are listed first: whatever was named by then is in the rows, and what came later is looked for once more. */
async function compare({ db, files }: Shelves): Promise<{ strays: ListedFile[]; lost: string[] }> {
  const listed = await files.list()
  const present = new Set(listed.map(({ key }) => key))
  const named = await readNamed(db)
  const lost: string[] = []
  for (const key of new Set([...named.values()].flat())) {
    if (!present.has(key) && (await files.get(key)) === null) lost.push(key)
  }
  return { strays: listed.filter(({ key }) => isOurs(key) && !named.has(thingOf(key))), lost }
}

/** A bucket may hold other people's files beside the shop's: those are nobody's business here. */
function isOurs(key: string): boolean {
  return /^(pictures|avatars|private\/(proofs|returns))\//.test(key)
}

/** pictures/…/320.webp belongs to pictures/…; a photo of its own is its own thing. */
function thingOf(key: string): string {
  return key.startsWith('pictures/') ? key.slice(0, key.lastIndexOf('/')) : key
}

/** Everything that has files, each with those it cannot do without. */
async function readNamed(db: Database): Promise<Map<string, string[]>> {
  const named = new Map<string, string[]>()
  for (const { id, widths, hasAvif } of await db.select().from(pictures)) {
    const small = hasAvif ? avifWidths(widths).map((width) => pictureKey(id, width, 'avif')) : []
    named.set(`pictures/${id}`, [...widths.map((width) => pictureKey(id, width, 'webp')), ...small])
  }
  for (const { id } of await db.select({ id: profiles.avatarId }).from(profiles)) {
    if (id !== null) named.set(avatarKey(id), [avatarKey(id)])
  }
  for (const { id } of await db.select({ id: deliveryProofs.photoId }).from(deliveryProofs)) {
    if (id !== null) named.set(proofKey(id), [proofKey(id)])
  }
  for (const { id } of await db.select({ id: orderReturns.photoId }).from(orderReturns)) {
    if (id !== null) named.set(returnPhotoKey(id), [returnPhotoKey(id)])
  }
  return named
}

const job = 'remove-unused-pictures'

/** A post that somebody is still writing may wait on their device with its pictures, which no other place names yet. */
const patienceDays = 7
const mostInOneNight = 500

/** Must be called before the jobs start. */
export function defineUnusedPicturesJob(context: Context): void {
  context.jobs.define(job, z.object({}), () => removeUnusedPictures(context), { timeLimitSeconds: 600 })
  context.jobs.schedule(job, '52 3 * * *')
}

/** Pictures that were taken off a product or a post, or never got onto one, go with their files. */
async function removeUnusedPictures(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - patienceDays * 24 * 3_600_000)
  let removed = 0
  for (const id of await listUnused(context.db, before)) {
    // Asked once more in the same statement: what somebody has put to use meanwhile stays.
    if (await removePicture(context, id, not(isUsed(context.db)))) removed += 1
  }
  if (removed > 0)
    context.log.info({ pictures: removed }, 'Pictures that nothing shows any more were removed')
}

async function listUnused(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(lt(pictures.createdAt, before), not(isUsed(db))))
    .orderBy(asc(pictures.createdAt))
    .limit(mostInOneNight)
  return rows.map(({ id }) => id)
}

/** On a product or a category, as sold in an order, in a review, above a post or inside its text, in a page or one of its older texts, on the home page, or in a setting. */
function isUsed(db: Database) {
  const one = { one: sql`1` }
  const address = sql`'%pictures/' || ${pictures.id} || '/%'`
  const { pictureId, content } = blogPosts
  return (
    or(
      exists(db.select(one).from(productPictures).where(eq(productPictures.pictureId, pictures.id))),
      exists(db.select(one).from(categories).where(eq(categories.pictureId, pictures.id))),
      exists(db.select(one).from(orderLines).where(eq(orderLines.pictureId, pictures.id))),
      exists(db.select(one).from(reviewPictures).where(eq(reviewPictures.pictureId, pictures.id))),
      exists(
        db
          .select(one)
          .from(blogPosts)
          .where(or(eq(pictureId, pictures.id), like(content, address))),
      ),
      exists(
        db
          .select(one)
          .from(pages)
          .where(like(sql`concat(${pages.published}, ${pages.draft})`, address)),
      ),
      exists(
        db
          .select(one)
          .from(pageVersions)
          .where(like(sql`${pageVersions.text}::text`, address)),
      ),
      exists(
        db
          .select(one)
          .from(homePage)
          .where(like(sql`${homePage.content}::text`, address)),
      ),
      exists(
        db
          .select(one)
          .from(shopSettings)
          .where(like(sql`${shopSettings.value}::text`, address)),
      ),
    ) ?? sql`true`
  )
}
