import { inArray } from 'drizzle-orm'
import { changing } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { holdAll, holdProduct, listPictureIds } from './hold-product.ts'
import { toRecord } from './product-change.ts'
import type { ProductRow } from './product-rows.ts'
import { products } from './tables.ts'

/** It leaves the shop and the list. Its row stays: old orders and the stock book still speak of it. */
export async function removeProduct(tools: Tools, viewer: Viewer, id: number): Promise<void> {
  await changing(tools, ['catalogue'], async (db) => {
    await takeOff(tools, db, viewer, [await holdProduct(db, id)])
  })
}

export async function removeProducts(
  tools: Tools,
  db: Database,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await holdAll(db, ids)
  await takeOff(tools, db, viewer, rows)
  return rows.map(({ id }) => id)
}

async function takeOff(
  tools: Tools,
  db: Database,
  viewer: Viewer,
  rows: readonly ProductRow[],
): Promise<void> {
  const at = tools.clock()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await db.update(products).set({ removedAt: at }).where(inArray(products.id, ids))
  for (const row of rows) {
    const before = toRecord(row, await listPictureIds(db, row.id))
    const action = 'deleted the product'
    await recordChange(db, { at, actorId: viewer.id, thing: 'product', thingId: row.id, action, before })
  }
}
