import { expect, test } from 'vitest'
import { alertKindOf, alertText, usualChoice } from './staff-alerts.ts'

const order = {
  orderId: 1042,
  trackingCode: 'K7P2QX',
  status: 'Pending',
  total: 14550,
  paymentMethod: 'whatsapp',
} as const

test('an alert names the order and its amount, and neither its code nor its customer', () => {
  expect(alertText({ type: 'order.created', facts: order })).toEqual({
    title: 'New order #1042',
    body: 'Ghs 145.50, paid on delivery',
    path: '/admin/orders?order=1042',
  })
  expect(alertText({ type: 'order.created', facts: { ...order, paymentMethod: 'mtn_momo' } }).body).toBe(
    'Ghs 145.50, to be paid online',
  )
  expect(alertText({ type: 'order.paid', facts: { ...order, amount: 10000 } })).toMatchObject({
    title: 'Order #1042 is paid',
    body: 'Ghs 100.00',
  })
})

test('an alert of low stock names three products and counts the others', () => {
  const products = ['Soap', 'Oil', 'Balm', 'Mask', 'Cream'].map((name, id) => ({ id, name, stock: 2 }))
  expect(alertText({ type: 'stock.low', facts: { products } }).body).toBe(
    'Soap: 2 left, Oil: 2 left, Balm: 2 left, and 2 more',
  )
})

test('until somebody chooses, admins get mails, phones tell everything, and only orders sound', () => {
  expect(usualChoice('admin', 'order')).toEqual({ mail: true, push: true, sound: true })
  expect(usualChoice('helper', 'message')).toEqual({ mail: false, push: true, sound: false })
  expect(alertKindOf('stock.low')).toBe('low_stock')
})
