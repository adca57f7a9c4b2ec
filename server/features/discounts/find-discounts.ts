import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { mostAutomatic } from '#rules/discount-fields.ts'
import {
  type DiscountObstacle,
  normaliseDiscountCode,
  offerText,
  refusedCodeText,
} from '#rules/discount-texts.ts'
import { type DiscountableLine, type DiscountRule, type TakenOff, takeOff } from '#rules/discounts.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { categories, products } from '../catalogue/tables.ts'
import { type DiscountRow, discountCodes, discounts, discountUses } from './tables.ts'

type CodeRow = typeof discountCodes.$inferSelect

/** What may hold: everything without a code, and what was typed. */
export type Candidates = { typed: string; code: CodeRow | null; rows: DiscountRow[] }

export const noCandidates: Candidates = { typed: '', code: null, rows: [] }

export async function findCandidates(db: Database, typed: string, now: Date): Promise<Candidates> {
  const isOpen = or(isNull(discounts.endsAt), gt(discounts.endsAt, now))
  const holdsBySelf = and(eq(discounts.isAutomatic, true), eq(discounts.isEnabled, true), isOpen)
  const automatic = db.select().from(discounts).where(holdsBySelf).orderBy(discounts.id).limit(mostAutomatic)
  const wanted = normaliseDiscountCode(typed)
  if (wanted === '') return { ...noCandidates, rows: await automatic }
  const named = db
    .select({ code: discountCodes, discount: discounts })
    .from(discountCodes)
    .innerJoin(discounts, eq(discounts.id, discountCodes.discountId))
    .where(eq(discountCodes.code, wanted))
  const [rows, [found]] = [await automatic, await named]
  const isNamed = found && !found.discount.isAutomatic
  return {
    typed: wanted,
    code: isNamed ? found.code : null,
    rows: isNamed ? [...rows, found.discount] : rows,
  }
}

type NamedUse = { id: number; code: string | null }

/**
 * With what an order uses already, also where it has ended or was switched off since. Its code counts as it was, even if the owner
 * has deleted it.
 */
export async function withHeld(
  db: Database,
  { typed, code, rows }: Candidates,
  held: readonly NamedUse[],
): Promise<Candidates> {
  const missing = held.filter(({ id }) => rows.every((row) => row.id !== id)).map(({ id }) => id)
  const own = held.find((each) => each.code !== null && each.code === typed)
  const deleted = { discountId: own?.id ?? 0, isSingleUse: false, usedBy: null, createdAt: new Date(0) }
  return {
    typed,
    code: code ?? (own ? { code: typed, ...deleted } : null),
    rows:
      missing.length === 0
        ? rows
        : [...rows, ...(await db.select().from(discounts).where(inArray(discounts.id, missing)))],
  }
}

const readKinds = rememberedRead('discount-kinds', ['settings'], (db) =>
  db
    .select({
      isAutomatic: discounts.isAutomatic,
      isEndless: sql<boolean>`bool_or(${discounts.endsAt} is null)`,
      lastEnd: sql<Date | null>`max(${discounts.endsAt})`.mapWith(discounts.endsAt),
    })
    .from(discounts)
    .where(eq(discounts.isEnabled, true))
    .groupBy(discounts.isAutomatic),
)

/** Whether pages and orders have a reason to ask at all. What there is none of is left out. */
export async function readOffered({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ offersCodes?: true; offersAutomatic?: true }> {
  const kinds = await readKinds(db)
  const isOffered = (automatic: boolean) =>
    kinds.some(
      ({ isAutomatic, isEndless, lastEnd }) =>
        isAutomatic === automatic && (isEndless || (lastEnd !== null && lastEnd > clock())),
    )
  return {
    ...(isOffered(false) && { offersCodes: true }),
    ...(isOffered(true) && { offersAutomatic: true }),
  }
}

const limits = {
  /** The same code again is one guess. */
  unknownDiscount: { limit: 1, windowSeconds: 15 * 60 },
  /** Many phones share one address, and people mistype; whoever tries so many codes that do not exist is guessing. */
  discountMisses: { limit: 40, windowSeconds: 15 * 60, penaltyUpToSeconds: 3_600 },
  /** The same number again is one question. */
  askedNumber: { limit: 1, windowSeconds: 15 * 60 },
  askedNumbers: { limit: 30, windowSeconds: 15 * 60, penaltyUpToSeconds: 3_600 },
} satisfies Record<string, Limit>

/** Counted outside of every transaction: a refused order must not take its guess back. */
export async function countGuess(context: Context, address: string, typed: string): Promise<void> {
  const code = normaliseDiscountCode(typed)
  if (code === '') return
  const [known] = await context.db
    .select({ code: discountCodes.code })
    .from(discountCodes)
    .where(eq(discountCodes.code, code))
  if (known) return
  const { limits: counts } = context
  const { allowed: isNew } = await counts.take(
    'unknownDiscount',
    `${address} ${code}`,
    limits.unknownDiscount,
  )
  if (!isNew) return
  await takeOrRefuse(counts, 'discountMisses', address, limits.discountMisses)
}

/**
 * Whether a discount for first orders holds tells whether a number has ordered here before. Whoever is refused may ask that of
 * some numbers, as a family does, and not of a whole town. Counted outside of every transaction.
 */
export async function countAskedNumber(
  { db, limits: counts }: Context,
  address: string,
  phone: string,
): Promise<void> {
  const isPersonal = or(eq(discounts.isFirstOrderOnly, true), isNotNull(discounts.usesPerCustomer))
  const personal = await db
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(eq(discounts.isEnabled, true), isPersonal))
    .limit(1)
  if (personal.length === 0) return
  const { allowed: isNew } = await counts.take('askedNumber', `${address} ${phone}`, limits.askedNumber)
  if (!isNew) return
  await takeOrRefuse(counts, 'askedNumbers', address, limits.askedNumbers)
}

export type Customer = {
  /** In its one spelling. */
  phone: string
  isFirstOrder(): Promise<boolean>
}

export type CartToDiscount = {
  lines: readonly DiscountableLine[]
  /** Null while the place is not known. */
  deliveryFee: Pesewas | null
  /** Null for a cart that nobody has ordered yet. */
  customer: Customer | null
  now: Date
  /** Of an order that is changed: what it uses already. */
  held?: HeldUses
}

/** What an order uses holds on, whatever became of its dates and limits; what is for one person, as long as it is the same one. */
type HeldUses = { orderId: number; ids: readonly number[]; isSamePerson: boolean }

export type Discounted = Pick<TakenOff, 'lines' | 'delivery' | 'total'> & {
  discounts: { id: number; name: string; code: string | null; amount: Pesewas }[]
  /** Why the code that was typed does not hold. */
  refused: string | null
}

/** The discounts that hold for this cart, and what they take off. */
export async function discountCart(
  db: Database,
  { typed, code, rows }: Candidates,
  { lines, deliveryFee, customer, now, held }: CartToDiscount,
): Promise<Discounted> {
  const obstacles = new Map<number, DiscountObstacle>()
  for (const row of rows) {
    const isTyped = row.id === code?.discountId
    const isHeld = held?.ids.includes(row.id) === true
    if (isHeld && held?.isSamePerson) continue
    const obstacle = isHeld ? null : (stateOf(row, now) ?? (isTyped ? codeState(code) : null))
    const asking = { customer, isTyped, exceptOrder: held?.orderId ?? 0 }
    const personal = obstacle ?? (await personalObstacle(db, row, asking))
    if (personal) obstacles.set(row.id, personal)
  }
  const slugs = await currentSlugs(db, rows)
  const rules = rows.filter(({ id }) => !obstacles.has(id)).map((row) => toRule(row, slugs))
  const { obstacles: inCart, ...taken } = takeOff(lines, deliveryFee, rules)
  const codeOf = (row: DiscountRow) => (row.id === code?.discountId ? code.code : null)
  const named = taken.discounts.flatMap(({ id, amount }) => {
    const row = rows.find((each) => each.id === id)
    return row ? [{ id, name: row.name, code: codeOf(row), amount }] : []
  })
  const all = new Map<number, DiscountObstacle>([...obstacles, ...inCart])
  const refused = typed === '' ? null : await explain(db, { typed, code, rows }, all)
  return { ...taken, discounts: named, refused }
}

function stateOf(row: DiscountRow, now: Date): DiscountObstacle | null {
  if (!row.isEnabled) return { why: 'off' }
  if (row.endsAt && row.endsAt <= now) return { why: 'over' }
  if (row.startsAt && row.startsAt > now) return { why: 'not_yet', from: row.startsAt }
  return row.mostUses !== null && row.uses >= row.mostUses ? { why: 'used_up' } : null
}

function codeState({ isSingleUse, usedBy }: CodeRow): DiscountObstacle | null {
  return isSingleUse && usedBy !== null ? { why: 'code_used' } : null
}

type Asking = { customer: Customer | null; isTyped: boolean; exceptOrder: number }

export function isPersonal({ usesPerCustomer, isFirstOrderOnly }: DiscountRow): boolean {
  return usesPerCustomer !== null || isFirstOrderOnly
}

/**
 * A cart has no phone number, and nobody should learn from here which numbers have ordered. So a code is taken at its word until
 * the order, and what holds by itself is promised only then.
 */
async function personalObstacle(
  db: Database,
  row: DiscountRow,
  { customer, isTyped, exceptOrder }: Asking,
): Promise<DiscountObstacle | null> {
  if (!isPersonal(row)) return null
  if (customer === null) return isTyped ? null : { why: 'first_order' }
  if (row.isFirstOrderOnly && !(await customer.isFirstOrder())) return { why: 'first_order' }
  if (row.usesPerCustomer === null) return null
  const used = await db
    .select({ orderId: discountUses.orderId })
    .from(discountUses)
    .where(
      and(
        eq(discountUses.discountId, row.id),
        eq(discountUses.phone, customer.phone),
        eq(discountUses.isLive, true),
        ne(discountUses.orderId, exceptOrder),
      ),
    )
    .limit(row.usesPerCustomer)
  return used.length >= row.usesPerCustomer ? { why: 'phone_used' } : null
}

function toRule(row: DiscountRow, slugs: ReadonlyMap<string, string>): DiscountRule {
  return {
    id: row.id,
    kind: row.kind,
    value: (row.kind === 'percent' ? row.percent : row.kind === 'amount' ? row.amount : 0) ?? 0,
    buyQuantity: row.buyQuantity ?? 1,
    getQuantity: row.getQuantity ?? 0,
    minimumSpend: row.minimumSpend,
    productIds: row.productIds,
    categories: row.categories.map((slug) => slugs.get(slug) ?? slug),
    isCombinable: row.isCombinable,
  }
}

/** Where a category goes by another word since, its products do too. */
async function currentSlugs(db: Database, rows: readonly DiscountRow[]): Promise<Map<string, string>> {
  const wanted = [...new Set(rows.flatMap((row) => row.categories))]
  if (wanted.length === 0) return new Map()
  const found = await db
    .select({ slug: categories.slug, oldSlugs: categories.oldSlugs })
    .from(categories)
    .orderBy(asc(categories.id))
  const current = new Map(found.flatMap(({ slug, oldSlugs }) => oldSlugs.map((old) => [old, slug] as const)))
  for (const { slug } of found) current.set(slug, slug)
  return current
}

async function explain(
  db: Database,
  { typed, code, rows }: Candidates,
  obstacles: ReadonlyMap<number, DiscountObstacle>,
): Promise<string | null> {
  const row = rows.find(({ id }) => id === code?.discountId)
  if (row === undefined) return refusedCodeText({ code: typed, obstacle: { why: 'unknown' } })
  const obstacle = obstacles.get(row.id)
  if (obstacle === undefined) return null
  const other = obstacle.why === 'not_together' && rows.find(({ id }) => id === obstacle.with)
  return refusedCodeText({
    code: typed,
    obstacle,
    minimumSpend: row.minimumSpend,
    offer: offerText(row),
    ...(obstacle.why === 'not_these' && { onlyFor: await namesOf(db, row) }),
    ...(other && { other: other.name }),
  })
}

const mostNamed = 3

async function namesOf(db: Database, { productIds, categories: slugs }: DiscountRow): Promise<string> {
  const shelves = await db
    .select({ name: categories.heading })
    .from(categories)
    .where(
      or(
        inArray(categories.slug, [...slugs, '']),
        sql`${categories.oldSlugs} && ${sql.param(slugs)}::text[]`,
      ),
    )
    .limit(mostNamed)
  const sold = await db
    .select({ name: products.name })
    .from(products)
    .where(
      and(inArray(products.id, [...productIds, 0]), isNull(products.removedAt), eq(products.isHidden, false)),
    )
    .orderBy(products.id)
    .limit(mostNamed)
  const names = [...shelves, ...sold].map(({ name }) => name).slice(0, mostNamed)
  const isAll = productIds.length + slugs.length <= names.length
  return names.length === 0
    ? 'other products'
    : [names.join(', '), ...(isAll ? [] : ['and others'])].join(' ')
}
