import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  balanceOf,
  type OrderMoney,
  whenPaidOnDelivery,
  whenReopened,
  withPayment,
  withRefund,
} from './order-money.ts'
import type { OrderPaymentState } from './payment-states.ts'

const paidAt = new Date('2026-03-05T09:00:00Z')
const online: OrderMoney = {
  status: 'Pending',
  paymentMethod: 'mtn_momo',
  total: 165_00,
  waived: 0,
  paidOnline: 0,
  paidCash: 0,
  refunded: 0,
  paymentState: null,
  paidAt: null,
}
const atTheDoor: OrderMoney = { ...online, paymentMethod: 'whatsapp' }
const paid: OrderMoney = { ...online, paymentState: 'paid', paidAt, paidOnline: 165_00 }

function shown(order: OrderMoney) {
  const { paymentState, amountToCollect } = balanceOf(order)
  return [paymentState, amountToCollect]
}

test('an online order waits for its money until it is paid, and nobody collects it at the door', () => {
  expect(shown(online)).toEqual(['Awaiting payment', 0])
  expect(shown({ ...online, paymentState: 'failed' })).toEqual(['Payment failed', 0])
  expect(shown(paid)).toEqual(['Paid', 0])
})

test('what is paid on delivery is collected at the door, unless the order is cancelled', () => {
  expect(shown(atTheDoor)).toEqual(['Pay on delivery', 165_00])
  expect(shown({ ...atTheDoor, status: 'Cancelled' })).toEqual(['Pay on delivery', 0])
  expect(shown({ ...online, status: 'Cancelled', paymentState: 'failed' })).toEqual(['Payment failed', 0])
})

test('money for an order that was cancelled goes back', () => {
  expect(shown({ ...paid, status: 'Cancelled' })).toEqual(['Refund due', 0])
  const back = {
    ...paid,
    status: 'Cancelled',
    refunded: 165_00,
    paymentState: 'refunded',
    paidAt: null,
  } as const
  expect(shown(back)).toEqual(['Refunded', 0])
})

test.each<[OrderPaymentState, string, string]>([
  ['awaiting', 'Awaiting payment', 'Pay on delivery'],
  ['not_confirmed', 'Not confirmed yet', 'Pay on delivery'],
  ['failed', 'Payment failed', 'Pay on delivery'],
  ['review', 'Under review', 'Under review'],
  ['refund_due', 'Refund due', 'Refund due'],
  ['refund_pending', 'Refund on its way', 'Refund on its way'],
])('%s is “%s” online, and “%s” for whoever pays at the door', (paymentState, words, wordsAtTheDoor) => {
  expect(balanceOf({ ...online, paymentState }).paymentState).toBe(words)
  expect(balanceOf({ ...atTheDoor, paymentState }).paymentState).toBe(wordsAtTheDoor)
})

test('money that goes back is told as what it is, also for a cancelled order', () => {
  const onItsWay = { ...paid, paymentState: 'refund_pending' } as const
  expect(balanceOf(onItsWay).paymentState).toBe('Refund on its way')
  expect(balanceOf({ ...onItsWay, status: 'Cancelled' }).paymentState).toBe('Refund on its way')
  const partly = { ...paid, paymentState: 'partially_refunded' } as const
  expect(balanceOf(partly).paymentState).toBe('Partly refunded')
  expect(balanceOf({ ...partly, status: 'Cancelled' }).paymentState).toBe('Refund due')
})

test('what was given back while the order stood is asked for by nobody again', () => {
  const partly = { ...paid, ...withRefund(paid, 20_00), paymentState: 'partially_refunded' } as const
  expect(shown(partly)).toEqual(['Partly refunded', 0])
  expect(balanceOf(partly).cost).toBe(145_00)
  const all = { ...partly, ...withRefund(partly, 145_00), paymentState: 'refunded', paidAt: null } as const
  expect([...shown(all), balanceOf(all).cost]).toEqual(['Refunded', 0, 0])
})

test('refunded in full and reopened, the driver collects all of it', () => {
  const cancelled: OrderMoney = { ...paid, status: 'Cancelled' }
  const back: OrderMoney = {
    ...cancelled,
    ...withRefund(cancelled, 165_00),
    paymentState: 'refunded',
    paidAt: null,
  }
  expect(shown({ ...back, ...whenReopened(back), status: 'Pending' })).toEqual(['Pay on delivery', 165_00])
})

test('a part refunded after the cancellation, and reopened, the driver collects that part', () => {
  const cancelled: OrderMoney = { ...paid, status: 'Cancelled' }
  const partly: OrderMoney = {
    ...cancelled,
    ...withRefund(cancelled, 65_00),
    paymentState: 'partially_refunded',
  }
  expect(shown({ ...partly, ...whenReopened(partly), status: 'Pending' })).toEqual(['Partly refunded', 65_00])
})

test('cash for an order that was paid online is paid twice, until one of both goes back', () => {
  const twice: OrderMoney = { ...paid, status: 'Delivered', paidCash: 165_00 }
  expect(shown(twice)).toEqual(['Paid twice', 0])
  expect(balanceOf(twice).toPayBack).toBe(165_00)
  const settled: OrderMoney = {
    ...twice,
    ...withRefund(twice, 165_00),
    paymentState: 'refunded',
    paidAt: null,
  }
  expect(shown(settled)).toEqual(['Pay on delivery', 165_00])
  expect(balanceOf(settled).toPayBack).toBe(0)
})

test('a payment of less that somebody accepted pays the order', () => {
  const short: OrderMoney = { ...online, ...withPayment(online, 160_00), paidAt, paymentState: 'paid' }
  expect([...shown(short), balanceOf(short).cost]).toEqual(['Paid', 0, 160_00])
})

type Event = 'pay' | 'refund a part' | 'refund' | 'cancel' | 'reopen' | 'pay on delivery'

/** What can happen to an order, as the shop allows it, with the cost kept beside it in the plainest way. */
function happen({ order, cost }: { order: OrderMoney; cost: number }, event: Event) {
  const { status, paidAt: isPaid, total, paidOnline, refunded } = order
  const isCancelled = status === 'Cancelled'
  const kept = paidOnline - refunded
  if (event === 'pay' && !isCancelled && isPaid === null) {
    return {
      cost: total,
      order: { ...order, ...withPayment(order, total), paidAt, paymentState: 'paid' as const },
    }
  }
  if (event.startsWith('refund') && kept > 0) {
    const amount = event === 'refund' ? kept : Math.ceil(kept / 3)
    const state =
      amount === kept
        ? { paymentState: 'refunded' as const, paidAt: null }
        : { paymentState: 'partially_refunded' as const }
    return {
      cost: isCancelled ? 0 : cost - amount,
      order: { ...order, ...withRefund(order, amount), ...state },
    }
  }
  if (event === 'cancel' && !isCancelled)
    return { cost: 0, order: { ...order, status: 'Cancelled' as const } }
  if (event === 'reopen' && isCancelled) {
    const back = { ...order, ...whenReopened(order), status: 'Pending' as const }
    return { cost: kept > 0 ? total - order.waived : total, order: back }
  }
  if (event === 'pay on delivery' && !isCancelled && isPaid === null) {
    return { cost: total, order: { ...order, ...whenPaidOnDelivery() } }
  }
  return { order, cost }
}

test('whatever is paid, paid back, cancelled and reopened: what the driver collects and what stays of the money is the cost', () => {
  const events = fc.constantFrom<Event[]>(
    'pay',
    'refund a part',
    'refund',
    'cancel',
    'reopen',
    'pay on delivery',
  )
  fc.assert(
    fc.property(fc.constantFrom(online, atTheDoor), fc.array(events, { maxLength: 20 }), (first, story) => {
      let now = { order: first, cost: first.total }
      for (const event of story) {
        now = happen(now, event)
        const { order } = now
        const { cost, amountToCollect, awaitedOnline, toPayBack } = balanceOf(order)
        expect(cost).toBe(now.cost)
        expect(amountToCollect + awaitedOnline + order.paidOnline - order.refunded - toPayBack).toBe(cost)
        expect(toPayBack === 0 || order.status === 'Cancelled').toBe(true)
        expect(amountToCollect === 0 || awaitedOnline === 0).toBe(true)
        if (order.status === 'Cancelled') expect(amountToCollect).toBe(0)
      }
    }),
  )
})
