import { expect, test } from 'vitest'
import type { DriverOrderAnswer } from '../../contract/delivery.ts'
import type { OrderStatus } from '../../rules/order-status.ts'
import type { StepTap } from '../../rules/tap-queue.ts'
import { filterDeliveries, isAllOnPhone, toDeliveries } from './shown-deliveries.ts'

function order(
  id: number,
  order_status: OrderStatus,
  more: Partial<DriverOrderAnswer> = {},
): DriverOrderAnswer {
  return {
    id,
    tracking_code: `CODE0${id}`,
    customer_name: 'Ama Serwaa',
    customer_phone: '024 123 4567',
    order_status,
    created_at: '2026-03-05T09:00:00.000Z',
    updated_at: '2026-03-05T09:00:00.000Z',
    shipping_address: 'House 14, Tema',
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    payment_state: 'Pay on delivery',
    order_total: 290,
    amount_to_collect: 290,
    note: '',
    items: [],
    collected: null,
    cash_reason: '',
    photos: 0,
    has_code: false,
    ...more,
  }
}

const orders = [
  order(1, 'Shipped', { customer_name: 'Kofi Owusu' }),
  order(2, 'Pending', { customer_phone: '+233 20 987 6543' }),
  order(3, 'Delivered'),
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
  const tap: StepTap = {
    kind: 'step',
    key: 'a',
    orderId: 1,
    trackingCode: 'CODE01',
    tappedAt: '2026-03-05T09:00:00.000Z',
    sendAt: 0,
    refusal: null,
    from: 'Shipped',
    to: 'Delivered',
    cash: null,
    proofCode: null,
  }
  const deliveries = toDeliveries(orders, [tap])
  const ids = (status: string) => filterDeliveries(deliveries, { status, q: '' }).map(({ id }) => id)
  expect(deliveries[0]?.shownStatus).toBe('Delivered')
  expect([ids('Shipped'), ids('Delivered')]).toEqual([[1], [1, 3]])
  const refused = toDeliveries(orders, [{ ...tap, refusal: 'no' }])
  expect(refused[0]?.shownStatus).toBe('Shipped')
})

test('the phone has everything of a small list, and of a large one everything still to be done', () => {
  expect(isAllOnPhone('all', orders, 3)).toBe(true)
  expect(isAllOnPhone('all', orders, 300)).toBe(false)
  expect(isAllOnPhone('Delivered', orders, 300)).toBe(false)
  expect(isAllOnPhone('Shipped', orders, 300)).toBe(true)
  expect(isAllOnPhone('Shipped', orders.slice(0, 2), 300)).toBe(false)
})
