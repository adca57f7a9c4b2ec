import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { lockAll } from './lock-product.ts'
import { removeProducts } from './remove-products.ts'
import { type ChangedFacts, writeProduct } from './write-product.ts'

export type BulkChange =
  | { action: 'feature' | 'unfeature' | 'delete'; ids: number[] }
  | { action: 'set_stock'; stock_quantity: number; products: { id: number; seen_stock?: number }[] }

export type BulkChanged = { changed: number; missing: number[] }

/** All of them or none. What somebody else deleted meanwhile is told, and stops nobody. */
export async function bulkUpdate(context: Context, viewer: Viewer, change: BulkChange): Promise<BulkChanged> {
  const ids = [...new Set('ids' in change ? change.ids : change.products.map(({ id }) => id))]
  return invalidating(context, ['catalogue'], async (db) => {
    const there = await apply(context, db, viewer, change, ids)
    return { changed: there.length, missing: ids.filter((id) => !there.includes(id)) }
  })
}

async function apply(
  context: Context,
  db: Database,
  viewer: Viewer,
  change: BulkChange,
  ids: number[],
): Promise<number[]> {
  if (change.action === 'delete') return removeProducts(context, db, viewer, ids)
  const there = (await lockAll(db, ids)).map(({ id }) => id)
  const by = { actorId: viewer.id, at: context.clock(), action: words[change.action], expected: undefined }
  for (const id of there) await writeProduct(db, id, factsFor(change, id), by)
  return there
}

const words = {
  feature: 'featured the product',
  unfeature: 'no longer featured the product',
  set_stock: 'set the stock',
}

function factsFor(change: BulkChange, id: number): ChangedFacts {
  if (change.action !== 'set_stock') return { isFeatured: change.action === 'feature' }
  const seen = change.products.find((product) => product.id === id)?.seen_stock
  return { stock: { wanted: change.stock_quantity, seen } }
}
