import { expect, test } from 'vitest'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { StepTap } from '#rules/offline-action-queue.ts'
import { anyTap, deliveredTap, shippedOrder } from './sample-delivery.ts'
import { applyTap } from './taps.ts'

const day: DriverDayResponse = {
  orders: [shippedOrder, { ...shippedOrder, id: 2 }],
  counts: { total: 2, in_progress: 2, completed: 0, issues: 0 },
  cash: { due: 0, collected: 0, open: 0, in_hand: 50, deliveries: [] },
}

const tap: StepTap = {
  ...deliveredTap,
  cash: { collected: 28_000, reason: 'No change' },
  proofCode: 'K7P2QX',
}

test('a step that the shop took is in the list at once, with its cash and its proof', () => {
  const { orders, cash } = applyTap(day, tap)
  expect(orders[0]).toMatchObject({ order_status: 'Delivered', collected: 280, has_code: true })
  expect(orders[1]?.order_status).toBe('Shipped')
  expect(cash).toMatchObject({ due: 290, collected: 280, open: 10, in_hand: 330 })
  expect(cash.deliveries).toMatchObject([{ order_id: 1, collected: 280, reason: 'No change' }])
})

test('a correction replaces the amount, and what was due stays what was collected and what is open', () => {
  const corrected = applyTap(applyTap(day, tap), {
    ...anyTap,
    kind: 'cash',
    cash: { collected: 29_000, reason: '' },
  })
  expect(corrected.cash).toMatchObject({ due: 290, collected: 290, open: 0, in_hand: 340 })
  expect(corrected.cash.deliveries).toHaveLength(1)
  expect(corrected.orders[0]).toMatchObject({ order_status: 'Delivered', collected: 290, cash_reason: '' })
})

test('a photo counts, and a tap on an order that is not on this phone changes nothing', () => {
  expect(applyTap(day, { ...anyTap, kind: 'photo', photo: 'a' }).orders[0]?.photos).toBe(1)
  expect(applyTap(day, { ...tap, orderId: 9 })).toBe(day)
  expect(applyTap(day, { ...tap, cash: null }).cash).toBe(day.cash)
})
