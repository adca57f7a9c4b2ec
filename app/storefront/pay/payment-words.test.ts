import { expect, test } from 'vitest'
import type { ShownPayment } from '../../../contract/payments.ts'
import { paymentStates } from '../../../rules/payment-states.ts'
import { paymentWords } from './payment-words.ts'

const payment: ShownPayment = {
  reference: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  state: 'awaiting',
  reason: null,
  amount: 33_500,
  currency: 'GHS',
  phone: '024 *** *567',
  gateway: 'mtn',
  isTest: false,
  order: { id: 1042, trackingCode: 'K7P2QX', status: 'Pending' },
  createdAt: new Date('2026-03-05T09:00:00Z'),
  expiresAt: new Date('2026-03-05T09:05:00Z'),
  holdUntil: new Date('2026-03-05T09:15:00Z'),
  mayRetry: false,
  mayPayOnDelivery: true,
}

test.each(paymentStates)('a payment that is %s says so in words of its own', (state) => {
  const { title, status, meaning } = paymentWords({ ...payment, state })
  const others = paymentStates.filter((other) => other !== state)
  expect(others.map((other) => paymentWords({ ...payment, state: other }).title)).not.toContain(title)
  for (const text of [title, status, meaning]) expect(text).toMatch(/\w/)
})

test('whoever approved but was not seen yet learns that the money is safe', () => {
  expect(paymentWords({ ...payment, state: 'not_confirmed' }).meaning).toBe(
    'If money left your wallet, it is safe: order K7P2QX.',
  )
})

test('a payment that failed says why, and that the order is kept while it can still be paid', () => {
  const failed = { ...payment, state: 'failed', reason: 'You declined the payment.', mayRetry: true } as const
  expect(paymentWords(failed).meaning).toBe(
    'You declined the payment. Your order K7P2QX is still kept for you.',
  )
  const order = { ...payment.order, status: 'Cancelled' } as const
  const over = { ...failed, order, mayRetry: false, mayPayOnDelivery: false }
  expect(paymentWords(over).meaning).toContain('was cancelled, because it was not paid in time')
})

test('on the page of a gateway there is nothing to approve on the phone', () => {
  expect(paymentWords({ ...payment, gateway: 'paystack' }).title).toBe('Finish your payment')
})
