import { and, asc, count, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { SaleInput } from '#contract/sales-and-discounts.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import { formatGhs, type Pesewas, plainCedis } from '#rules/money.ts'
import { checkSale, mostOpenSales } from '#rules/sale-fields.ts'
import { type SaleState, saleState } from '#rules/sale-price.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { findShelf } from './categories.ts'
import { categories, products, saleProducts, sales } from './tables.ts'

type SaleRow = typeof sales.$inferSelect

type ListedSale = Omit<SaleRow, 'kind' | 'off' | 'categoryId'> & {
  percent: number | null
  amount: Pesewas | null
  category: string | null
  products: { id: number; name: string }[]
  state: SaleState
}

/** So many that are over are still listed, the newest first. */
const mostOver = 50

/** Those that run or are to come, the next end first; then those that are over. */
export async function listSales({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<ListedSale[]> {
  const at = clock()
  const [open, over] = await Promise.all([
    readSales(db, gt(sales.endsAt, at), asc(sales.endsAt), mostOpenSales),
    readSales(db, lte(sales.endsAt, at), desc(sales.endsAt), mostOver),
  ])
  return withProducts(db, [...open, ...over], at)
}

async function getSale(db: Database, id: number, at: Date): Promise<ListedSale> {
  const [sale] = await withProducts(db, await readSales(db, eq(sales.id, id), asc(sales.id), 1), at)
  if (sale === undefined) throw new Refusal('sale_not_found')
  return sale
}

type Found = { sale: SaleRow; category: string | null }

function readSales(db: Database, where: SQL, order: SQL, limit: number): Promise<Found[]> {
  return db
    .select({ sale: sales, category: categories.slug })
    .from(sales)
    .leftJoin(categories, eq(categories.id, sales.categoryId))
    .where(where)
    .orderBy(order, asc(sales.id))
    .limit(limit)
}

async function withProducts(db: Database, found: readonly Found[], at: Date): Promise<ListedSale[]> {
  const ids = found.map(({ sale }) => sale.id)
  const named = await db
    .select({ saleId: saleProducts.saleId, id: products.id, name: products.name })
    .from(saleProducts)
    .innerJoin(products, eq(products.id, saleProducts.productId))
    .where(and(inArray(saleProducts.saleId, ids), isNull(products.removedAt)))
    .orderBy(asc(products.name), asc(products.id))
  const bySale = Map.groupBy(named, ({ saleId }) => saleId)
  return found.map(({ sale: { kind, off, categoryId: _, ...sale }, category }) => ({
    ...sale,
    percent: kind === 'percent' ? off : null,
    amount: kind === 'amount' ? off : null,
    category,
    products: (bySale.get(sale.id) ?? []).map(({ id, name }) => ({ id, name })),
    state: saleState(sale, at),
  }))
}

/** One change at a time, so that there are never more open ones than every price is compared with. */
function changing<T>(context: Context, work: (db: Database) => Promise<T>): Promise<T> {
  return invalidating(context, ['sales', 'catalogue'], async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('sales'))`)
    return work(db)
  })
}

export function addSale(context: Context, viewer: Viewer, input: SaleInput): Promise<ListedSale> {
  return changing(context, async (db) => {
    const at = context.clock()
    const values = await readInput(db, input)
    refusePast(input, at)
    await refuseTooMany(db, at)
    const [added] = await db
      .insert(sales)
      .values({ ...values, createdAt: at, updatedAt: at })
      .returning({ id: sales.id })
    if (added === undefined) throw new Error('The database did not say which sale it added')
    await nameProducts(db, added.id, input)
    const sale = await getSale(db, added.id, at)
    await record(db, viewer, at, 'added the sale', { after: sale })
    return sale
  })
}

/** The whole sale as it shall be from now on. Orders that were placed before keep their prices. */
export function editSale(
  context: Context,
  viewer: Viewer,
  id: number,
  input: SaleInput,
): Promise<ListedSale> {
  return changing(context, async (db) => {
    const at = context.clock()
    const before = await getSale(db, id, at)
    await refuseChanged(db, before, input.expected)
    const values = await readInput(db, input)
    if (input.endsAt.getTime() !== before.endsAt.getTime()) refusePast(input, at)
    if (before.state === 'over' && input.endsAt > at) await refuseTooMany(db, at)
    await db
      .update(sales)
      .set({ ...values, updatedAt: nextVersion(at, before.updatedAt) })
      .where(eq(sales.id, id))
    await nameProducts(db, id, input)
    const after = await getSale(db, id, at)
    await record(db, viewer, at, 'changed the sale', { before, after })
    return after
  })
}

type Seen = { expected?: Date | undefined }

/** From this moment on the regular prices hold again. */
export function endSale(
  context: Context,
  viewer: Viewer,
  id: number,
  { expected }: Seen,
): Promise<ListedSale> {
  return changing(context, async (db) => {
    const at = context.clock()
    const before = await getSale(db, id, at)
    await refuseChanged(db, before, expected)
    if (before.state !== 'running')
      throw new Refusal('conflict', { text: 'This sale does not run at the moment.' })
    await db
      .update(sales)
      .set({ endsAt: at, updatedAt: nextVersion(at, before.updatedAt) })
      .where(eq(sales.id, id))
    const after = await getSale(db, id, at)
    await record(db, viewer, at, 'ended the sale', { before, after })
    return after
  })
}

export async function removeSale(
  context: Context,
  viewer: Viewer,
  id: number,
  { expected }: Seen = {},
): Promise<void> {
  await changing(context, async (db) => {
    const at = context.clock()
    const before = await getSale(db, id, at)
    await refuseChanged(db, before, expected)
    await db.delete(sales).where(eq(sales.id, id))
    await record(db, viewer, at, 'deleted the sale', { before })
  })
}

type SaleValues = Pick<
  SaleRow,
  'name' | 'kind' | 'off' | 'floor' | 'scope' | 'categoryId' | 'startsAt' | 'endsAt' | 'hasCountdown'
>

async function readInput(db: Database, input: SaleInput): Promise<SaleValues> {
  refuseMistakes(input)
  const { name, percent, amount, floor, scope, startsAt, endsAt, hasCountdown = false } = input
  const reduction =
    amount == null
      ? { kind: 'percent' as const, off: percent ?? 0 }
      : { kind: 'amount' as const, off: amount }
  const categoryId = scope === 'category' ? await findCategory(db, input.category ?? '') : null
  return { name, ...reduction, floor: floor ?? 0, scope, categoryId, startsAt, endsAt, hasCountdown }
}

function refuseMistakes({ percent, amount, floor, ...input }: SaleInput): void {
  const { off, ...mistakes } = checkSale({
    name: input.name,
    kind: amount == null ? 'percent' : 'amount',
    off: amount == null ? String(percent ?? '') : plainCedis(amount),
    floor: floor == null ? '' : plainCedis(floor),
    scope: input.scope,
    category: input.category ?? '',
    products: new Set(input.productIds).size,
    starts_at: input.startsAt,
    ends_at: input.endsAt,
  })
  const isBoth = amount != null && percent != null
  const wrong = isBoth ? 'Please use either a percentage or an amount' : off
  const fields = { ...mistakes, ...(wrong && { [amount == null ? 'percent' : 'amount']: wrong }) }
  if (hasMistakes(fields)) throw new Refusal('invalid_input', { fields })
}

function refusePast({ endsAt }: SaleInput, at: Date): void {
  if (endsAt > at) return
  throw new Refusal('invalid_input', { fields: { ends_at: 'This moment has passed already' } })
}

async function refuseTooMany(db: Database, at: Date): Promise<void> {
  const [open] = await db.select({ count: count() }).from(sales).where(gt(sales.endsAt, at))
  if ((open?.count ?? 0) < mostOpenSales) return
  const text = `A shop has at most ${mostOpenSales} sales that run or are to come. Delete one first.`
  throw new Refusal('invalid_input', { fields: { name: text } })
}

async function findCategory(db: Database, slug: string): Promise<number> {
  const shelf = await findShelf(db, slug)
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.slug, shelf?.slug ?? ''))
    .for('key share')
  if (category) return category.id
  throw new Refusal('invalid_input', { fields: { category: 'Please choose one of the categories' } })
}

async function nameProducts(
  db: Database,
  saleId: number,
  { scope, productIds = [] }: SaleInput,
): Promise<void> {
  await db.delete(saleProducts).where(eq(saleProducts.saleId, saleId))
  if (scope !== 'products') return
  const wanted = [...new Set(productIds)]
  const there = await db
    .select({ productId: products.id })
    .from(products)
    .where(and(inArray(products.id, wanted), isNull(products.removedAt)))
  if (there.length < wanted.length)
    throw new Refusal('invalid_input', { fields: { products: 'One of the products is no longer there' } })
  await db.insert(saleProducts).values(there.map(({ productId }) => ({ saleId, productId })))
}

function refuseChanged(
  db: Database,
  { id, updatedAt }: ListedSale,
  expected: Date | undefined,
): Promise<void> {
  return refuseIfChanged(db, { thing: 'sale', thingId: id, expected, current: updatedAt })
}

function record(
  db: Database,
  viewer: Viewer,
  at: Date,
  action: string,
  { before, after }: { before?: ListedSale; after?: ListedSale },
): Promise<void> {
  return recordChange(db, {
    at,
    actorId: viewer.id,
    thing: 'sale',
    thingId: (after ?? before)?.id ?? 0,
    action,
    ...(before && { before: toRecord(before) }),
    ...(after && { after: toRecord(after) }),
  })
}

/** What the list of changes shows of a sale. */
function toRecord(sale: ListedSale): Record<string, unknown> {
  return {
    name: sale.name,
    off: sale.amount === null ? `${sale.percent} %` : formatGhs(sale.amount),
    floor: sale.floor === 0 ? '' : formatGhs(sale.floor),
    for: sale.scope === 'category' ? (sale.category ?? 'a category that is gone') : sale.scope,
    products: sale.products.map(({ name }) => name),
    begins: sale.startsAt.toISOString(),
    ends: sale.endsAt.toISOString(),
    countdown: sale.hasCountdown,
  }
}
