import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { products, type stockCauses, stockMovements } from './tables.ts'

/** A product as it stands on the shelf while we hold it. */
export type ShelfProduct = {
  id: number
  name: string
  price: Pesewas
  stock: number
  removedAt: Date | null
  /** Its first picture. */
  pictureId: string | null
}

const largestId = 2_147_483_647

const firstPicture: SQL<string | null> = sql`(select picture_id from product_pictures
  where product_id = ${products.id} order by position limit 1)`

/**
 * Holds these products until the transaction ends; nobody else can sell or reprice them meanwhile. Always taken in
 * the order of their numbers: two carts in opposite orders would otherwise wait for each other for ever.
 */
export function lockProducts(db: Database, ids: readonly number[]): Promise<ShelfProduct[]> {
  const possible = ids.filter((id) => id > 0 && id <= largestId)
  return db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      stock: products.stock,
      removedAt: products.removedAt,
      pictureId: firstPicture,
    })
    .from(products)
    .where(inArray(products.id, possible))
    .orderBy(products.id)
    .for('no key update', { of: products })
}

export type StockChange = { productId: number; change: number }

export type StockReason = {
  cause: (typeof stockCauses)[number]
  orderId: number | null
  actorId: string | null
  at: Date
}

export type Moved = { productId: number; stock: number }

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
