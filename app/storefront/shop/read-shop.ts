import { listSampleCategories, listSamples } from '#app/components/sample-catalogue.ts'
import type { ShownProduct } from '#app/components/shown-product.ts'
import { listCategories } from '#rules/categories.ts'
import type { Shop } from '#server/shop.ts'
import { productsPerPage, type ShopFilter } from './shop-filter.ts'

export type ShopShelves = {
  products: ShownProduct[]
  total: number
  pages: number
  categories: string[]
  areSamples: boolean
}

/** An empty shop shows its samples, so that a visitor sees what kind of shop this will be. */
export async function readShop(shop: Shop, { category, ...filter }: ShopFilter): Promise<ShopShelves> {
  const [found, shelves] = await Promise.all([
    shop.catalogue.list({ ...filter, category: category ?? undefined, limit: productsPerPage }),
    shop.catalogue.listCategories(),
  ])
  if (shelves.length === 0) return sampleShelves({ category, ...filter })
  const { products, total, pages } = found
  const categories = listCategories(shelves.map((shelf) => ({ category: shelf })))
  return { products, total, pages, categories, areSamples: false }
}

export function sampleShelves(filter: ShopFilter): ShopShelves {
  const products = listSamples(filter)
  return { products, total: products.length, pages: 1, categories: listSampleCategories(), areSamples: true }
}
