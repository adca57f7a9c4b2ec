import { normaliseCategory } from '../../../rules/categories.ts'
import type { Pesewas } from '../../../rules/money.ts'
import type { Database } from '../../platform/database/database.ts'
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
}

export async function addProduct(
  db: Database,
  { pictureIds, benefits, ingredients, ...product }: NewProduct,
): Promise<number> {
  const [added] = await db
    .insert(products)
    .values({
      ...product,
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
  return added.id
}
