import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import { recordChange } from '../audit/record-change.ts'
import { renamePictures } from '../media/rename-pictures.ts'
import { addProduct } from './add-product.ts'
import { linkPictures } from './arrange-pictures.ts'
import { listPictureIds, lockProduct } from './lock-product.ts'
import { type ProductFacts, toColumns, toRecord } from './product-change.ts'
import { setStock } from './set-stock.ts'
import { products } from './tables.ts'

type By = { actorId: string; at: Date; action: string }

export type NewFacts = ProductFacts & { stock: number; pictureIds: string[] }

export async function writeNewProduct(db: Database, facts: NewFacts, by: By): Promise<number> {
  const id = await addProduct(db, { ...facts, createdAt: by.at, addedBy: by.actorId })
  const row = await lockProduct(db, id)
  await recordChange(db, { ...by, thing: 'product', thingId: id, after: toRecord(row, facts.pictureIds) })
  return id
}

export type ChangedFacts = Partial<ProductFacts> & {
  stock?: { wanted: number; seen: number | undefined }
  pictureIds?: string[]
}

/** Where nothing changes, no form that lies open elsewhere becomes stale. A refusal undoes all: the caller's transaction ends with it. */
export async function writeProduct(
  db: Database,
  id: number,
  { stock, pictureIds, ...facts }: ChangedFacts,
  { expected, ...by }: By & { expected: Date | undefined },
): Promise<boolean> {
  const row = await lockProduct(db, id)
  const before = toRecord(row, await listPictureIds(db, id))
  if (Object.keys(facts).length > 0)
    await db.update(products).set(toColumns(facts)).where(eq(products.id, id))
  if (stock) await setStock(db, row, { ...stock, ...by })
  if (pictureIds) await linkPictures(db, id, pictureIds)
  const after = toRecord(await lockProduct(db, id), await listPictureIds(db, id))
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await refuseIfChanged(db, { thing: 'product', thingId: id, expected, current: row.updatedAt })
  await renamePictures(db, await listPictureIds(db, id), row.name, facts.name ?? row.name)
  await db
    .update(products)
    .set({ updatedAt: nextVersion(by.at, row.updatedAt) })
    .where(eq(products.id, id))
  await recordChange(db, { ...by, thing: 'product', thingId: id, before, after })
  return true
}
