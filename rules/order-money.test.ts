import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLines,
  balanceOf,
  keptByHand,
  type MoneyLine,
  noMoney,
  type OrderMoney,
  whenPaidOnDelivery,
  whenReopened,
  withPayment,
  withReceipt,
  withRefund,
  withRepayment,
} from './order-ledger.ts'
import type { OrderPaymentState } from './payment-states.ts'

const paidAt = new Date('2026-03-05T09:00:00Z')
const online: OrderMoney = {
  status: 'Pending',
  paymentMethod: 'mtn_momo',
  total: 165_00,
  waived: 0,
  returned: 0,
  ...noMoney,
  paymentState: null,
  paidAt: null,
}
const atTheDoor: OrderMoney = { ...online, paymentMethod: 'whatsapp' }
const paid: OrderMoney = { ...online, paymentState: 'paid', paidAt, paidOnline: 165_00 }

/** What goes back of an online payment, with its line in the ledger. */
function refund(order: OrderMoney, amount: number): OrderMoney {
  return { ...order, ...withRefund(order, amount), refunded: order.refunded + amount }
}

/** Money by hand, with its line in the ledger. */
function enter(order: OrderMoney, kind: 'receipt' | 'repayment', amount: number): OrderMoney {
  const change = kind === 'receipt' ? withReceipt(order) : withRepayment(order, amount)
  return { ...order, ...change, ...addLines(order, [{ kind, source: 'office', way: 'cash', amount }]) }
}

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
  const partly = { ...refund(paid, 20_00), paymentState: 'partially_refunded' } as const
  expect(shown(partly)).toEqual(['Partly refunded', 0])
  expect(balanceOf(partly).cost).toBe(145_00)
  const all = { ...refund(partly, 145_00), paymentState: 'refunded', paidAt: null } as const
  expect([...shown(all), balanceOf(all).cost]).toEqual(['Refunded', 0, 0])
})

test('refunded in full and reopened, the driver collects all of it', () => {
  const cancelled: OrderMoney = { ...paid, status: 'Cancelled' }
  const back: OrderMoney = {
    ...refund(cancelled, 165_00),
    paymentState: 'refunded',
    paidAt: null,
  }
  expect(shown({ ...back, ...whenReopened(back), status: 'Pending' })).toEqual(['Pay on delivery', 165_00])
})

test('a part refunded after the cancellation, and reopened, the driver collects that part', () => {
  const cancelled: OrderMoney = { ...paid, status: 'Cancelled' }
  const partly: OrderMoney = {
    ...refund(cancelled, 65_00),
    paymentState: 'partially_refunded',
  }
  expect(shown({ ...partly, ...whenReopened(partly), status: 'Pending' })).toEqual(['Partly refunded', 65_00])
})

test('cash for an order that was paid online is paid twice, until one of both goes back', () => {
  const twice: OrderMoney = { ...paid, status: 'Delivered', paidCash: 165_00 }
  expect(shown(twice)).toEqual(['Paid twice', 0])
  expect(balanceOf(twice).toPayBack).toBe(165_00)
  const settled: OrderMoney = {
    ...refund(twice, 165_00),
    paymentState: 'refunded',
    paidAt: null,
  }
  expect(shown(settled)).toEqual(['Paid', 165_00])
  expect(balanceOf(settled).toPayBack).toBe(0)
})

test('a payment of less that somebody accepted pays the order', () => {
  const short: OrderMoney = {
    ...online,
    ...withPayment(online, 160_00),
    paidOnline: 160_00,
    paidAt,
    paymentState: 'paid',
  }
  expect([...shown(short), balanceOf(short).cost]).toEqual(['Paid', 0, 160_00])
})

test('the state of an order is that of its ledger, whichever way its money took', () => {
  const part = enter(atTheDoor, 'receipt', 65_00)
  expect(shown(part)).toEqual(['Partly paid', 100_00])
  const all = enter(part, 'receipt', 100_00)
  expect(shown(all)).toEqual(['Paid', 0])
  expect(shown({ ...atTheDoor, status: 'Delivered', paidCash: 165_00 })).toEqual(['Paid', 165_00])
  expect(shown({ ...atTheDoor, status: 'Delivered', paidMobile: 165_00 })).toEqual(['Paid', 165_00])
  expect(shown(enter(online, 'receipt', 165_00))).toEqual(['Paid', 0])
})

test('money by hand for an order that is cancelled is to go back, and then it is refunded', () => {
  const cancelled: OrderMoney = { ...atTheDoor, status: 'Cancelled', paidCash: 165_00 }
  expect(shown(cancelled)).toEqual(['Refund due', 0])
  expect(balanceOf(cancelled).toPayBack).toBe(165_00)
  const back = enter(cancelled, 'repayment', 165_00)
  expect([...shown(back), balanceOf(back).toPayBack]).toEqual(['Refunded', 0, 0])
  expect(shown({ ...back, ...whenReopened(back), status: 'Shipped' })).toEqual(['Pay on delivery', 165_00])
})

test('what is paid back by hand while the order stands is a gesture, but not what was too much', () => {
  const paidInShop = enter(atTheDoor, 'receipt', 165_00)
  const kinder = enter(paidInShop, 'repayment', 20_00)
  expect([...shown(kinder), balanceOf(kinder).cost]).toEqual(['Paid', 0, 145_00])
  const tooMuch = enter(paidInShop, 'receipt', 35_00)
  expect([...shown(tooMuch), balanceOf(tooMuch).toPayBack]).toEqual(['Refund due', 0, 35_00])
  expect(balanceOf(enter(tooMuch, 'repayment', 35_00)).cost).toBe(165_00)
})

test('an order that got cheaper after it was paid online has money to pay back, one that got dearer is partly paid', () => {
  expect(shown({ ...paid, total: 100_00 })).toEqual(['Refund due', 0])
  expect(balanceOf({ ...paid, total: 100_00 }).toPayBack).toBe(65_00)
  expect(shown({ ...paid, total: 200_00 })).toEqual(['Partly paid', 35_00])
})

const events = [
  'pay',
  'refund a part',
  'refund',
  'cash at the door',
  'mobile money at the door',
  'receipt',
  'repay a part',
  'repay',
  'take back',
  'cancel',
  'reopen',
  'pay on delivery',
] as const
type Event = (typeof events)[number]

type Story = {
  order: OrderMoney
  lines: (MoneyLine & { waived: number; isTakenBack?: boolean })[]
  /** What the customer pays in the end, kept in the plainest way. */
  cost: number
}

/** What can happen to an order, as the shop allows it. Every amount of money is one line. */
function happen({ order, lines, cost }: Story, event: Event): Story {
  const { status, paidAt: isPaid, total, paidOnline, refunded } = order
  const isCancelled = status === 'Cancelled'
  const online = paidOnline - refunded
  const byHand = keptByHand(order)
  const write = (
    line: MoneyLine,
    change: Partial<OrderMoney>,
    costs: number,
    taken: { waived?: number; from?: MoneyLine } = {},
  ) => ({
    order: { ...order, ...change, ...addLines(order, [line]) },
    lines: [
      ...lines.map((each) => (each === taken.from ? { ...each, isTakenBack: true } : each)),
      { ...line, waived: taken.waived ?? 0, ...(taken.from ? { isTakenBack: true } : {}) },
    ],
    cost: costs,
  })
  const isBack = event.startsWith('refund') || event.startsWith('repay')
  if (isBack) {
    const isOnline = event.startsWith('refund')
    const left = isOnline ? online : byHand
    const amount = event.endsWith('part') ? Math.ceil(left / 3) : left
    if (amount === 0) return { order, lines, cost }
    const excess = balanceOf(order).toPayBack
    const gesture = isCancelled ? 0 : Math.max(0, amount - excess)
    if (!isOnline) {
      const line = { kind: 'repayment', source: 'office', way: 'bank', amount } as const
      return write(line, withRepayment(order, amount), cost - gesture, { waived: gesture })
    }
    const isAll = amount === online
    const state = isAll
      ? { paymentState: 'refunded' as const, paidAt: null }
      : { paymentState: 'partially_refunded' as const }
    const line = { kind: 'repayment', source: 'gateway', way: 'gateway', amount } as const
    return write(line, { ...withRefund(order, amount), ...state }, cost - gesture)
  }
  if (event === 'pay' && !isCancelled && isPaid === null && byHand === 0) {
    const line = { kind: 'receipt', source: 'gateway', way: 'gateway', amount: total } as const
    return write(line, { ...withPayment(order, total), paidAt, paymentState: 'paid' }, total)
  }
  if (event.endsWith('at the door') && !isCancelled) {
    const way = event.startsWith('cash') ? 'cash' : 'mobile_money'
    const line = { kind: 'receipt', source: 'door', way, amount: 70_00 } as const
    return write(line, { paymentMethod: isPaid ? order.paymentMethod : 'whatsapp' }, cost)
  }
  if (event === 'receipt') {
    const line = { kind: 'receipt', source: 'office', way: 'wallet', amount: 50_00 } as const
    const change = withReceipt(order)
    return write(line, change, 'waived' in change ? total : cost)
  }
  const last = lines.findLast((each) => each.source === 'office' && !each.isTakenBack)
  if (event === 'take back' && last) {
    if (last.kind === 'receipt' && byHand < last.amount) return { order, lines, cost }
    const waived = Math.min(order.waived, last.waived)
    const change = { waived: order.waived - waived }
    return write({ ...last, amount: -last.amount }, change, isCancelled ? 0 : cost + waived, { from: last })
  }
  if (event === 'cancel' && !isCancelled) return { order: { ...order, status: 'Cancelled' }, lines, cost: 0 }
  if (event === 'reopen' && isCancelled) {
    const back = { ...order, ...whenReopened(order), status: 'Pending' as const }
    return { order: back, lines, cost: total - back.waived }
  }
  if (event === 'pay on delivery' && !isCancelled && isPaid === null) {
    return { order: { ...order, ...whenPaidOnDelivery() }, lines, cost: total }
  }
  return { order, lines, cost }
}

test('whatever is paid, paid back, taken back, cancelled and reopened: the ledger is the state, nothing goes back twice and nobody is asked for more than the total', () => {
  const anyStory = fc.array(fc.constantFrom(...events), { maxLength: 25 })
  fc.assert(
    fc.property(fc.constantFrom(online, atTheDoor), anyStory, (first, story) => {
      let now: Story = { order: first, lines: [], cost: first.total }
      for (const event of story) {
        now = happen(now, event)
        const { order, lines } = now
        const { cost, kept, open, amountToCollect, awaitedOnline, toPayBack, paymentState } = balanceOf(order)
        expect(addLines(noMoney, lines)).toEqual(addLines(order, []))
        expect(cost).toBe(now.cost)
        expect(kept).toBe(
          lines.reduce((sum, { kind, amount }) => sum + (kind === 'receipt' ? amount : -amount), 0),
        )
        expect(kept).toBeGreaterThanOrEqual(0)
        expect(open + kept - toPayBack).toBe(cost)
        expect(open === 0 || toPayBack === 0).toBe(true)
        expect(amountToCollect + awaitedOnline).toBeLessThanOrEqual(cost)
        expect(cost).toBeLessThanOrEqual(order.total)
        expect(amountToCollect === 0 || awaitedOnline === 0).toBe(true)
        if (paymentState === 'Paid') expect([open, toPayBack, kept > 0]).toEqual([0, 0, true])
        if (paymentState === 'Partly paid') expect(open > 0 && kept > 0).toBe(true)
        if (toPayBack > 0) expect(['Refund due', 'Paid twice']).toContain(paymentState)
        if (paymentState === 'Refunded') expect(kept).toBe(0)
      }
    }),
  )
})
