import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { choiceLabelRequired, measureIn, nameWithoutLabel } from '#rules/choices.ts'
import { mostImportedRows } from '#rules/csv.ts'
import { imagesRequired } from '#rules/product-fields.ts'
import type { SetPart } from '#rules/sets.ts'
import { pictureAddress } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { discardPictures, preparePictures, savePicture } from '../media/pictures.ts'
import { lockCategory } from './categories.ts'
import { inChoiceOrder, isOfArticle } from './choices.ts'
import { findAnyProduct } from './find-products.ts'
import type { ProductRow } from './product-rows.ts'
import { refuseIfInSet } from './sets.ts'
import { stockOfSetRefused } from './stock.ts'
import { products } from './tables.ts'
import {
  arrangePictures,
  type ChangedFacts,
  listPictureIds,
  lockAll,
  lockProduct,
  type ProductFacts,
  readRecord,
  shelfTopics,
  writeNewProduct,
  writeProduct,
} from './write-product.ts'

type OptionalFact = 'fdaNumber' | 'isHidden' | 'sku' | 'article' | 'choiceLabel' | 'choiceColour'

export type FilledForm = {
  facts: Omit<ProductFacts, OptionalFact> & Partial<Pick<ProductFacts, OptionalFact>>
  /** For a new one: the product of which it is another size or shade, and what that one is. */
  choiceOf?: number | undefined
  choiceOfLabel?: string | null | undefined
  stock: number
  /** What the form showed when it was opened. */
  seenStock?: number | undefined
  expected?: Date | undefined
  /** What it is made of, if it is a set; left out, that stays as it is. */
  parts?: SetPart[] | undefined
  /** Addresses of the shop, and `new:0` for the first of the photos; left out, all that are there stay. */
  pictures?: string[] | undefined
  photos: Buffer[]
}

const unsaid = { fdaNumber: null, isHidden: false, sku: null, choiceLabel: null, choiceColour: null }

export async function addNewProduct(context: Context, viewer: Viewer, form: FilledForm): Promise<number> {
  const { facts, stock, pictures = [] } = form
  if (form.photos.length + pictures.length === 0) {
    throw new Refusal('invalid_input', { fields: { images: imagesRequired } })
  }
  return withPhotos(context, form, async (db, newIds) => {
    const pictureIds = await arrangePictures(db, pictures, newIds)
    const by = { actorId: viewer.id, at: context.clock(), action: 'added the product' }
    const { choiceOf, choiceOfLabel } = form
    const article = choiceOf
      ? await joinArticle(db, { ...facts, choiceOf, choiceOfLabel }, by)
      : (facts.article ?? null)
    return writeNewProduct(db, { ...unsaid, ...facts, article, stock, pictureIds, parts: form.parts }, by)
  })
}

export async function editProduct(
  context: Context,
  viewer: Viewer,
  id: number,
  form: FilledForm,
): Promise<void> {
  const { facts, stock, seenStock, expected, pictures } = form
  // Asked before the photos are worked on, and once more when nobody else can change it.
  const current = await findAnyProduct(context, id)
  if (current === null) throw new Refusal('product_not_found')
  await refuseIfChanged(context.db, { thing: 'product', thingId: id, expected, current: current.updatedAt })
  await withPhotos(context, form, async (db, newIds) => {
    const stored = pictures ? [] : await listPictureIds(db, id)
    const pictureIds = await arrangePictures(db, pictures ?? stored.map(addressOf), newIds)
    const by = { actorId: viewer.id, at: context.clock(), action: 'changed the product', expected }
    const changes = { ...facts, stock: { wanted: stock, seen: seenStock }, pictureIds, parts: form.parts }
    await writeProduct(db, id, changes, by)
  })
}

function addressOf(pictureId: string): string {
  return pictureAddress(pictureId, 1, 'webp')
}

/** The files of the photos stay if, and only if, the change holds. */
async function withPhotos<T>(
  context: Context,
  { facts, photos }: FilledForm,
  write: (db: Database, newIds: string[]) => Promise<T>,
): Promise<T> {
  const prepared = await preparePictures(
    context,
    photos.map((bytes) => ({ bytes, alt: facts.name })),
  )
  try {
    return await invalidating(context, shelfTopics, async (db) => {
      for (const picture of prepared) await savePicture(context, db, picture)
      const ids = prepared.map(({ id }) => id)
      return await write(db, ids)
    })
  } catch (error) {
    await discardPictures(context, prepared)
    throw error
  }
}

/** It leaves the shop and the list. Its row stays: old orders and the stock book still speak of it. */
export async function removeProduct(context: Context, viewer: Viewer, id: number): Promise<void> {
  await invalidating(context, shelfTopics, async (db) => {
    await takeOff(context, db, viewer, [await lockProduct(db, id)])
  })
}

async function removeProducts(
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
  await refuseIfInSet(db, rows)
  await db.update(products).set({ removedAt: at }).where(inArray(products.id, ids))
  for (const row of rows) {
    const before = await readRecord(db, row, await listPictureIds(db, row.id))
    const action = 'deleted the product'
    await recordChange(db, { at, actorId: viewer.id, thing: 'product', thingId: row.id, action, before })
  }
}

type BulkChange =
  | { action: 'feature' | 'unfeature' | 'show' | 'hide' | 'delete'; ids: number[] }
  | { action: 'show_all' }
  | { action: 'set_stock'; stock_quantity: number; products: { id: number; seen_stock?: number }[] }

type BulkChanged = { changed: number; missing: number[] }

/** All of them or none. What somebody else deleted meanwhile is named, and stops nobody. */
export async function bulkUpdate(context: Context, viewer: Viewer, change: BulkChange): Promise<BulkChanged> {
  return invalidating(context, shelfTopics, async (db) => {
    const ids = await idsOf(db, change)
    const there = await apply(context, db, viewer, change, ids)
    return { changed: there.length, missing: ids.filter((id) => !there.includes(id)) }
  })
}

/** As many as one import brings. */
const mostShownAtOnce = mostImportedRows

async function idsOf(db: Database, change: BulkChange): Promise<number[]> {
  if (change.action === 'set_stock') return [...new Set(change.products.map(({ id }) => id))]
  if (change.action !== 'show_all') return [...new Set(change.ids)]
  const isHidden = and(isNull(products.removedAt), eq(products.isHidden, true))
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(isHidden)
    .orderBy(products.id)
    .limit(mostShownAtOnce)
  return rows.map(({ id }) => id)
}

async function apply(
  context: Context,
  db: Database,
  viewer: Viewer,
  change: BulkChange,
  ids: number[],
): Promise<number[]> {
  if (change.action === 'delete') return removeProducts(context, db, viewer, ids)
  const rows = await lockAll(db, ids)
  const set = change.action === 'set_stock' ? rows.find(({ isSet }) => isSet) : undefined
  if (set) throw stockOfSetRefused(set.name)
  const there = rows.map(({ id }) => id)
  const by = { actorId: viewer.id, at: context.clock(), action: words[change.action], expected: undefined }
  for (const id of there) await writeProduct(db, id, factsFor(change, id), by)
  return there
}

const words = {
  feature: 'featured the product',
  unfeature: 'no longer featured the product',
  show: 'showed the product',
  show_all: 'showed the product',
  hide: 'hid the product',
  set_stock: 'set the stock',
}

function factsFor(change: BulkChange, id: number): ChangedFacts {
  if (change.action === 'show' || change.action === 'show_all') return { isHidden: false }
  if (change.action === 'hide') return { isHidden: true }
  if (change.action !== 'set_stock') return { isFeatured: change.action === 'feature' }
  const seen = change.products.find((product) => product.id === id)?.seen_stock
  return { stock: { wanted: change.stock_quantity, seen } }
}

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
async function joinArticle(
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
