import { expect, test } from 'vitest'
import { countChoices, countProducts, isWholeShop, readShopFilter, shopAddress } from './shop-filter.ts'

const read = (query: string) => readShopFilter(new URLSearchParams(query))
const wholeShop = read('')

test('the shop opens with everything, featured products first', () => {
  expect(wholeShop).toEqual({ category: null, q: '', sort: 'featured', page: 1 })
  expect(isWholeShop(wholeShop)).toBe(true)
})

test('links may name a category in the plural and in any case; its address is the singular', () => {
  expect(read('category=Cleansers').category).toBe('cleanser')
  expect(read('category=EYE-creams').category).toBe('eye cream')
  expect(shopAddress(read('category=Serums'))).toBe('/shop?category=serum')
})

test('a filter that makes no sense is the whole shop', () => {
  expect(read('category=%20&sort=upside-down&page=-3&q=%20%20')).toEqual(wholeShop)
  expect(read('page=1e9').page).toBe(1)
  expect(read('page=999999').page).toBe(417)
})

test('an address names only what was chosen', () => {
  expect(shopAddress(wholeShop)).toBe('/shop')
  expect(shopAddress(wholeShop, { sort: 'price-low' })).toBe('/shop?sort=price-low')
  expect(shopAddress(read('category=serum&q=shea&sort=newest'), { page: 3 })).toBe(
    '/shop?category=serum&q=shea&sort=newest&page=3',
  )
})

test('a new choice begins at the first page', () => {
  expect(shopAddress(read('page=4'), { category: 'mask' })).toBe('/shop?category=mask')
})

test('every address is read as the filter that made it', () => {
  for (const query of ['category=eye+cream&page=2', 'q=a%26b%3Dc', 'sort=price-high&q=%C9%9Bden']) {
    const filter = read(query)
    expect(read(shopAddress(filter, { page: filter.page }).replace('/shop?', ''))).toEqual(filter)
  }
})

test('the sheet counts category and sorting, not the search', () => {
  expect(countChoices(wholeShop)).toBe(0)
  expect(countChoices(read('category=mask&sort=newest&q=clay'))).toBe(2)
})

test('one product is not called products', () => {
  expect([countProducts(0), countProducts(1), countProducts(24)]).toEqual([
    '0 products',
    '1 product',
    '24 products',
  ])
  expect(countProducts(10_000)).toBe('More than 10000 products')
})
