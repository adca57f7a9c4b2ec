import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type LineOnShelf, shortageDetails } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { Pesewas } from '#rules/money.ts'
import { may } from '#rules/rights.ts'
import { availableOf, jarsOf, type SetPart, stockOfSet } from '#rules/sets.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { announce } from '../events/announce.ts'
import { readSettings } from '../settings/settings.ts'
import { readParts } from './product-rows.ts'
import { products, type stockCauses, stockMovements } from './tables.ts'

/** A product as it stands on the shelf while it is locked. */
type ShelfProduct = {
  id: number
  name: string
  category: string
  price: Pesewas
  /** Of a set, as many as its parts allow. */
  stock: number
  removedAt: Date | null
  isHidden: boolean
  /** Its first picture. */
  pictureId: string | null
  /** Only of a set. */
  parts?: ShelfPart[]
}

type ShelfPart = SetPart & { name: string; stock: number; isSold: boolean; isRemoved: boolean }

/** A larger number would not even be understood by the database. */
const largestId = 2_147_483_647

export function mayBeId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= largestId
}

const firstPicture: SQL<string | null> = sql`(select picture_id from product_pictures
  where product_id = ${products.id} order by position limit 1)`

function selectProducts(db: Database) {
  const ids = sql.placeholder('ids')
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      price: products.price,
      stock: products.stock,
      removedAt: products.removedAt,
      isHidden: products.isHidden,
      isSet: products.isSet,
      pictureId: firstPicture,
    })
    .from(products)
    .where(
      sql`${products.id} = any(${ids}::int[] || array(select product_id from set_parts where set_id = any(${ids}::int[])))`,
    )
    .orderBy(products.id)
}

const readRows = preparedQuery('shelf', selectProducts)
const lockRows = preparedQuery('locked-shelf', (db) =>
  selectProducts(db).for('no key update', { of: products }),
)

/**
 * Locks these products, and the parts of those that are sets, until the transaction ends; nobody else can sell or reprice
 * them meanwhile. Always taken in the order of their numbers: two carts in opposite orders would otherwise wait for each other
 * for ever.
 */
export async function lockProducts(db: Database, ids: readonly number[]): Promise<ShelfProduct[]> {
  const lock = (wanted: readonly number[]) => lockRows(db, { ids: wanted.filter(mayBeId) })
  return withStockOfSets(db, ids, await lock(ids), lock)
}

/** The same without holding anybody up: what a cart would cost now. */
export async function readProducts(db: Database, ids: readonly number[]): Promise<ShelfProduct[]> {
  const read = (wanted: readonly number[]) => readRows(db, { ids: wanted.filter(mayBeId) })
  return withStockOfSets(db, ids, await read(ids), read)
}

type FoundProduct = Awaited<ReturnType<typeof readRows>>[number]

/** The products that were asked for; a set with its parts as they stand on the shelf. */
async function withStockOfSets(
  db: Database,
  ids: readonly number[],
  found: readonly FoundProduct[],
  find: (ids: readonly number[]) => Promise<FoundProduct[]>,
): Promise<ShelfProduct[]> {
  const asked = found.filter(({ id }) => ids.includes(id))
  const sets = asked.filter(({ isSet }) => isSet).map(({ id }) => id)
  if (sets.length === 0) return asked
  const parts = await readParts(db, sets)
  const shelf = new Map(found.map((product) => [product.id, product]))
  // Somebody changed the set after the lock was asked for; what it contains from now on cannot change any more.
  const added = parts.filter(({ id }) => !shelf.has(id)).map(({ id }) => id)
  if (added.length > 0) for (const part of await find(added)) shelf.set(part.id, part)
  const bySet = Map.groupBy(parts, ({ setId }) => setId)
  return asked.map((product) => {
    if (!product.isSet) return product
    const own = (bySet.get(product.id) ?? []).flatMap(({ id, quantity }) => toPart(shelf.get(id), quantity))
    return { ...product, stock: stockOfSet(own), parts: own }
  })
}

function toPart(product: FoundProduct | undefined, quantity: number): ShelfPart[] {
  if (product === undefined) return []
  const { id: productId, name, stock, removedAt, isHidden } = product
  const isRemoved = removedAt !== null
  return [{ productId, name, quantity, stock, isSold: !isRemoved && !isHidden, isRemoved }]
}

type StockChange = { productId: number; change: number }

type StockReason = {
  cause: (typeof stockCauses)[number]
  orderId: number | null
  actorId: string | null
  at: Date
}

export type Moved = { productId: number; stock: number; change: number }

/**
 * Changes the shelf and writes the stock book in one statement. Asked and taken at once: with a read before the
 * write, two customers could both buy the last jar. What would go below zero does not move and is not in the answer.
 */
export async function moveStock(
  db: Database,
  changes: readonly StockChange[],
  { cause, orderId, actorId, at }: StockReason,
): Promise<Moved[]> {
  const rows = sql.join(
    changes.map(({ productId, change }) => sql`(${productId}::int, ${change}::int)`),
    sql`, `,
  )
  const { rows: moved } = await db.execute<{ product_id: number; change: number; stock_after: number }>(sql`
    with moved as (
      update ${products} set stock_quantity = stock_quantity + wanted.change
      from (values ${rows}) as wanted (product_id, change)
      where ${products.id} = wanted.product_id and stock_quantity + wanted.change >= 0
      returning ${products.id}, wanted.change, stock_quantity
    )
    insert into ${stockMovements} (product_id, change, stock_after, cause, order_id, actor_id, moved_at)
    select id, change, stock_quantity, ${cause}, ${orderId}::int, ${actorId}::uuid, ${at.toISOString()}::timestamptz
    from moved order by id
    returning product_id, change, stock_after`)
  return moved.map((row) => ({ productId: row.product_id, change: row.change, stock: row.stock_after }))
}

/** Said once, when a product that customers see falls to the owner's level, and not with every sale below it. */
export async function announceScarce(
  context: Context,
  db: Database,
  moved: readonly Moved[],
  actorId: string | null,
  known?: Pick<ShopSettings, 'lowStockLevel'>,
): Promise<void> {
  if (moved.every(({ change }) => change >= 0)) return
  const { lowStockLevel } = known ?? (await readSettings(db))
  const isFallen = ({ stock, change }: Moved) => stock <= lowStockLevel && stock - change > lowStockLevel
  const fallen = moved.filter(isFallen).map(({ productId }) => productId)
  if (fallen.length === 0) return
  const scarce = await db
    .select({ id: products.id, name: products.name, stock: products.stock })
    .from(products)
    .where(and(inArray(products.id, fallen), isNull(products.removedAt), eq(products.isHidden, false)))
    .orderBy(products.id)
  if (scarce.length > 0)
    await announce(context, db, { type: 'stock.low', facts: { products: scarce } }, actorId)
}

type WantedLine = { productId: number; quantity: number }

export type Shelf = ReadonlyMap<number, ShelfProduct>

export function toShelf(locked: readonly ShelfProduct[]): Shelf {
  return new Map(locked.map((product) => [product.id, product]))
}

/** All that is missing is named at once, so that nobody has to try again and again. */
export function refuseIfShort(lines: readonly WantedLine[], shelf: Shelf, text?: string): void {
  const problems = describeLines(lines, shelf).filter(isProblem)
  if (problems.length === 0) return
  const code = problems.every(({ isSold }) => isSold) ? 'out_of_stock' : 'not_available'
  const details = z.encode(shortageDetails, { items: problems })
  throw new Refusal(code, { text: text ?? inWords(problems), details })
}

/** Lines that need the same jars share them, those before first. */
export function describeLines(lines: readonly WantedLine[], shelf: Shelf): LineOnShelf[] {
  const wanted = lines.map((line) => {
    const product = shelf.get(line.productId)
    return { ...line, stock: product?.stock ?? 0, parts: isOnSale(product) ? product?.parts : null }
  })
  const available = availableOf(wanted)
  return lines.map((line, n) => describeLine(line, shelf, available[n] ?? 0))
}

function isOnSale(product: ShelfProduct | undefined): boolean {
  return product !== undefined && product.removedAt === null && !product.isHidden
}

function describeLine({ productId, quantity }: WantedLine, shelf: Shelf, available: number): LineOnShelf {
  const product = shelf.get(productId)
  const isHidden = product?.isHidden === true
  const isSold = isOnSale(product)
  return {
    productId,
    // What a hidden product is called is nobody's business yet.
    name: isHidden ? null : (product?.name ?? null),
    quantity,
    available: isSold ? available : 0,
    isSold,
    price: isSold ? (product?.price ?? null) : null,
  }
}

function isProblem({ isSold, available, quantity }: LineOnShelf): boolean {
  return !isSold || available < quantity
}

const mostNamed = 3

function inWords(problems: LineOnShelf[]): string {
  const sentences = problems.slice(0, mostNamed).map(({ name, isSold, available }) => {
    if (name === null) return 'One product cannot be bought.'
    if (!isSold) return `${name} is no longer available.`
    return available === 0 ? `${name} is out of stock.` : `Only ${available} of ${name} left.`
  })
  const more = problems.length - sentences.length
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

type Counted = {
  wanted: number
  /** What stood in the form when it was opened. Without it the number is a count of the shelf as it is now. */
  seen: number | undefined
  actorId: string
  at: Date
}

/**
 * Moves the shelf by the difference to what was seen. Somebody who saw 10 and typed 15 has put 5 jars on the shelf;
 * the 3 that were sold while the form lay open stay sold, and nobody has to type anything again.
 */
export async function setStock(
  db: Database,
  product: { id: number; name: string; stock: number },
  { wanted, seen, actorId, at }: Counted,
): Promise<void> {
  const change = wanted - (seen ?? product.stock)
  if (change === 0) return
  if (product.stock + change < 0) {
    const text = `${product.name}: ${-change} cannot be taken off, as only ${product.stock} are left now.`
    throw new Refusal('conflict', {
      text,
      fields: { stock_quantity: text },
      details: { stock_quantity: product.stock },
    })
  }
  await moveStock(db, [{ productId: product.id, change }], {
    cause: 'correction',
    orderId: null,
    actorId,
    at,
  })
}

type Count = { productId: number; counted: number; actorId: string | null; at: Date }

/** After counting by hand: the shelf takes the counted number, and the stock book the difference. */
export async function correctStock(db: Database, { productId, counted, actorId, at }: Count): Promise<void> {
  const [product] = await lockProducts(db, [productId])
  if (product === undefined) throw new Refusal('product_not_found')
  if (product.parts) throw stockOfSetRefused(product.name)
  const change = counted - product.stock
  if (change === 0) return
  await moveStock(db, [{ productId, change }], { cause: 'correction', orderId: null, actorId, at })
}

/** What was sold over the counter comes off the shelf: all of it, or nothing. */
export async function sellAtCounter(
  context: Context,
  viewer: Viewer,
  sold: readonly WantedLine[],
): Promise<Moved[]> {
  if (!may(viewer, 'products')) throw new Refusal('not_allowed')
  const lines = jarsOf(sold)
  return invalidating(context, ['catalogue'], async (db) => {
    const ids = lines.map(({ productId }) => productId)
    const locked = await lockProducts(db, ids)
    const shelf = toShelf(locked.map(asAtCounter))
    refuseIfShort(lines, shelf)
    const jars = jarsOf(lines.map((line) => ({ ...line, parts: shelf.get(line.productId)?.parts })))
    const changes = jars.map(({ productId, quantity }) => ({ productId, change: -quantity }))
    const reason = { cause: 'counter_sale', orderId: null, actorId: viewer.id, at: context.clock() } as const
    const moved = await moveStock(db, changes, reason)
    await announceScarce(context, db, moved, viewer.id)
    return moved
  })
}

/** Who stands at the counter may sell what the website does not show, in a set too. */
function asAtCounter({ parts, ...product }: ShelfProduct): ShelfProduct {
  const shown = { ...product, isHidden: false }
  return parts ? { ...shown, parts: parts.map((part) => ({ ...part, isSold: !part.isRemoved })) } : shown
}

export function stockOfSetRefused(name: string): Refusal {
  return new Refusal('conflict', { text: `${name} is a set: its stock is what its parts allow.` })
}
