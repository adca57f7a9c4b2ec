import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { moveStock } from './stock.ts'

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
