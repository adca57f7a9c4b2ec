import { findSample, listSamples } from '#app/components/sample-catalogue.ts'
import type { ShownDetails, ShownProduct } from '#app/components/shown-product.ts'
import type { Shop } from '#server/shop.ts'

export type ProductOnPage = { product: ShownDetails; related: ShownProduct[] }

const relatedShown = 4

/** Null for a number that no product has. */
export async function readProduct(shop: Shop, id: number): Promise<ProductOnPage | null> {
  const sample = findSample(id)
  if (sample) return { product: sample, related: othersThan(sample, listSamples()) }
  const found = await shop.catalogue.find(id)
  if (!found) return null
  const { createdAt: _added, updatedAt: _changed, ...product } = found
  return { product, related: await listRelated(shop, product) }
}

/** The same shelf first, then what the shop features. */
async function listRelated(shop: Shop, product: ShownDetails): Promise<ShownProduct[]> {
  const sameShelf = await shop.catalogue.listRelated(product)
  if (sameShelf.length >= relatedShown) return sameShelf
  const { products } = await shop.catalogue.list({ sort: 'featured', limit: 2 * relatedShown })
  return othersThan(product, [...sameShelf, ...products])
}

/** Each once, and never the product itself. */
export function othersThan({ id }: { id: number }, products: readonly ShownProduct[]): ShownProduct[] {
  const others = new Map(products.filter((other) => other.id !== id).map((other) => [other.id, other]))
  return [...others.values()].slice(0, relatedShown)
}

/** The number in the address, or null for anything that cannot be one. */
export function readProductId(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) ? Number(text) : null
}
