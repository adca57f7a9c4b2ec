import { expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { findUnpaid, followRetry, forgetUnpaid, keepUnpaid, unpaidOrderStore } from './unpaid-order.ts'

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
  vi.stubGlobal('sessionStorage', openFakeStorage())
  unpaidOrderStore.write(order)
  expect(findUnpaid(noon + 14 * 60_000)).toEqual(order)
  expect(findUnpaid(noon + 15 * 60_000)).toBeNull()
  unpaidOrderStore.remove()
  expect(findUnpaid(noon)).toBeNull()
})

test('an order whose payment has begun is found with it, until it is paid', () => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  keepUnpaid(order, 'r')
  expect(findUnpaid(Date.now())).toMatchObject({ code: 'K7P2QX', reference: 'r' })
  forgetUnpaid('M2X9LD')
  expect(findUnpaid(Date.now())).not.toBeNull()
  forgetUnpaid('K7P2QX')
  expect(findUnpaid(Date.now())).toBeNull()
})

test('whoever pays with another try comes back to that one, and not to the one that failed', () => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  keepUnpaid(order, 'failed')
  followRetry('M2X9LD', 'of another order')
  expect(findUnpaid(Date.now())).toMatchObject({ reference: 'failed' })
  followRetry('K7P2QX', 'new')
  expect(findUnpaid(Date.now())).toMatchObject({ code: 'K7P2QX', reference: 'new' })
})

test.each(['{"oops', 'null', '7', '{"id":1042,"code":"K7P2QX"}'])('nothing is read out of %s', (text) => {
  vi.stubGlobal('sessionStorage', openFakeStorage({ adom_beauty_unpaid_order: text }))
  expect(findUnpaid(noon)).toBeNull()
})
