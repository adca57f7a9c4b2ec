import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { choiceLabelRequired, measureIn, nameWithoutLabel } from '#rules/choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockCategory } from './categories.ts'
import { inChoiceOrder, isOfArticle } from './choices.ts'
import { products } from './tables.ts'
import { lockAll, lockProduct, shelfTopics, writeProduct } from './write-product.ts'

/** All choices of one article, in the order in which customers read them. */
export async function sortChoices(
  context: Context,
  viewer: Viewer,
  { ids }: { ids: readonly number[] },
): Promise<void> {
  await invalidating(context, shelfTopics, async (db) => {
    const rows = await lockAll(db, ids)
    const article = rows[0]?.article
    if (!article) throw new Refusal('product_not_found')
    const members = await db
      .select({ id: products.id })
      .from(products)
      .where(and(isNull(products.removedAt), isOfArticle(article)))
      .orderBy(...inChoiceOrder)
    const isComplete = members.length === ids.length && members.every(({ id }) => ids.includes(id))
    if (!isComplete)
      throw new Refusal('conflict', { text: 'Somebody changed the choices meanwhile. Please look again.' })
    // No form that lies open elsewhere becomes stale: it does not show the order.
    for (const { id } of rows)
      await db
        .update(products)
        .set({ choicePosition: ids.indexOf(id) + 1 })
        .where(eq(products.id, id))
    const labels = (order: readonly number[]) =>
      order.map((id) => rows.find((row) => row.id === id)?.choiceLabel).join(', ')
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'product',
      thingId: ids[0] ?? 0,
      action: `sorted the sizes of ${article}`,
      before: { order: labels(members.map(({ id }) => id)) },
      after: { order: labels(ids) },
    })
  })
}

type Joined = {
  /** The product of which the new one is another size or shade. */
  choiceOf: number
  /** What that one is, if nobody has said so yet. */
  choiceOfLabel?: string | null | undefined
  article?: string | null | undefined
  category: string
}

/** The article for a new product; one that stood alone until now becomes its first choice. */
export async function joinArticle(
  db: Database,
  { choiceOf, choiceOfLabel, article: named, category }: Joined,
  by: { actorId: string; at: Date },
): Promise<string> {
  await lockCategory(db, category)
  const first = await lockProduct(db, choiceOf)
  if (first.article) return first.article
  const choiceLabel = first.choiceLabel ?? choiceOfLabel ?? measureIn(first.name)
  if (!choiceLabel) throw new Refusal('invalid_input', { fields: { choice_of_label: choiceLabelRequired } })
  const article = named ?? nameWithoutLabel(first.name, choiceLabel)
  const action = 'made the product one of several sizes or shades'
  await writeProduct(db, choiceOf, { article, choiceLabel }, { ...by, action, expected: undefined })
  return article
}
