import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { type CategoryRow, getCategory, type ListedCategory } from './categories.ts'
import { changing, lockRow, moveProducts, refuseChanged, toRecord } from './save-category.ts'
import { categories, sales } from './tables.ts'

/** Its products and its links, old ones too, go over to another category; it is gone. */
export async function mergeCategory(
  context: Context,
  viewer: Viewer,
  id: number,
  { into, expected }: { into: number; expected?: Date | undefined },
): Promise<ListedCategory> {
  if (into === id) throw new Refusal('invalid_input', { fields: { into: 'Please choose another category.' } })
  return changing(context, async (db) => {
    const gone = await lockRow(db, id)
    await refuseChanged(db, gone, expected)
    const target = await lockRow(db, into)
    await db.update(sales).set({ categoryId: into }).where(eq(sales.categoryId, id))
    await db.delete(categories).where(eq(categories.id, id))
    const oldSlugs = [...new Set([...target.oldSlugs, ...gone.oldSlugs, gone.slug])]
    await db.update(categories).set({ oldSlugs }).where(eq(categories.id, into))
    await moveProducts(db, gone.slug, target.slug)
    await recordEnd(context, db, viewer, gone, `merged the category into ${target.name}`)
    return getCategory(db, into)
  })
}

export async function removeCategory(
  context: Context,
  viewer: Viewer,
  id: number,
  { expected }: { expected?: Date | undefined } = {},
): Promise<void> {
  await changing(context, async (db) => {
    const gone = await lockRow(db, id)
    await refuseChanged(db, gone, expected)
    const { products: count } = await getCategory(db, id)
    if (count > 0) {
      const products = count === 1 ? '1 product is' : `${count} products are`
      const text = `${products} in this category. Choose where they go, or move them first.`
      throw new Refusal('category_not_empty', { text, details: { products: count } })
    }
    await db.delete(categories).where(eq(categories.id, id))
    await recordEnd(context, db, viewer, gone, 'deleted the category')
  })
}

function recordEnd(
  { clock }: Context,
  db: Database,
  viewer: Viewer,
  gone: CategoryRow,
  action: string,
): Promise<void> {
  const before = toRecord(gone)
  return recordChange(db, {
    at: clock(),
    actorId: viewer.id,
    thing: 'category',
    thingId: gone.id,
    action,
    before,
  })
}
