import sharp from 'sharp'
import { uploadForm } from './upload-form.ts'

export async function photo(colour = '#963', size = 60): Promise<Buffer> {
  const blank = sharp({ create: { width: size, height: size, channels: 3, background: colour } })
  return await blank.jpeg().toBuffer()
}

export const ordinaryProduct = {
  name: 'Shea Butter Cream',
  description: 'Rich and plain.',
  brands: 'Adom',
  price: '145.50',
  category: 'moisturizer',
  how_to_use: 'Warm it between your hands.',
  stock_quantity: '10',
  featured: '1',
  best_seller: '0',
  benefits: 'Soft skin\nCalm',
  ingredients: 'Shea butter,Aqua',
}

/** A product's form as the back office sends it; what a test does not name is ordinary, and undefined leaves a field out. */
export function filledProductForm(
  fields: Record<string, string | undefined> = {},
  images: readonly Uint8Array[] = [],
) {
  const named = Object.entries({ ...ordinaryProduct, ...fields })
  return uploadForm([
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...images.map((image) => ['images', image] as const),
  ])
}
