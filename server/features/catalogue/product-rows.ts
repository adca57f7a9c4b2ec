import { getTableColumns, inArray } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import type { PictureData } from '#contract/fields.ts'
import { listBenefits, listIngredients } from '#rules/product-fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from '../media/pictures.ts'
import { productPictures, products } from './tables.ts'

const { words: _, nameText: __, stockBand: ___, ...shown } = getTableColumns(products)

/** All but what only the search needs. */
export const productColumns = shown

export type ProductRow = Omit<typeof products.$inferSelect, 'words' | 'nameText' | 'stockBand'>

/** What a card in a list shows, and no more. */
export async function toCards(db: Database, rows: ProductRow[]): Promise<ProductCard[]> {
  const detailed = await withPictures(db, rows)
  return detailed.map(({ id, name, category, price, stock, isFeatured, isBestSeller, picture }) => ({
    id,
    name,
    category,
    price,
    stock,
    isFeatured,
    isBestSeller,
    picture: picture && { ...picture, blur: null },
  }))
}

/** One question for the links and one for the pictures, however many products there are. */
export async function withPictures(db: Database, rows: ProductRow[]): Promise<ProductDetails[]> {
  if (rows.length === 0) return []
  const links = await db
    .select()
    .from(productPictures)
    .where(
      inArray(
        productPictures.productId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(productPictures.productId, productPictures.position)
  const found = await findPictures(
    db,
    links.map((link) => link.pictureId),
  )
  return rows.map((row) => {
    const pictures = links
      .filter((link) => link.productId === row.id)
      .map((link) => found.get(link.pictureId))
      .filter((picture): picture is PictureData => picture !== undefined)
    return toDetails(row, pictures)
  })
}

function toDetails(row: ProductRow, pictures: PictureData[]): ProductDetails {
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
    pictures,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
