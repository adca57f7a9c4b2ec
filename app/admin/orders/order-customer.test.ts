import { expect, test } from 'vitest'
import { callAddress, chatAddress } from './order-customer.tsx'

const order = { customer_name: 'Ama Serwaa', customer_phone: '024 123 4567', tracking_code: 'K7P2QX' }

test('a customer is called and written to under the number with its country', () => {
  expect(callAddress(order)).toBe('tel:+233241234567')
  expect(chatAddress(order, 'Adom Beauty')).toMatch(
    /^https:\/\/wa\.me\/233241234567\?text=Hello%20Ama%2C%20this%20is%20/,
  )
  expect(chatAddress(order, 'Adom Beauty')).toContain('K7P2QX')
})

test('without a number there is nobody to call', () => {
  expect(callAddress({ ...order, customer_phone: '' })).toBeNull()
  expect(chatAddress({ ...order, customer_phone: '' }, 'Adom Beauty')).toBeNull()
})
