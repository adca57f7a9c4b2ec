import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type LineOnShelf, shortageDetails } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { products, type stockCauses, stockMovements } from './tables.ts'

/** A product as it stands on the shelf while it is locked. */
type ShelfProduct = {
  id: number
  name: string
  category: string
  price: Pesewas
  stock: number
  removedAt: Date | null
  isHidden: boolean
  /** Its first picture. */
  pictureId: string | null
}

/** A larger number would not even be understood by the database. */
export const largestId = 2_147_483_647

const firstPicture: SQL<string | null> = sql`(select picture_id from product_pictures
  where product_id = ${products.id} order by position limit 1)`

/**
 * Locks these products until the transaction ends; nobody else can sell or reprice them meanwhile. Always taken in
 * the order of their numbers: two carts in opposite orders would otherwise wait for each other for ever.
 */
export function lockProducts(db: Database, ids: readonly number[]): Promise<ShelfProduct[]> {
  return selectProducts(db, ids).for('no key update', { of: products })
}

/** The same without holding anybody up: what a cart would cost now. */
export function readProducts(db: Database, ids: readonly number[]): Promise<ShelfProduct[]> {
  return selectProducts(db, ids)
}

function selectProducts(db: Database, ids: readonly number[]) {
  const possible = ids.filter((id) => id > 0 && id <= largestId)
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      price: products.price,
      stock: products.stock,
      removedAt: products.removedAt,
      isHidden: products.isHidden,
      pictureId: firstPicture,
    })
    .from(products)
    .where(inArray(products.id, possible))
    .orderBy(products.id)
}

type StockChange = { productId: number; change: number }

type StockReason = {
  cause: (typeof stockCauses)[number]
  orderId: number | null
  actorId: string | null
  at: Date
}

type Moved = { productId: number; stock: number }

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
  const { rows: moved } = await db.execute<{ product_id: number; stock_after: number }>(sql`
    with moved as (
      update ${products} set stock_quantity = stock_quantity + wanted.change
      from (values ${rows}) as wanted (product_id, change)
      where ${products.id} = wanted.product_id and stock_quantity + wanted.change >= 0
      returning ${products.id}, wanted.change, stock_quantity
    )
    insert into ${stockMovements} (product_id, change, stock_after, cause, order_id, actor_id, moved_at)
    select id, change, stock_quantity, ${cause}, ${orderId}::int, ${actorId}::uuid, ${at.toISOString()}::timestamptz
    from moved order by id
    returning product_id, stock_after`)
  return moved.map((row) => ({ productId: row.product_id, stock: row.stock_after }))
}

type WantedLine = { productId: number; quantity: number }

export type Shelf = ReadonlyMap<number, ShelfProduct>

export function toShelf(locked: readonly ShelfProduct[]): Shelf {
  return new Map(locked.map((product) => [product.id, product]))
}

/** All that is missing is named at once, so that nobody has to try again and again. */
export function refuseIfShort(lines: readonly WantedLine[], shelf: Shelf, text?: string): void {
  const problems = lines.map((line) => describeLine(line, shelf)).filter(isProblem)
  if (problems.length === 0) return
  const code = problems.every(({ isSold }) => isSold) ? 'out_of_stock' : 'not_available'
  const details = z.encode(shortageDetails, { items: problems })
  throw new Refusal(code, { text: text ?? inWords(problems), details })
}

export function describeLine({ productId, quantity }: WantedLine, shelf: Shelf): LineOnShelf {
  const product = shelf.get(productId)
  const isHidden = product?.isHidden === true
  const isSold = product !== undefined && product.removedAt === null && !isHidden
  return {
    productId,
    // What a hidden product is called is nobody's business yet.
    name: isHidden ? null : (product?.name ?? null),
    quantity,
    available: isSold ? product.stock : 0,
    isSold,
    price: isSold ? product.price : null,
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
  if (!viewer.isAdmin) throw new Refusal('not_allowed')
  const lines = addUp(sold)
  return invalidating(context, ['catalogue'], async (db) => {
    const ids = lines.map(({ productId }) => productId)
    const locked = await lockProducts(db, ids)
    // Who stands at the counter may sell what the website does not show.
    refuseIfShort(lines, toShelf(locked.map((product) => ({ ...product, isHidden: false }))))
    const changes = lines.map(({ productId, quantity }) => ({ productId, change: -quantity }))
    const reason = { cause: 'counter_sale', orderId: null, actorId: viewer.id, at: context.clock() } as const
    return moveStock(db, changes, reason)
  })
}

function addUp(lines: readonly WantedLine[]): WantedLine[] {
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}
