import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockProducts, moveStock } from './stock.ts'

type Count = { productId: number; counted: number; actorId: string | null; at: Date }

/** After counting by hand: the shelf takes the counted number, and the stock book the difference. */
export async function correctStock(db: Database, { productId, counted, actorId, at }: Count): Promise<void> {
  const [product] = await lockProducts(db, [productId])
  if (product === undefined) throw new Refusal('product_not_found')
  const change = counted - product.stock
  if (change === 0) return
  await moveStock(db, [{ productId, change }], { cause: 'correction', orderId: null, actorId, at })
}
