import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseCategory } from '#rules/categories.ts'
import type { Pesewas } from '#rules/money.ts'
import { mostProductPictures } from '#rules/product-fields.ts'
import type { SetPart } from '#rules/sets.ts'
import { pictureIdOf } from '#rules/web-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import { recordChange } from '../audit/record-change.ts'
import { findPictures, renamePictures } from '../media/pictures.ts'
import { lockCategory } from './categories.ts'
import { settleChoice } from './choices.ts'
import type { ProductRow } from './product-rows.ts'
import { lockForSet, partsRecord, writeParts } from './sets.ts'
import { moveStock, setStock } from './stock.ts'
import { productPictures, products, stockMovements } from './tables.ts'

/** Also which categories have a product, which every page's footer shows. */
export const shelfTopics = ['catalogue', 'categories'] as const

type By = { actorId: string; at: Date; action: string }

type NewFacts = ProductFacts & { stock: number; pictureIds: string[]; parts?: SetPart[] | undefined }

export async function writeNewProduct(
  db: Database,
  { parts = [], ...facts }: NewFacts,
  by: By,
): Promise<number> {
  const category = await lockCategory(db, facts.category)
  if (parts.length > 0) await lockForSet(db, null, parts)
  const settled = await settleChoice(db, null, facts)
  const stock = parts.length > 0 ? 0 : facts.stock
  const id = await addProduct(db, { ...settled, stock, category, createdAt: by.at, addedBy: by.actorId })
  if (parts.length > 0) await writeParts(db, await lockProduct(db, id), parts)
  const after = await readRecord(db, await lockProduct(db, id), facts.pictureIds)
  await recordChange(db, { ...by, thing: 'product', thingId: id, after })
  return id
}

export type ChangedFacts = Partial<ProductFacts> & {
  stock?: { wanted: number; seen: number | undefined }
  pictureIds?: string[]
  /** What it is made of; none for what is no set. */
  parts?: SetPart[] | undefined
}

/** Where nothing changes, no form that lies open elsewhere becomes stale. A refusal undoes all: the caller's transaction ends with it. */
export async function writeProduct(
  db: Database,
  id: number,
  { stock, pictureIds, parts, ...given }: ChangedFacts,
  { expected, ...by }: By & { expected: Date | undefined },
): Promise<boolean> {
  if (given.category !== undefined) given.category = await lockCategory(db, given.category)
  if (parts) await lockForSet(db, id, parts)
  const row = await lockProduct(db, id)
  const facts = await settleChoice(db, row, given)
  const before = await readRecord(db, row, await listPictureIds(db, id))
  if (Object.keys(facts).length > 0)
    await db.update(products).set(toColumns(facts)).where(eq(products.id, id))
  if (parts) await writeParts(db, row, parts)
  // The stock of a set is what its parts allow: what a form or a spreadsheet says of it is only what was seen.
  const isSet = parts ? parts.length > 0 : row.isSet
  if (stock && !isSet) await setStock(db, row, { ...stock, seen: seenOf(row, stock), ...by })
  if (pictureIds) await linkPictures(db, id, pictureIds)
  const after = await readRecord(db, await lockProduct(db, id), await listPictureIds(db, id))
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

/** Of a set that is none any more, what its parts allowed was seen: another number than that is a count of its own jars. */
function seenOf({ isSet }: ProductRow, { wanted, seen }: NonNullable<ChangedFacts['stock']>) {
  return isSet && wanted !== seen ? undefined : seen
}

/** What the form and the spreadsheet say about a product; what is left out stays as it is. */
export type ProductFacts = {
  name: string
  brands: string
  category: string
  price: Pesewas
  description: string
  howToUse: string
  benefits: string[]
  ingredients: string[]
  fdaNumber: string | null
  sku: string | null
  article: string | null
  choiceLabel: string | null
  choiceColour: string | null
  isFeatured: boolean
  isBestSeller: boolean
  isHidden: boolean
  /** What the owner chose to go well with it. */
  goesWith?: number[] | undefined
  isWithBought?: boolean | undefined
}

type Columns = Omit<ProductFacts, 'benefits' | 'ingredients'> & {
  benefits: string
  ingredients: string
}

function toColumns<Facts extends Partial<ProductFacts>>({
  benefits,
  ingredients,
  ...facts
}: Facts): Partial<Columns> {
  return {
    ...facts,
    ...(benefits && { benefits: benefits.join('\n') }),
    ...(ingredients && { ingredients: ingredients.join(', ') }),
  }
}

/** What the list of changes shows of a product. */
export async function readRecord(
  db: Database,
  row: ProductRow,
  pictureIds: readonly string[],
): Promise<Record<string, unknown>> {
  const parts = await partsRecord(db, row)
  return {
    name: row.name,
    brands: row.brands,
    category: row.category,
    price: row.price / 100,
    stock_quantity: row.stock,
    description: row.description,
    how_to_use: row.howToUse,
    benefits: row.benefits,
    ingredients: row.ingredients,
    fda_number: row.fdaNumber ?? '',
    sku: row.sku ?? '',
    article: row.article ?? '',
    choice_label: row.choiceLabel ?? '',
    choice_colour: row.choiceColour ?? '',
    featured: row.isFeatured,
    best_seller: row.isBestSeller,
    hidden: row.isHidden,
    ...(parts && { set_parts: parts }),
    ...(row.goesWith.length > 0 && { goes_with: row.goesWith.map((id) => `No. ${id}`).join(', ') }),
    ...(!row.isWithBought && { goes_with_bought: false }),
    pictures: pictureIds,
  }
}

/** Locked until the transaction ends: nobody else sells or changes it meanwhile. */
export async function lockProduct(db: Database, id: number): Promise<ProductRow> {
  const [row] = await lockAll(db, [id])
  if (row === undefined) throw new Refusal('product_not_found')
  return row
}

/** Those that are still in the shop, always in the order of their numbers: two lists in opposite orders would wait for each other. */
export function lockAll(db: Database, ids: readonly number[]): Promise<ProductRow[]> {
  return db
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNull(products.removedAt)))
    .orderBy(products.id)
    .for('no key update')
}

export async function listPictureIds(db: Database, productId: number): Promise<string[]> {
  const rows = await db
    .select({ pictureId: productPictures.pictureId })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .orderBy(productPictures.position)
  return rows.map(({ pictureId }) => pictureId)
}

export type NewProduct = {
  name: string
  description: string
  brands: string
  category: string
  price: Pesewas
  stock: number
  howToUse: string
  benefits: string[]
  ingredients: string[]
  isFeatured: boolean
  isBestSeller: boolean
  isHidden?: boolean
  sku?: string | null
  article?: string | null
  choiceLabel?: string | null
  choiceColour?: string | null
  choicePosition?: number
  goesWith?: number[] | undefined
  isWithBought?: boolean | undefined
  pictureIds: string[]
  createdAt: Date
  /** Who added it; nobody for the first shelves of a new shop. */
  addedBy?: string
}

/** Comes in empty and is then filled, so that the stock book knows its first jars too. */
export async function addProduct(
  db: Database,
  { pictureIds, benefits, ingredients, stock, addedBy, ...product }: NewProduct,
): Promise<number> {
  const [added] = await db
    .insert(products)
    .values({
      ...product,
      stock: 0,
      category: normaliseCategory(product.category),
      benefits: benefits.join('\n'),
      ingredients: ingredients.join(', '),
      updatedAt: product.createdAt,
    })
    .returning({ id: products.id })
  if (added === undefined) throw new Error('The database did not say which product it added')
  if (pictureIds.length > 0) {
    await db
      .insert(productPictures)
      .values(pictureIds.map((pictureId, position) => ({ productId: added.id, position, pictureId })))
  }
  if (stock > 0) {
    const reason = {
      cause: 'first_count' as const,
      orderId: null,
      actorId: addedBy ?? null,
      at: product.createdAt,
    }
    await moveStock(db, [{ productId: added.id, change: stock }], reason)
  }
  return added.id
}

/** The names of the pictures in the wanted order; new ones without a place of their own come last. */
export async function arrangePictures(
  db: Database,
  wanted: readonly string[],
  newIds: readonly string[],
): Promise<string[]> {
  const left = new Set(newIds)
  const places = wanted.map((entry) => {
    const number = /^new:(\d)$/.exec(entry)?.[1]
    const id = number === undefined ? pictureIdOf(entry) : newIds[Number(number)]
    if (id === undefined || id === null) refuse('One of the pictures is not from this shop.')
    left.delete(id)
    return id
  })
  const ids = [...new Set([...places, ...left])]
  if (ids.length > mostProductPictures) refuse(`Please use at most ${mostProductPictures} pictures.`)
  const known = await findPictures(db, ids)
  if (ids.some((id) => !known.has(id))) refuse('One of the pictures is no longer there.')
  return ids
}

async function linkPictures(db: Database, productId: number, ids: readonly string[]): Promise<void> {
  await db.delete(productPictures).where(eq(productPictures.productId, productId))
  if (ids.length === 0) return
  await db
    .insert(productPictures)
    .values(ids.map((pictureId, position) => ({ productId, position, pictureId })))
}

function refuse(mistake: string): never {
  throw new Refusal('invalid_input', { fields: { images: mistake } })
}

/** The orders are about to be erased; what they took of the shelf stays taken, as a correction of nobody's. */
export async function detachStockFromOrders(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(stockMovements)
    .set({ orderId: null, cause: 'correction' })
    .where(and(isNotNull(stockMovements.orderId), inArray(stockMovements.orderId, [...orderIds])))
}

/** For good, with their book. A product that an order or a set still needs only leaves the shelf. */
export async function eraseProducts(db: Database, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const isNeeded = sql`(exists (select from order_lines l where l.product_id = products.id)
    or exists (select from order_return_lines l where l.product_id = products.id)
    or exists (select from stock_movements m where m.product_id = products.id and m.order_id is not null)
    or exists (select from set_parts s where s.product_id = products.id))`
  const these = inArray(products.id, [...ids])
  await db
    .update(products)
    .set({ removedAt: at })
    .where(and(these, isNull(products.removedAt), isNeeded))
  const going = await db
    .select({ id: products.id })
    .from(products)
    .where(and(these, sql`not ${isNeeded}`))
    .orderBy(products.id)
    .for('update')
  const gone = going.map(({ id }) => id)
  if (gone.length === 0) return
  await db.delete(stockMovements).where(inArray(stockMovements.productId, gone))
  await db.delete(products).where(inArray(products.id, gone))
}
