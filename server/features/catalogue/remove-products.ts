import { inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { listPictureIds, lockAll, lockProduct } from './lock-product.ts'
import { toRecord } from './product-change.ts'
import type { ProductRow } from './product-rows.ts'
import { products } from './tables.ts'

/** It leaves the shop and the list. Its row stays: old orders and the stock book still speak of it. */
export async function removeProduct(context: Context, viewer: Viewer, id: number): Promise<void> {
  await invalidating(context, ['catalogue'], async (db) => {
    await takeOff(context, db, viewer, [await lockProduct(db, id)])
  })
}

export async function removeProducts(
  context: Context,
  db: Database,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await lockAll(db, ids)
  await takeOff(context, db, viewer, rows)
  return rows.map(({ id }) => id)
}

async function takeOff(
  context: Context,
  db: Database,
  viewer: Viewer,
  rows: readonly ProductRow[],
): Promise<void> {
  const at = context.clock()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await db.update(products).set({ removedAt: at }).where(inArray(products.id, ids))
  for (const row of rows) {
    const before = toRecord(row, await listPictureIds(db, row.id))
    const action = 'deleted the product'
    await recordChange(db, { at, actorId: viewer.id, thing: 'product', thingId: row.id, action, before })
  }
}
