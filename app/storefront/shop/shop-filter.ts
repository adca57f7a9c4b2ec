import { listSampleCategories, listSamples } from '#app/components/sample-catalogue.ts'
import type { ShownProduct } from '#app/components/shown-product.tsx'
import { normaliseCategory, shelfOf } from '#rules/categories.ts'
import { defaultProductSort, type ProductSort, readSort } from '#rules/product-sorting.ts'
import type { Shelf } from '#rules/shelves.ts'
import type { Shop } from '#server/shop.ts'

/** What a visitor wants to see of the shop. It lives in the page's address, so it can be sent, bookmarked and gone back to. */
export type ShopFilter = { category: string | null; q: string; sort: ProductSort; page: number }

export const productsPerPage = 24

/** The shop counts no further than ten thousand products, so there are no later pages. */
const lastPage = Math.ceil(10_000 / productsPerPage)
const longestSearch = 100
const longestCategory = 60

export function readShopFilter(query: URLSearchParams): ShopFilter {
  return {
    category: normaliseCategory((query.get('category') ?? '').slice(0, longestCategory)) || null,
    q: (query.get('q') ?? '').trim().replace(/\s+/g, ' ').slice(0, longestSearch),
    sort: readSort(query.get('sort')),
    page: readPage(query.get('page')),
  }
}

/** Only what differs from the whole shop is named. A change of anything but the page starts at the first page. */
export function shopAddress(filter: ShopFilter, change: Partial<ShopFilter> = {}): string {
  const { category, q, sort, page } = { ...filter, page: 1, ...change }
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (q) query.set('q', q)
  if (sort !== defaultProductSort) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/shop?${query}` : '/shop'
}

/** How many choices of the sheet differ from the whole shop; shown in brackets on its button. */
export function countChoices({ category, sort }: ShopFilter): number {
  return (category ? 1 : 0) + (sort === defaultProductSort ? 0 : 1)
}

export function isWholeShop({ category, q }: ShopFilter): boolean {
  return category === null && q === ''
}

export function countProducts(total: number): string {
  if (total >= 10_000) return 'More than 10000 products'
  // A search counts no further.
  if (total === 201) return 'More than 200 products'
  return total === 1 ? '1 product' : `${total} products`
}

function readPage(text: string | null): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1
  return Math.max(1, Math.min(page, lastPage))
}

type ShopShelves = {
  products: ShownProduct[]
  total: number
  pages: number
  shelves: Shelf[]
  /** The category that the filter means, by the name that it has now. */
  meant: string | null
  areSamples: boolean
}

/** A sample shop that is empty shows its samples, so that a visitor sees what kind of shop this will be. */
export async function readShop(shop: Shop, { category, ...filter }: ShopFilter): Promise<ShopShelves> {
  const [found, shelves, meant] = await Promise.all([
    shop.catalogue.list({ ...filter, category: category ?? undefined, limit: productsPerPage }),
    shop.categories.listShelves(),
    category === null ? null : shop.categories.findShelf(category),
  ]).catch((cause: unknown) => {
    // The words by which the log knows that samples were shown.
    throw new Error('Network response was not ok', { cause })
  })
  if (shelves.length === 0) return await bareShelves(shop, { category, ...filter })
  const { products, total, pages } = found
  return { products, total, pages, shelves, meant: meant?.slug ?? category, areSamples: false }
}

/** Where there is nothing to show: the samples as long as the sample shop is in place, never somebody else's products. */
export async function bareShelves(shop: Shop, filter: ShopFilter): Promise<ShopShelves> {
  if (await shop.opening.showsSamples()) return sampleShelves(filter)
  return { products: [], total: 0, pages: 1, shelves: [], meant: filter.category, areSamples: false }
}

function sampleShelves(filter: ShopFilter): ShopShelves {
  const products = listSamples(filter)
  const shelves = listSampleCategories().map(shelfOf)
  const meant = filter.category
  return { products, total: products.length, pages: 1, shelves, meant, areSamples: true }
}
