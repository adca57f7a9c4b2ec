import { expect, test } from 'vitest'
import type { ShownPayment } from '#contract/payments.ts'
import { type PaymentState, paymentStates } from '#rules/payment-states.ts'
import { pauseBeforeNextFetch, paymentMessages } from './use-payment.ts'

test.each([
  [0, 3_000],
  [59_999, 3_000],
  [60_000, 5_000],
  [359_999, 5_000],
  [360_000, 15_000],
])('after %i ms of waiting the page looks again in %i ms', (watched, pause) => {
  expect(pauseBeforeNextFetch('awaiting', watched)).toBe(pause)
  expect(pauseBeforeNextFetch('not_confirmed', watched)).toBe(pause)
})

test.each<PaymentState>(['failed', 'expired', 'review'])(
  'a payment that is %s is looked at now and then',
  (state) => {
    expect(pauseBeforeNextFetch(state, 0)).toBe(30_000)
  },
)

test.each<PaymentState>(['paid', 'refund_due', 'refunded'])('a payment that is %s is settled', (state) => {
  expect(pauseBeforeNextFetch(state, 0)).toBeNull()
})

const payment: ShownPayment = {
  reference: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  state: 'awaiting',
  reason: null,
  amount: 33_500,
  currency: 'GHS',
  phone: '024 *** *567',
  gateway: 'mtn',
  isTest: false,
  order: { id: 1042, trackingCode: 'K7P2QX', status: 'Pending', isPaidAtDoor: false },
  refunded: 0,
  createdAt: new Date('2026-03-05T09:00:00Z'),
  expiresAt: new Date('2026-03-05T09:05:00Z'),
  holdUntil: new Date('2026-03-05T09:15:00Z'),
  isSent: true,
  paymentUrl: null,
  mayRetry: false,
  mayPayOnDelivery: true,
}

test.each(paymentStates)('a payment that is %s says so in words of its own', (state) => {
  const { title, status, meaning } = paymentMessages({ ...payment, state })
  const others = paymentStates.filter((other) => other !== state)
  expect(others.map((other) => paymentMessages({ ...payment, state: other }).title)).not.toContain(title)
  for (const text of [title, status, meaning]) expect(text).toMatch(/\w/)
})

test('whoever approved but was not seen yet learns that the money is safe', () => {
  expect(paymentMessages({ ...payment, state: 'not_confirmed' }).meaning).toBe(
    'If money left your wallet, it is safe: order K7P2QX.',
  )
})

test('a payment that failed says why, and that the order is kept while it can still be paid', () => {
  const failed = { ...payment, state: 'failed', reason: 'You declined the payment.', mayRetry: true } as const
  expect(paymentMessages(failed).meaning).toBe(
    'You declined the payment. Your order K7P2QX is still kept for you.',
  )
  const order = { ...payment.order, status: 'Cancelled' } as const
  const over = { ...failed, order, mayRetry: false, mayPayOnDelivery: false }
  expect(paymentMessages(over).meaning).toContain('was cancelled, because it was not paid in time')
})

test('whoever chose to pay at the door reads what to do about the prompt that is still there', () => {
  const order = { ...payment.order, isPaidAtDoor: true }
  expect(paymentMessages({ ...payment, order })).toMatchObject({
    title: 'You pay on delivery',
    meaning: expect.stringContaining('decline it. If you pay online after all, you pay nothing at the door.'),
  })
  expect(paymentMessages({ ...payment, order, state: 'paid' }).title).toBe('Payment received')
})

test('money that went back is shown in its own amount', () => {
  const part = { ...payment, state: 'partially_refunded', refunded: 2_050 } as const
  expect(paymentMessages(part).meaning).toContain('Ghs 20.50 of your Ghs 335.00')
  expect(paymentMessages({ ...payment, state: 'refund_due', refunded: 3_500 }).meaning).toContain(
    'Ghs 300.00',
  )
})

test('“Prompt sent” is only said once the gateway has it; before that nobody reads that it failed either', () => {
  expect(paymentMessages(payment).meaning).toBe('Prompt sent to 024\u00a0***\u00a0*567')
  const unsent = paymentMessages({ ...payment, isSent: false })
  expect(unsent).toMatchObject({ title: 'MTN has not answered yet', status: 'Waiting for MTN' })
  expect(unsent.meaning).not.toMatch(/sent to|fail/)
  const page = paymentMessages({ ...payment, gateway: 'paystack', isSent: false })
  expect(page.meaning).toBe('Nothing was paid. Wait a moment, or try again.')
})

test('on the page of a gateway there is nothing to approve on the phone', () => {
  expect(paymentMessages({ ...payment, gateway: 'paystack' }).title).toBe('Finish your payment')
})
