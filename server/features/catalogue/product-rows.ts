import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import type { CardPicture } from '#contract/codecs.ts'
import { listBenefits, listIngredients } from '#rules/product-fields.ts'
import { averageRating, type RatingSums } from '#rules/reviews.ts'
import type { PriceOf } from '#rules/sale-price.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pictureColumns } from '../media/pictures.ts'
import { pictures } from '../media/tables.ts'
import { productPictures, products, setParts } from './tables.ts'

/*
 * A set is a product that is made of others. It has no jars of its own: how many there are is computed from its parts
 * whenever it is read, and an order takes the parts. So nothing has to be kept in step, and no jar can be sold twice.
 */

/** Written with the table's name, because a selection of one table leaves it out. Only of a set the parts are looked up. */
export const stockNow = sql`case when products.is_set then coalesce((
    select min(case when part.removed_at is null and not part.hidden
      then part.stock_quantity / in_set.quantity else 0 end)
    from set_parts in_set join products part on part.id = in_set.product_id
    where in_set.set_id = products.id), 0)
  else products.stock_quantity end`.mapWith(Number)

const partColumns = {
  setId: setParts.setId,
  id: products.id,
  name: products.name,
  category: products.category,
  price: products.price,
  stock: products.stock,
  quantity: setParts.quantity,
  isHidden: products.isHidden,
  removedAt: products.removedAt,
}

/** Of many sets in one question, in the owner's order. */
export function readParts(db: Database, setIds: readonly number[]) {
  return db
    .select(partColumns)
    .from(setParts)
    .innerJoin(products, eq(products.id, setParts.productId))
    .where(inArray(setParts.setId, [...setIds]))
    .orderBy(asc(setParts.setId), asc(setParts.position), asc(setParts.productId))
}

export type PartRow = Awaited<ReturnType<typeof readParts>>[number]

const { words: _, nameText: __, stockBand: ___, ...shown } = getTableColumns(products)

/** All but what only the search needs. The stock of a set is what its parts allow. */
const productColumns = { ...shown, stock: stockNow.as('stock') }

export type ProductRow = Omit<typeof products.$inferSelect, 'words' | 'nameText' | 'stockBand'>

/** Of its pictures a card shows the first. Read in the same question: a second one costs more. */
const firstPicture = sql<CardPicture | null>`(
  select json_build_object('id', picture.id, 'width', picture.width, 'height', picture.height,
    'colour', picture.colour, 'widths', picture.widths, 'hasAvif', picture.has_avif)
  from product_pictures shown join pictures picture on picture.id = shown.picture_id
  where shown.product_id = products.id order by shown.position limit 1)`

/** What the cards of products and of articles are made of. */
export const cardColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  price: products.price,
  stock: stockNow.as('stock'),
  isFeatured: products.isFeatured,
  isBestSeller: products.isBestSeller,
  article: products.article,
  choiceLabel: products.choiceLabel,
  choiceColour: products.choiceColour,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  picture: firstPicture.as('picture'),
}

export type CardRow = Pick<ProductRow, Exclude<keyof typeof cardColumns, 'picture'>> & {
  picture: CardPicture | null
}

/** A product as far as cards show it, before it is known what it costs today. */
export type CardFacts = Omit<ProductCard, keyof PriceOf> &
  Pick<ProductDetails, 'price' | 'article' | 'choiceLabel' | 'choiceColour'>

export function toCardFacts({ ratingSum, ratingCount, ...row }: CardRow): CardFacts {
  return {
    ...row,
    article: row.article ?? undefined,
    choiceLabel: row.choiceLabel ?? undefined,
    choiceColour: row.choiceColour ?? undefined,
    rating: averageRating({ ratingSum, ratingCount }),
    reviewCount: ratingCount,
  }
}

/** What a card in a list shows, and no more. */
export function toCard(product: CardFacts & PriceOf): ProductCard {
  return { ...withoutPrice(product), ...priceOf(product) }
}

export function priceOf({ price, regularPrice, saleEndsAt }: PriceOf): PriceOf {
  return { price, ...(regularPrice !== undefined && { regularPrice }), ...(saleEndsAt && { saleEndsAt }) }
}

export function withoutPrice(product: CardFacts): Omit<ProductCard, keyof PriceOf> {
  const { id, name, category, stock, isFeatured, isBestSeller, picture, rating, reviewCount } = product
  return { id, name, category, stock, isFeatured, isBestSeller, picture, rating, reviewCount }
}

const ofProduct = {
  from: sql`from ${productPictures} join ${pictures} on ${eq(pictures.id, productPictures.pictureId)} where ${eq(productPictures.productId, products.id)}`,
  order: asc(productPictures.position),
}

/** A product with its pictures: one question, however many there are. */
export const wholeColumns = { ...productColumns, pictures: asOneValue(pictureColumns, ofProduct) }

const files = asOneValue({ id: pictures.id, widths: pictures.widths }, ofProduct)

/** The same for whoever only names the files: most of a picture's row is for showing it. */
export const detailColumns = { ...productColumns, pictures: files }

export type DetailRow = ProductRow & { pictures: (typeof files)['_']['type'] }

export function toDetails<Shown>({ pictures, ...row }: ProductRow & { pictures: Shown[] }) {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    price: row.price,
    stock: row.stock,
    isFeatured: row.isFeatured,
    isBestSeller: row.isBestSeller,
    picture: pictures[0] ?? null,
    description: row.description,
    brands: row.brands,
    howToUse: row.howToUse,
    benefits: listBenefits(row.benefits),
    ingredients: listIngredients(row.ingredients),
    fdaNumber: row.fdaNumber,
    sku: row.sku ?? undefined,
    article: row.article ?? undefined,
    choiceLabel: row.choiceLabel ?? undefined,
    choiceColour: row.choiceColour ?? undefined,
    pictures,
    isSet: row.isSet,
    goesWith: row.goesWith,
    isWithBought: row.isWithBought,
    isHidden: row.isHidden,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    rating: averageRating(row),
    reviewCount: row.ratingCount,
  }
}

/** In the transaction that shows or hides a review. The product itself stays as it was last saved. */
export async function countRating(
  db: Database,
  productId: number,
  { ratingSum, ratingCount }: RatingSums,
): Promise<void> {
  if (ratingCount === 0) return
  await db
    .update(products)
    .set({
      ratingSum: sql`${products.ratingSum} + ${ratingSum}`,
      ratingCount: sql`${products.ratingCount} + ${ratingCount}`,
    })
    .where(eq(products.id, productId))
}
