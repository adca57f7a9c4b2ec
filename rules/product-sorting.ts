import type { Pesewas } from './money.ts'

export const productSorts = ['featured', 'price-low', 'price-high', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const defaultProductSort: ProductSort = 'featured'

export const productSortLabels = {
  featured: 'Featured',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  newest: 'Newest',
} satisfies Record<ProductSort, string>

type Sortable = { price: Pesewas; featured: boolean }

/** Newest changes nothing: the shop's list is newest first by itself. */
const comparisons = {
  featured: (one, other) => Number(other.featured) - Number(one.featured),
  'price-low': (one, other) => one.price - other.price,
  'price-high': (one, other) => other.price - one.price,
  newest: () => 0,
} satisfies Record<ProductSort, (one: Sortable, other: Sortable) => number>

export function readSort(text: string | null | undefined): ProductSort {
  return productSorts.find((sort) => sort === text?.trim().toLowerCase()) ?? defaultProductSort
}

export function sortProducts<Product extends Sortable>(
  products: readonly Product[],
  sort: ProductSort,
): Product[] {
  return [...products].sort(comparisons[sort])
}
