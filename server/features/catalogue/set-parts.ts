import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { products, setParts } from './tables.ts'

/*
 * A set is a product that is made of others. It has no jars of its own: how many there are is computed from its parts
 * whenever it is read, and an order takes the parts. So nothing has to be kept in step, and no jar can be sold twice.
 */

/** Written with the table's name, because a selection of one table leaves it out. Only of a set the parts are looked up. */
export const stockNow = sql`case when products.is_set then coalesce((
    select min(case when part.removed_at is null and not part.hidden
      then part.stock_quantity / in_set.quantity else 0 end)
    from set_parts in_set join products part on part.id = in_set.product_id
    where in_set.set_id = products.id), 0)
  else products.stock_quantity end`.mapWith(Number)

const partColumns = {
  setId: setParts.setId,
  id: products.id,
  name: products.name,
  category: products.category,
  price: products.price,
  stock: products.stock,
  quantity: setParts.quantity,
  isHidden: products.isHidden,
  removedAt: products.removedAt,
}

/** Of many sets in one question, in the owner's order. */
export function readParts(db: Database, setIds: readonly number[]) {
  return db
    .select(partColumns)
    .from(setParts)
    .innerJoin(products, eq(products.id, setParts.productId))
    .where(inArray(setParts.setId, [...setIds]))
    .orderBy(asc(setParts.setId), asc(setParts.position), asc(setParts.productId))
}

export type PartRow = Awaited<ReturnType<typeof readParts>>[number]
