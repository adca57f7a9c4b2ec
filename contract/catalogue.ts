import { z } from 'zod'
import type { Pesewas } from '../rules/money.ts'
import { quantity } from './checkout.ts'
import type { PictureData } from './fields.ts'

/** A product on the wire, with the specification's names; money in cedis. */
export const productResponse = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  brands: z.string(),
  price: z.number(),
  image: z.string().nullable(),
  images: z.array(z.string()),
  category: z.string(),
  how_to_use: z.string(),
  benefits: z.string().describe('One per line'),
  ingredients: z.string().describe('Separated by commas'),
  stock_quantity: z.int(),
  featured: z.boolean(),
  best_seller: z.boolean(),
  created_at: z.iso.datetime(),
  /** Only for admins who ask with admin=1: what the form needs besides. */
  updated_at: z.iso.datetime().optional(),
  fda_number: z.string().optional(),
})

export type ProductResponse = z.infer<typeof productResponse>

/** What a card in a list shows. */
export type ProductCard = {
  id: number
  name: string
  category: string
  price: Pesewas
  stock: number
  isFeatured: boolean
  isBestSeller: boolean
  picture: PictureData | null
}

export type ProductDetails = ProductCard & {
  description: string
  brands: string
  howToUse: string
  benefits: string[]
  ingredients: string[]
  fdaNumber: string | null
  pictures: PictureData[]
  createdAt: Date
  updatedAt: Date
}

export type ProductPage = { products: ProductCard[]; total: number; page: number; pages: number }

/** What was sold over the counter and must come off the shelf, all or nothing. */
export const updateStockBody = z
  .array(z.strictObject({ productId: z.int(), quantity }))
  .min(1)
  .max(100)

export const updateStockResponse = z.object({
  success: z.literal(true),
  updated: z.array(z.object({ productId: z.int(), stock_quantity: z.int() })),
})
