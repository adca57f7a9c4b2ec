import type { Pesewas } from '#rules/money.ts'
import type { ProductRow } from './product-rows.ts'

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
  isFeatured: boolean
  isBestSeller: boolean
}

export type Columns = Omit<ProductFacts, 'benefits' | 'ingredients'> & {
  benefits: string
  ingredients: string
}

export function toColumns({ benefits, ingredients, ...facts }: Partial<ProductFacts>): Partial<Columns> {
  return {
    ...facts,
    ...(benefits && { benefits: benefits.join('\n') }),
    ...(ingredients && { ingredients: ingredients.join(', ') }),
  }
}

/** What the list of changes keeps of a product. */
export function toRecord(row: ProductRow, pictureIds: readonly string[]): Record<string, unknown> {
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
    featured: row.isFeatured,
    best_seller: row.isBestSeller,
    pictures: pictureIds,
  }
}
