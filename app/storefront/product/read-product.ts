import type { Shop } from '../../../server/shop.ts'
import { findSample, listSamples } from '../../parts/sample-catalogue.ts'
import type { ShownDetails, ShownProduct } from '../../parts/shown-product.ts'

export type ProductOnPage = { product: ShownDetails; related: ShownProduct[] }

const relatedShown = 4

/** Null for a number that no product has. */
export async function readProduct(shop: Shop, id: number): Promise<ProductOnPage | null> {
  const sample = findSample(id)
  if (sample) return { product: sample, related: othersThan(sample, listSamples()) }
  const found = await shop.catalogue.find(id)
  if (!found) return null
  const { createdAt: _, ...product } = found
  return { product, related: await listRelated(shop, product) }
}

/** The same shelf first; a product that stands alone on its shelf is followed by what the shop features. */
async function listRelated(shop: Shop, product: ShownDetails): Promise<ShownProduct[]> {
  const sameShelf = await shop.catalogue.listRelated(product)
  if (sameShelf.length > 0) return sameShelf
  const { products } = await shop.catalogue.list({ sort: 'featured', limit: relatedShown + 1 })
  return othersThan(product, products)
}

function othersThan({ id }: { id: number }, products: readonly ShownProduct[]): ShownProduct[] {
  return products.filter((other) => other.id !== id).slice(0, relatedShown)
}

/** The number in the address, or null for anything that cannot be one. */
export function readProductId(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) ? Number(text) : null
}
