import { expect, test } from 'vitest'
import { checkSale, type SaleTexts } from './sale-fields.ts'

const sale: SaleTexts = {
  name: 'Harmattan sale',
  kind: 'percent',
  off: '20',
  floor: '',
  scope: 'all',
  category: '',
  products: 0,
  starts_at: new Date('2026-12-01T00:00:00Z'),
  ends_at: new Date('2026-12-08T00:00:00Z'),
}

test('a sale for everything needs a name, what is off, a beginning and an end', () => {
  expect(checkSale(sale)).toEqual({})
  expect(checkSale({ ...sale, name: ' ', off: '', starts_at: null, ends_at: null })).toEqual({
    name: 'Name is required',
    off: 'Please use a whole number from 1 to 99',
    starts_at: 'Please say when it begins',
    ends_at: 'Please say when it ends',
  })
})

test.each(['0', '100', '12.5', '-5', 'half'])('%s percent cannot be taken off', (off) => {
  expect(checkSale({ ...sale, off })).toEqual({ off: 'Please use a whole number from 1 to 99' })
})

test('an amount off needs a floor, so that nothing becomes free by mistake', () => {
  const amount = { ...sale, kind: 'amount', off: '12.50' } as const
  expect(checkSale(amount)).toEqual({ floor: 'Please say below which price nothing is sold' })
  expect(checkSale({ ...amount, floor: '30' })).toEqual({})
  expect(Object.keys(checkSale({ ...amount, floor: '0', off: '0' }))).toEqual(['off', 'floor'])
})

test('a sale for a category or for products names them, and ends after it begins', () => {
  expect(checkSale({ ...sale, scope: 'category' })).toEqual({ category: 'Please choose a category' })
  expect(checkSale({ ...sale, scope: 'products' })).toEqual({
    products: 'Please choose at least one product',
  })
  expect(Object.keys(checkSale({ ...sale, scope: 'products', products: 201 }))).toEqual(['products'])
  expect(checkSale({ ...sale, ends_at: sale.starts_at })).toEqual({
    ends_at: 'Please choose an end after the beginning',
  })
})
