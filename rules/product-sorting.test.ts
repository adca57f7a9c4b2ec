import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productSortLabels, productSorts, readSort, sortProducts } from './product-sorting.ts'

const shelf = [
  { name: 'serum', price: 14500, featured: false },
  { name: 'toner', price: 6000, featured: true },
  { name: 'mask', price: 14500, featured: true },
  { name: 'soap', price: 2500, featured: false },
]

test.each([
  ['featured', ['toner', 'mask', 'serum', 'soap']],
  ['price-low', ['soap', 'toner', 'serum', 'mask']],
  ['price-high', ['serum', 'mask', 'toner', 'soap']],
  ['newest', ['serum', 'toner', 'mask', 'soap']],
] as const)('sorted by %s', (sort, names) => {
  expect(sortProducts(shelf, sort).map((product) => product.name)).toEqual(names)
})

test('every sort shows every product once and leaves the list as it was', () => {
  const products = fc.array(fc.record({ price: fc.nat(), featured: fc.boolean() }))
  fc.assert(
    fc.property(products, fc.constantFrom(...productSorts), (list, sort) => {
      const before = [...list]
      expect(new Set(sortProducts(list, sort))).toEqual(new Set(list))
      expect(sortProducts(list, sort)).toHaveLength(list.length)
      expect(list).toEqual(before)
    }),
  )
})

test('featured is the sort when none or an unknown one is asked for', () => {
  expect(['price-low', 'PRICE-HIGH', 'newest', null, undefined, '', 'cheapest'].map(readSort)).toEqual([
    'price-low',
    'price-high',
    'newest',
    'featured',
    'featured',
    'featured',
    'featured',
  ])
})

test('each sort has words for people', () => {
  expect(productSorts.map((sort) => productSortLabels[sort])).toEqual([
    'Featured',
    'Price: low to high',
    'Price: high to low',
    'Newest',
  ])
})
