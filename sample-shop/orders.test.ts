import { expect, test } from 'vitest'
import { offeredDelivery } from '../rules/delivery-fee.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import { normalisePhone } from '../rules/phone-number.ts'
import { sampleProducts } from '../rules/sample-products.ts'
import { extraProduct } from './extra-product.ts'
import { sampleOrders } from './orders.ts'

test('a dozen orders show every status, every way of delivery and every way to pay', () => {
  expect(sampleOrders).toHaveLength(12)
  expect(new Set(sampleOrders.map((order) => order.status))).toEqual(new Set(orderStatuses))
  // A new shop does not let people collect their orders yet.
  const offered = offeredDelivery(false)
  expect(new Set(sampleOrders.map((order) => order.delivery_option))).toEqual(new Set(offered))
  expect(new Set(sampleOrders.map((order) => order.payment_method))).toEqual(new Set(paymentMethods))
})

test('every order has a tracking code of its own', () => {
  expect(new Set(sampleOrders.map((order) => order.tracking_code)).size).toBe(12)
  for (const order of sampleOrders) expect(order.tracking_code).toMatch(/^[A-Z0-9]{6}$/)
})

test('guests have numbers that could be called and that nobody has', () => {
  for (const { customer } of sampleOrders) {
    if (customer === 'demo') continue
    expect(normalisePhone(customer.phone)).toMatch(/^2332400000\d\d$/)
    expect(customer.email ?? '@example.com').toMatch(/@example\.com$/)
  }
})

test('the history begins with the order, goes forward in time and ends at the status', () => {
  for (const order of sampleOrders) {
    expect(order.history.at(0)).toMatchObject({ status: 'Pending', hours_ago: order.hours_ago })
    expect(order.history.at(-1)?.status).toBe(order.status)
    const hours = order.history.map((step) => step.hours_ago)
    expect(hours).toEqual(hours.toSorted((one, other) => other - one))
  }
})

test('the shelf of the sample shop holds what the sample orders ask for, with something left', () => {
  for (const product of [...sampleProducts, extraProduct]) {
    const asked = sampleOrders
      .flatMap((order) => order.lines)
      .filter((line) => line.slug === product.slug)
      .reduce((sum, line) => sum + line.quantity, 0)
    if (asked > 0) expect(asked).toBeLessThan(product.stock_quantity)
  }
})

test('every line names a product of the sample shop', () => {
  const known = [...sampleProducts, extraProduct].map((product) => product.slug)
  for (const line of sampleOrders.flatMap((order) => order.lines)) {
    expect(known).toContain(line.slug)
    expect(line.quantity).toBeGreaterThanOrEqual(1)
  }
})

test('an order that we deliver has an address, and only such an order has a driver', () => {
  for (const order of sampleOrders) {
    if (order.delivery_option === 'delivery_service') expect(order.address).not.toBe('')
    else expect(order.assigned_to_driver).toBe(false)
  }
})

test('the driver has parcels on the road, delivered ones and an issue; the demo customer has several orders', () => {
  const driven = sampleOrders.filter((order) => order.assigned_to_driver).map((order) => order.status)
  expect(driven.filter((status) => status === 'Shipped').length).toBeGreaterThanOrEqual(2)
  expect(driven).toContain('Delivered')
  expect(driven).toContain('Cancelled')
  expect(sampleOrders.filter((order) => order.customer === 'demo').length).toBeGreaterThanOrEqual(3)
})

test('an online order that is still open has been paid', () => {
  for (const order of sampleOrders) {
    if (order.payment_method === 'whatsapp') expect(order.paid_online).toBe(false)
    else expect(order.paid_online).toBe(order.status !== 'Cancelled')
  }
})
