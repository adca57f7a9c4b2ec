import { and, desc, eq, inArray, like, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import { hasPart, isFixedPage, type PageText, pageKind, pageMistakes } from '#rules/page-texts.ts'
import { slugOf } from '#rules/slug.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { defaultText } from './default-texts.ts'
import { cleanText, findPageRow, getVersion, type PageRow, shownText } from './read-pages.ts'
import { pages, pageVersions } from './tables.ts'

/** Which version the editor had open: null for a text that nobody had changed; whoever does not say overwrites knowingly. */
type Expected = { expected?: Date | null | undefined }

type WrittenPage = PageText & { isInFooter: boolean; action: 'draft' | 'publish' | 'hide' } & Expected

/** Enough to find last year's terms; a text that is saved every day does not fill the disk. */
const mostVersions = 100

/** A page of the owner's own. Gives the last part of its address. */
export async function createPage(
  context: Context,
  viewer: Viewer,
  { isInFooter, publish, ...written }: PageText & { isInFooter: boolean; publish: boolean },
): Promise<string> {
  return await changing(context, publish, async (db) => {
    const now = context.clock()
    const text = await cleanText(db, onlyParts('new', written))
    const slug = await freeSlug(db, text.title)
    const state = publish ? { published: text, publishedAt: now, readAt: now } : { draft: text }
    const [row] = await db
      .insert(pages)
      .values({ slug, isInFooter, isShown: publish, ...state, createdAt: now, updatedAt: now })
      .returning()
    if (row === undefined) throw new Error('The database did not say which page it wrote')
    if (publish) await writeVersion(context, db, viewer, row)
    await record(context, db, viewer, row.id, { action: 'wrote the page', after: toRecord(row) })
    return slug
  })
}

/** Keeps a draft, or shows the text to readers, or takes the owner's own page down. */
export async function savePage(
  context: Context,
  viewer: Viewer,
  slug: string,
  { isInFooter, action, expected, ...written }: WrittenPage,
): Promise<void> {
  const mistakes = pageMistakes(pageKind(slug), written)
  if (hasMistakes(mistakes))
    throw new Refusal('invalid_input', { fields: mistakes as Record<string, string> })
  if (action === 'hide' && isFixedPage(slug)) throw new Refusal('page_needed')
  await changing(context, action !== 'draft', async (db) => {
    const before = await getRow(context, db, slug, expected)
    const now = context.clock()
    const text = await cleanText(db, onlyParts(slug, written))
    const states = {
      draft: { draft: text },
      publish: { draft: null, published: text, publishedAt: now, readAt: now, isShown: true },
      hide: { draft: text, isShown: false },
    }
    const inFooter = isFixedPage(slug) ? false : isInFooter
    // Where a page stands is nothing to draft: it changes with what readers see.
    const place = action === 'draft' && before.isShown ? {} : { isInFooter: inFooter }
    const after = await update(context, db, before, { ...states[action], ...place })
    if (action === 'publish') await writeVersion(context, db, viewer, after)
    const actions = {
      draft: 'wrote a draft of the page',
      publish: 'published the page',
      hide: 'took down the page',
    }
    await record(context, db, viewer, before.id, {
      action: actions[action],
      before: toRecord(before),
      after: toRecord(after),
    })
  })
}

/** Says that a text is right for this shop as it is, without a change to it. */
export async function markPageRead(context: Context, viewer: Viewer, slug: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const before = await getRow(context, db, slug, undefined)
    if (before.readAt !== null) return
    await db.update(pages).set({ readAt: context.clock() }).where(eq(pages.id, before.id))
    await record(context, db, viewer, before.id, {
      action: 'read the page',
      after: { title: titleOf(before) },
    })
  })
}

/** Shows an older text again; with null the one that every shop begins with. What was shown until now stays a version. */
export async function restorePage(
  context: Context,
  viewer: Viewer,
  slug: string,
  { version, expected }: { version: number | null } & Expected,
): Promise<void> {
  await changing(context, true, async (db) => {
    const text = await getVersion(db, slug, version)
    const before = await getRow(context, db, slug, expected)
    const now = context.clock()
    const published = version === null ? null : text
    const after = await update(context, db, before, {
      ...{ draft: null, published, publishedAt: now, readAt: now, isShown: true },
    })
    if (published) await writeVersion(context, db, viewer, after)
    await record(context, db, viewer, before.id, {
      action: 'restored an older text of the page',
      before: toRecord(before),
      after: toRecord(after),
    })
  })
}

export async function deletePage(context: Context, viewer: Viewer, slug: string): Promise<void> {
  if (isFixedPage(slug)) throw new Refusal('page_needed')
  await changing(context, true, async (db) => {
    const before = await getRow(context, db, slug, undefined)
    await db.delete(pages).where(eq(pages.id, before.id))
    await record(context, db, viewer, before.id, { action: 'deleted the page', before: toRecord(before) })
  })
}

/** A transaction; when readers see something new afterwards, cached pages are made anew. */
function changing<T>(context: Context, isSeen: boolean, work: (db: Database) => Promise<T>): Promise<T> {
  return inTransaction(context.db, async (db) => {
    const done = await work(db)
    if (isSeen) await context.invalidation.publish(db, 'pages')
    return done
  })
}

/** The row of a page, locked. A text that nobody has touched gets its row now. */
async function getRow(
  context: Context,
  db: Database,
  slug: string,
  expected: Expected['expected'],
): Promise<PageRow> {
  const isNew = isFixedPage(slug) && (await insertFixed(context, db, slug))
  const row = await findPageRow(db, slug, { lock: true })
  if (row === undefined) throw new Refusal('page_not_found')
  if (!isNew) {
    const seen = expected === null ? new Date(0) : expected
    await refuseIfChanged(db, { thing: 'page', thingId: row.id, expected: seen, current: row.updatedAt })
  }
  return row
}

async function insertFixed({ clock }: Context, db: Database, slug: string): Promise<boolean> {
  const now = clock()
  const made = await db
    .insert(pages)
    .values({ slug, isShown: false, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: pages.id })
  return made.length > 0
}

type Changes = Partial<Omit<PageRow, 'id' | 'slug' | 'createdAt' | 'updatedAt'>>

async function update({ clock }: Context, db: Database, before: PageRow, changes: Changes): Promise<PageRow> {
  // The texts that every shop has are in no list of the owner's own pages.
  const isShown = isFixedPage(before.slug) ? false : (changes.isShown ?? before.isShown)
  const [after = before] = await db
    .update(pages)
    .set({ ...changes, isShown, updatedAt: nextVersion(clock(), before.updatedAt) })
    .where(eq(pages.id, before.id))
    .returning()
  return after
}

async function writeVersion({ clock }: Context, db: Database, viewer: Viewer, row: PageRow): Promise<void> {
  if (row.published === null) return
  await db.insert(pageVersions).values({ pageId: row.id, text: row.published, by: viewer.id, at: clock() })
  const old = db
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .where(eq(pageVersions.pageId, row.id))
    .orderBy(desc(pageVersions.id))
    .offset(mostVersions)
  await db.delete(pageVersions).where(inArray(pageVersions.id, old))
}

type Change = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }

async function record(
  { clock }: Context,
  db: Database,
  viewer: Viewer,
  id: number,
  change: Change,
): Promise<void> {
  await recordChange(db, { at: clock(), actorId: viewer.id, thing: 'page', thingId: id, ...change })
}

function toRecord(row: PageRow): Record<string, unknown> {
  const { lead, content, questions } = shownText(row.slug, row) ??
    row.draft ?? { lead: '', content: '', questions: [] }
  return {
    title: titleOf(row),
    lead,
    content,
    questions: questions.map(({ question, answer }) => `${question} ${answer}`).join('\n'),
    draft: row.draft === null ? undefined : row.draft.content || row.draft.lead,
    'in the footer': row.isInFooter,
  }
}

function titleOf({ slug, draft, published }: PageRow): string {
  if (isFixedPage(slug)) return (published ?? defaultText(slug)).title || slug
  return (published ?? draft)?.title ?? slug
}

/** A part that this kind of page does not have is not stored. */
function onlyParts(slug: string, { title, lead, content, questions }: PageText): PageText {
  const kind = pageKind(slug)
  return {
    title: hasPart(kind, 'title') ? title : '',
    lead,
    content: hasPart(kind, 'content') ? content : '',
    questions: hasPart(kind, 'questions') ? questions : [],
  }
}

/** Beside the pages of the office and of the API lie addresses of their own. */
const otherAddresses = new Set(['new', 'read', 'preview'])

/** `about-us`, or `about-us-2` where another page has that already. Two pages that are written at once wait for each other here. */
async function freeSlug(db: Database, title: string): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('page slugs'))`)
  const base = slugOf(title) || 'page'
  const rows = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(or(eq(pages.slug, base), and(like(pages.slug, `${base}-%`))))
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base) && !isFixedPage(base) && !otherAddresses.has(base)) return base
  for (let number = 2; ; number++) {
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
  }
}
