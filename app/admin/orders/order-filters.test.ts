import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import {
  exportAddress,
  isFiltered,
  listAddress,
  OrderSearch,
  readOpenOrder,
  readShownOrders,
  toSearch,
  withOrder,
} from './order-filters.tsx'

function read(search: string) {
  return readShownOrders(new URLSearchParams(search))
}

test('what the address says is shown, and what makes no sense in it is left out', () => {
  expect(read('status=shipped&q= ama &from=2026-03-01&to=2026-03-05&page=3')).toEqual({
    status: 'Shipped',
    isUntold: false,
    isToDecide: false,
    hasOpenReturn: false,
    q: 'ama',
    from: '2026-03-01',
    to: '2026-03-05',
    page: 3,
  })
  expect(read('status=Returned&from=2026-02-30&to=yesterday&page=-1')).toEqual({
    status: null,
    isUntold: false,
    isToDecide: false,
    hasOpenReturn: false,
    q: '',
    from: '',
    to: '',
    page: 1,
  })
})

test('those who are not told yet are a filter of their own, which no file of all orders knows', () => {
  const shown = read('told=no&status=Pending')
  expect(shown.isUntold).toBe(true)
  expect(toSearch(shown, { status: 'Shipped' })).toBe('?status=Shipped&told=no')
  expect(exportAddress(shown)).toBe('/api/orders.csv?status=Pending')
  expect(read('told=yes').isUntold).toBe(false)
})

test('what a driver came back with is a filter of its own', () => {
  const shown = read('to_decide=yes')
  expect([shown.isToDecide, isFiltered(shown)]).toEqual([true, true])
  expect(listAddress(shown)).toBe('/api/orders?to_decide=yes&limit=50')
  expect(exportAddress(shown)).toBe('/api/orders.csv')
})

test('a new filter keeps the others and starts on the first page', () => {
  const shown = read('status=Pending&q=ama&page=4')
  expect(toSearch(shown, { status: 'Shipped' })).toBe('?status=Shipped&q=ama')
  expect(toSearch(shown, { status: null, q: '' })).toBe('?')
  expect(toSearch(shown, { page: 5 })).toBe('?status=Pending&q=ama&page=5')
})

test('the list comes in pages of fifty, the file has everything', () => {
  const shown = read('status=Pending&q=024 123&page=2')
  expect(listAddress(shown)).toBe('/api/orders?status=Pending&q=024+123&page=2&limit=50')
  expect(exportAddress(shown)).toBe('/api/orders.csv?status=Pending&q=024+123')
  expect(listAddress(read(''))).toBe('/api/orders?limit=50')
  expect(exportAddress(read(''))).toBe('/api/orders.csv')
})

test('only a page is no filter', () => {
  expect(isFiltered(read('page=2'))).toBe(false)
  expect(isFiltered(read('to=2026-03-05'))).toBe(true)
})

test('an open order stands in the address beside the filters', () => {
  const search = new URLSearchParams('q=ama')
  expect(withOrder(search, 1007)).toBe('?q=ama&order=1007')
  expect(withOrder(new URLSearchParams('order=1007'), null)).toBe('?')
  expect(readOpenOrder(new URLSearchParams('order=1007'))).toBe(1007)
  for (const wrong of ['', 'order=', 'order=abc', 'order=-1', 'order=1.5'])
    expect(readOpenOrder(new URLSearchParams(wrong))).toBeNull()
})

test('a last day before the first one is said beside the field, and on a phone also outside the closed sheet', () => {
  const show = (search: string) => {
    const Page = createRoutesStub([
      {
        path: '/',
        Component: () => createElement(OrderSearch, { shown: read(search), searchField: { current: null } }),
      },
    ])
    return renderToStaticMarkup(createElement(Page))
  }
  const html = show('from=2026-03-05&to=2026-03-01')
  expect(html.match(/From is later than To\./g)).toHaveLength(3)
  expect(html).toMatch(/<p role="alert" class="[^"]*md:hidden">From is later than To\./)
  for (const right of ['from=2026-03-01&to=2026-03-01', 'from=2026-03-05', 'to=2026-03-01'])
    expect(show(right)).not.toContain('From is later')
})
