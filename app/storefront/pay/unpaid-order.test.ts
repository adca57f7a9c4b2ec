import { expect, test } from 'vitest'
import { findUnpaid, forgetUnpaid, saveUnpaid } from './unpaid-order.ts'

function openTab(text?: string) {
  const stored = new Map(text === undefined ? [] : [['adom_beauty_unpaid_order', text]])
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

const noon = Date.parse('2026-03-05T12:00:00Z')
const order = {
  id: 1042,
  code: 'K7P2QX',
  amount: 335,
  name: 'Ama Serwaa',
  email: null,
  phone: '024 123 4567',
  at: noon,
}

test('an order whose payment did not begin is found again for as long as its products are kept', () => {
  const tab = openTab()
  saveUnpaid(tab, order)
  expect(findUnpaid(tab, noon + 14 * 60_000)).toEqual(order)
  expect(findUnpaid(tab, noon + 15 * 60_000)).toBeNull()
  forgetUnpaid(tab)
  expect(findUnpaid(tab, noon)).toBeNull()
})

test.each(['{"oops', 'null', '7', '{"id":1042,"code":"K7P2QX"}'])('nothing is read out of %s', (text) => {
  expect(findUnpaid(openTab(text), noon)).toBeNull()
})

test('without storage nothing is found and nothing breaks', () => {
  saveUnpaid(null, order)
  forgetUnpaid(null)
  expect(findUnpaid(null, noon)).toBeNull()
})
