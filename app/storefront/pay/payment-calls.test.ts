import { expect, test } from 'vitest'
import { readPaymentPlace } from './payment-calls.ts'

const referenceId = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

test.each([`/pay/${referenceId}`, `https://shop.example.com/pay/${referenceId}`])(
  'the shop’s own page is opened here, however it is written (%s)',
  (paymentUrl) => {
    expect(readPaymentPlace({ referenceId, paymentUrl })).toEqual({
      isOurs: true,
      address: `/pay/${referenceId}`,
    })
  },
)

test('the page of a gateway is left to the browser', () => {
  expect(readPaymentPlace({ referenceId, paymentUrl: 'https://checkout.paystack.com/abc' })).toEqual({
    isOurs: false,
    address: 'https://checkout.paystack.com/abc',
  })
})

test.each([
  null,
  {},
  { paymentUrl: '/pay/1' },
  { referenceId: '', paymentUrl: '/pay/' },
  { referenceId },
  { referenceId, paymentUrl: 'javascript:alert(1)' },
  { referenceId, paymentUrl: 'not an address' },
])('%j is no place to pay', (started) => {
  expect(readPaymentPlace(started)).toBeNull()
})
