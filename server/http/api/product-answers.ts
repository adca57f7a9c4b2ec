import type { ProductDetails, ProductResponse } from '#contract/catalogue.ts'
import { toCedis } from '#rules/money.ts'
import { pictureAddress } from '#rules/picture-address.ts'

export function toProduct(product: ProductDetails): ProductResponse {
  const images = product.pictures.map(({ id, widths }) => pictureAddress(id, Math.max(...widths), 'webp'))
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    brands: product.brands,
    price: toCedis(product.price),
    image: images[0] ?? null,
    images,
    category: product.category,
    how_to_use: product.howToUse,
    benefits: product.benefits.join('\n'),
    ingredients: product.ingredients.join(', '),
    stock_quantity: product.stock,
    featured: product.isFeatured,
    best_seller: product.isBestSeller,
    created_at: product.createdAt.toISOString(),
  }
}

export function toAdminProduct(product: ProductDetails): ProductResponse {
  return {
    ...toProduct(product),
    updated_at: product.updatedAt.toISOString(),
    fda_number: product.fdaNumber ?? '',
  }
}
