import { expect, test } from 'vitest'
import { isFiltered, listAddress, openForm, readShownProducts } from './product-filters.tsx'

const read = (address: string) => readShownProducts(new URLSearchParams(address))

test('the address says which products are shown', () => {
  const shown = read('q=%20shea%20&category=Serums&low_stock=1&page=3')
  expect(shown).toEqual({ q: 'shea', category: 'serum', lowStock: true, hidden: false, page: 3 })
  expect(listAddress(shown)).toBe('/api/products?admin=1&limit=24&page=3&q=shea&category=serum&low_stock=1')
})

test('an address that means nothing shows everything', () => {
  const shown = read('category=%20&low_stock=yes&page=0')
  expect(shown).toEqual({ q: '', category: '', lowStock: false, hidden: false, page: 1 })
  expect(isFiltered(shown)).toBe(false)
})

test('the address says which form is open', () => {
  expect(openForm(new URLSearchParams('edit=12'))).toBe(12)
  expect(openForm(new URLSearchParams('edit=new'))).toBe('new')
  for (const other of ['', 'edit=', 'edit=0', 'edit=-1', 'edit=abc']) {
    expect(openForm(new URLSearchParams(other))).toBeNull()
  }
})
