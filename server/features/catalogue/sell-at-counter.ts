import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { refuseIfShort, toShelf, type WantedLine } from './shortages.ts'
import { lockProducts, type Moved, moveStock } from './stock.ts'

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
    refuseIfShort(lines, toShelf(await lockProducts(db, ids)))
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
