import { normaliseCategory } from '#rules/categories.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { moveStock } from './stock.ts'
import { productPictures, products } from './tables.ts'

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
