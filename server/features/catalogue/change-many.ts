import { changing } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { holdAll } from './hold-product.ts'
import { removeProducts } from './remove-products.ts'
import { type ChangedFacts, writeProduct } from './write-product.ts'

export type ManyChange =
  | { action: 'feature' | 'unfeature' | 'delete'; ids: number[] }
  | { action: 'set_stock'; stock_quantity: number; products: { id: number; seen_stock?: number }[] }

export type ManyChanged = { changed: number; missing: number[] }

/** All of them or none. What somebody else deleted meanwhile is told, and stops nobody. */
export async function changeMany(tools: Tools, viewer: Viewer, change: ManyChange): Promise<ManyChanged> {
  const ids = [...new Set('ids' in change ? change.ids : change.products.map(({ id }) => id))]
  return changing(tools, ['catalogue'], async (db) => {
    const there = await apply(tools, db, viewer, change, ids)
    return { changed: there.length, missing: ids.filter((id) => !there.includes(id)) }
  })
}

async function apply(
  tools: Tools,
  db: Database,
  viewer: Viewer,
  change: ManyChange,
  ids: number[],
): Promise<number[]> {
  if (change.action === 'delete') return removeProducts(tools, db, viewer, ids)
  const there = (await holdAll(db, ids)).map(({ id }) => id)
  const by = { actorId: viewer.id, at: tools.clock(), action: words[change.action], expected: undefined }
  for (const id of there) await writeProduct(db, id, factsFor(change, id), by)
  return there
}

const words = {
  feature: 'featured the product',
  unfeature: 'no longer featured the product',
  set_stock: 'set the stock',
}

function factsFor(change: ManyChange, id: number): ChangedFacts {
  if (change.action !== 'set_stock') return { isFeatured: change.action === 'feature' }
  const seen = change.products.find((product) => product.id === id)?.seen_stock
  return { stock: { wanted: change.stock_quantity, seen } }
}
