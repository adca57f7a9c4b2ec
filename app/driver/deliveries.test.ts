import { expect, test } from 'vitest'
import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import type { Tap } from '#rules/offline-action-queue.ts'
import { anyTap, deliveredTap, shippedOrder } from '#server/testing/sample-delivery.ts'
import {
  countOthers,
  filterDeliveries,
  isAllOnPhone,
  isUnread,
  mostOnPhone,
  newAndEdited,
  type ReadEdits,
  toDeliveries,
  withNewOrders,
  withoutLongFinished,
} from './deliveries.ts'

const orders: DriverOrderResponse[] = [
  { ...shippedOrder, tracking_code: 'CODE01', customer_name: 'Kofi Owusu' },
  {
    ...shippedOrder,
    id: 2,
    tracking_code: 'CODE02',
    order_status: 'Pending',
    customer_phone: '+233 20 987 6543',
  },
  { ...shippedOrder, id: 3, tracking_code: 'CODE03', order_status: 'Delivered' },
]

const shown = (status: string, q = '') =>
  filterDeliveries(toDeliveries(orders, []), { status, q }).map(({ id }) => id)

test('all, or one status in any case', () => {
  expect(shown('all')).toEqual([1, 2, 3])
  expect(shown('shipped')).toEqual([1])
  expect(shown('DELIVERED')).toEqual([3])
})

test('the search finds code and name in any case, and the phone however it is written', () => {
  expect(shown('all', 'code02')).toEqual([2])
  expect(shown('all', ' OWUSU ')).toEqual([1])
  expect(shown('all', '20 987')).toEqual([2])
  expect(shown('all', '0241234567')).toEqual([1, 3])
  expect(shown('Shipped', '0241234567')).toEqual([1])
  expect(shown('all', 'nobody')).toEqual([])
})

test('an order with an unsent tap shows its new status and stays in the old list too', () => {
  const deliveries = toDeliveries(orders, [deliveredTap])
  const ids = (status: string) => filterDeliveries(deliveries, { status, q: '' }).map(({ id }) => id)
  expect(deliveries[0]?.shownStatus).toBe('Delivered')
  expect([ids('Shipped'), ids('Delivered')]).toEqual([[1], [1, 3]])
  const refused = toDeliveries(orders, [{ ...deliveredTap, refusal: 'no' }])
  expect(refused[0]?.shownStatus).toBe('Shipped')
})

test('a card shows the cash that was entered, and the newest correction, before the shop knows it', () => {
  const correction = {
    ...anyTap,
    key: 'b',
    kind: 'cash' as const,
    cash: { collected: 28_000, reason: 'Had less' },
  }
  const shownCash = (...queue: Tap[]) => {
    const [first] = toDeliveries(orders, queue)
    return [first?.collected, first?.cash_reason]
  }
  expect(shownCash()).toEqual([null, ''])
  expect(shownCash(deliveredTap)).toEqual([290, ''])
  expect(shownCash(deliveredTap, correction)).toEqual([280, 'Had less'])
  expect(shownCash({ ...deliveredTap, refusal: 'no' })).toEqual([null, ''])
})

test('an order with an unread refusal stands first, whatever is looked for', () => {
  const refused = toDeliveries(orders, [{ ...deliveredTap, orderId: 3, refusal: 'no' }])
  const ids = (status: string, q = '') => filterDeliveries(refused, { status, q }).map(({ id }) => id)
  expect([ids('Shipped'), ids('all'), ids('all', 'nobody')]).toEqual([[3, 1], [3, 1, 2], [3]])
})

test('the list says how many other assignments wait, and of which status', () => {
  const deliveries = toDeliveries([...orders, { ...shippedOrder, id: 4, order_status: 'Processing' }], [])
  expect(countOthers(deliveries, 'shipped')).toEqual([
    ['Pending', 1],
    ['Processing', 1],
  ])
  expect(countOthers(deliveries, 'Pending')).toEqual([
    ['Processing', 1],
    ['Shipped', 1],
  ])
  expect(countOthers(deliveries, 'all')).toEqual([])
})

test('the phone has everything of a small list, and of a large one everything still to be done', () => {
  const many = Array.from({ length: mostOnPhone - 3 }, (_, n) => ({ ...shippedOrder, id: n + 10 }))
  expect(isAllOnPhone('all', orders)).toBe(true)
  expect(isAllOnPhone('all', [...many, ...orders])).toBe(false)
  expect(isAllOnPhone('Delivered', [...many, ...orders])).toBe(false)
  expect(isAllOnPhone('Shipped', [...many, ...orders])).toBe(true)
  expect(isAllOnPhone('Shipped', [...many, ...many].slice(0, mostOnPhone))).toBe(false)
})

test('a phone without a network forgets what was finished seven days ago, and nothing that is still to be done', () => {
  const seenAt = Date.parse(shippedOrder.updated_at)
  const days = (count: number) => seenAt + count * 24 * 3_600_000
  const left = (now: number) => withoutLongFinished(orders, now).map(({ id }) => id)
  expect(left(days(6.9))).toEqual([1, 2, 3])
  expect(left(days(7))).toEqual([1, 2])
})

test('an attempt that waits to be sent is on its card, also of a list from the version before', () => {
  const attempt: Tap = { ...anyTap, kind: 'attempt', outcome: 'not_at_home', note: '', day: null }
  const known = { ...shippedOrder, attempts: 1, deliver_on: '2026-03-06', answer_day: '2026-03-06' }
  expect(toDeliveries([known], [attempt])[0]).toMatchObject({
    shownStatus: 'Shipped',
    attempts: 2,
    last_attempt: 'not_at_home',
    to_decide_since: anyTap.tappedAt,
    deliver_on: null,
    answer_day: null,
  })
  const { attempts, last_attempt, ...older } = shippedOrder
  expect(toDeliveries([older as DriverOrderResponse], [])[0]).toMatchObject({
    attempts: 0,
    last_attempt: null,
  })
})

test('a driver hears of what comes and of what was changed, and not of what is finished', () => {
  const dayOf = (...orders: Partial<DriverOrderResponse>[]) =>
    ({ orders: orders.map((order) => ({ ...shippedOrder, ...order })) }) as DriverDayResponse
  const at = '2026-03-05T10:00:00.000Z'
  const before = dayOf({ id: 1 }, { id: 2 }, { id: 3 })
  const after = dayOf(
    { id: 1, edited_at: at },
    { id: 2 },
    { id: 3, edited_at: at, order_status: 'Cancelled' },
    { id: 5, edited_at: at },
  )
  const { added, edited } = newAndEdited(before, after)
  expect([added, edited].map((orders) => orders.map(({ id }) => id))).toEqual([[5], [1]])
})

test('a change stays unread until the driver has read it, also of a list that comes after signing in again', () => {
  const at = (minute: string) => `2026-03-05T10:${minute}:00.000Z`
  const order = (id: number, edited_at: string | null, more = {}) => ({
    ...shippedOrder,
    id,
    edited_at,
    ...more,
  })
  const dayOf = (...orders: DriverOrderResponse[]) => ({ orders }) as DriverDayResponse
  const read = withNewOrders({}, dayOf(order(1, null), order(2, at('01')), order(3, null)))
  const next = dayOf(order(1, at('02')), order(2, at('01')), order(4, at('02')))
  const unread = (known: ReadEdits) => next.orders.filter((each) => isUnread(each, known)).map(({ id }) => id)
  expect(unread(withNewOrders(read, next))).toEqual([1])
  expect(unread({ ...withNewOrders(read, next), 1: at('02') })).toEqual([])
  // An older list that was on its way, a finished order, one that the driver never had.
  expect(isUnread(order(1, null), { 1: at('02') })).toBe(false)
  expect(isUnread(order(1, at('03'), { order_status: 'Delivered' }), { 1: at('02') })).toBe(false)
  expect(isUnread(order(9, at('03')), {})).toBe(false)
  expect(Object.keys(withNewOrders(read, next))).toEqual(['1', '2', '4'])
})
