import { expect, test } from 'vitest'
import type { OrderPaymentState } from '#rules/payment-states.ts'
import { amountToCollect, paymentState } from './payment-state.ts'

const paidAt = new Date('2026-03-05T09:00:00Z')
const online = { status: 'Pending', paymentMethod: 'mtn_momo', paymentState: null, paidAt: null } as const

test('an online order waits for its money until it is paid', () => {
  expect(paymentState(online)).toBe('Awaiting payment')
  expect(paymentState({ ...online, paymentState: 'paid', paidAt })).toBe('Paid')
})

test('money for an order that was cancelled goes back', () => {
  expect(paymentState({ ...online, status: 'Cancelled', paymentState: 'paid', paidAt })).toBe('Refund due')
  expect(paymentState({ ...online, status: 'Cancelled', paymentState: 'refunded' })).toBe('Refunded')
})

test.each<[OrderPaymentState, string, string]>([
  ['awaiting', 'Awaiting payment', 'Pay on delivery'],
  ['not_confirmed', 'Not confirmed yet', 'Pay on delivery'],
  ['failed', 'Payment failed', 'Pay on delivery'],
  ['review', 'Under review', 'Under review'],
  ['refund_due', 'Refund due', 'Refund due'],
  ['refund_pending', 'Refund on its way', 'Refund on its way'],
  ['refunded', 'Refunded', 'Refunded'],
])('%s is “%s” online, and “%s” for whoever pays at the door', (state, words, atTheDoor) => {
  expect(paymentState({ ...online, paymentState: state })).toBe(words)
  expect(paymentState({ ...online, paymentMethod: 'whatsapp', paymentState: state })).toBe(atTheDoor)
})

test('nothing is collected for what is paid', () => {
  const order = { paidAt: null, total: 100, refunded: 0 }
  expect([amountToCollect({ ...order, paidAt }), amountToCollect(order)]).toEqual([0, 100])
})

test('nothing is collected for what was paid and then given back', () => {
  expect(amountToCollect({ paidAt: null, total: 100, refunded: 100 })).toBe(0)
})

test('money that goes back is told as what it is, also for a cancelled order', () => {
  const paid = { ...online, paidAt }
  expect(paymentState({ ...paid, paymentState: 'refund_pending' })).toBe('Refund on its way')
  expect(paymentState({ ...paid, status: 'Cancelled', paymentState: 'refund_pending' })).toBe(
    'Refund on its way',
  )
  expect(paymentState({ ...paid, paymentState: 'partially_refunded' })).toBe('Partly refunded')
  expect(paymentState({ ...paid, status: 'Cancelled', paymentState: 'partially_refunded' })).toBe(
    'Refund due',
  )
})
