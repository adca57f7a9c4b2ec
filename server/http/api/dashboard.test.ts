import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { DashboardResponse, OfficeCountsResponse, VersionResponse } from '#contract/dashboard.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

async function read({ ask, signedInAs }: TestShop): Promise<DashboardResponse> {
  const { token } = await signedInAs('admin')
  const { status, body } = await ask<DashboardResponse>('GET', '/api/dashboard', { token })
  expect(status).toBe(200)
  return body
}

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
afterAll(shop.close)

test('a new shop has nothing to show, on each of thirty days', async () => {
  const body = await read(shop)
  expect(body).toMatchObject({
    totalOrders: 0,
    totalProducts: 0,
    pendingOrders: 0,
    totalRevenue: 0,
    recentOrders: [],
    ordersByStatus: { Pending: 0, Processing: 0, Shipped: 0, Delivered: 0, Cancelled: 0 },
    bestSellers: [],
    lowStock: [],
    lowStockCount: 0,
    unreadMessages: 0,
    paymentsToReview: 0,
    reviewsToRead: 0,
  })
  expect(body.days).toHaveLength(30)
  expect(body.days[0]).toEqual({ day: '2026-02-04', orders: 0, revenue: 0 })
  expect(body.days.at(-1)).toEqual({ day: '2026-03-05', orders: 0, revenue: 0 })
})

test('the dashboard adds up orders, products and revenue, day by day; what is cancelled or not yet paid brings nothing', async () => {
  const shea = await shelve(context, { name: 'Shea', price: 10_000, stock: 20 })
  const soap = await shelve(context, { name: 'Soap', price: 2_000, stock: 4 })
  const old = await place(shop, [item(shea)])
  clock.forward({ days: 40 })
  const first = await place(shop, [item(shea, 2), item(soap)])
  clock.forward({ days: 1 })
  const { token } = await signedInAs('admin')
  const cancelled = await place(shop, [item(shea, 5)])
  await ask('PUT', `/api/orders/${cancelled.id}`, { token, body: { status: 'Cancelled' } })
  const online = await place(shop, [item(shea)], { payment_method: 'mtn_momo' })
  await ask('PUT', `/api/orders/${old.id}`, { token, body: { status: 'Delivered' } })

  const before = await read(shop)
  expect(before).toMatchObject({
    totalOrders: 4,
    totalProducts: 2,
    pendingOrders: 2,
    totalRevenue: 145 + 265,
    received: 0,
    stillToCome: 145 + 265,
    ordersByStatus: { Pending: 2, Delivered: 1, Cancelled: 1, Processing: 0, Shipped: 0 },
  })
  expect(before.days.slice(-2)).toEqual([
    { day: '2026-04-14', orders: 1, revenue: 265 },
    { day: '2026-04-15', orders: 2, revenue: 0 },
  ])
  expect(before.recentOrders.map(({ id }) => id)).toEqual([online.id, cancelled.id, first.id, old.id])
  expect(before.recentOrders[2]).toEqual({
    id: first.id,
    tracking_code: first.tracking_code,
    customer_name: 'Ama Mensah',
    order_total: 265,
    order_status: 'Pending',
    delivery_option: 'delivery_service',
    created_at: '2026-04-14T09:00:00.000Z',
  })

  await context.db.update(orders).set({ paidAt: clock() }).where(eq(orders.id, online.id))
  expect(await read(shop)).toMatchObject({
    totalRevenue: 145 + 265 + 145,
    received: 145,
    stillToCome: 145 + 265,
  })
})

test('best sellers are those of the last thirty days, without what was cancelled', async () => {
  const { bestSellers } = await read(shop)
  expect(bestSellers).toMatchObject([
    { product_name: 'Shea', quantity: 3 },
    { product_name: 'Soap', quantity: 1 },
  ])
})

test('products of which five or fewer are left are named, the scarcest first', async () => {
  await shelve(context, { name: 'Gone', stock: 0 })
  await shelve(context, { name: 'Enough', stock: 6 })
  const { lowStock, lowStockCount } = await read(shop)
  expect(lowStock).toMatchObject([
    { name: 'Gone', stock_quantity: 0 },
    { name: 'Soap', stock_quantity: 3 },
  ])
  expect(lowStockCount).toBe(2)
})

test('admins, and whoever watches over the process, are told which version of the shop it is', async () => {
  const { token } = await signedInAs('admin')
  const { body } = await ask<VersionResponse>('GET', '/api/version', { token })
  expect(body).toEqual({ version: '1.2.3', commit: '8e36d4d' })
  expect((await ask('GET', '/healthz')).body).toEqual({ status: 'ok', ...body })
})

test('the numbers beside the links count what waits for somebody', async () => {
  const { token } = await signedInAs('admin')
  await ask('POST', '/api/contact', {
    body: { name: 'Esi', email: 'esi@example.com', subject: 'Other', message: 'Do you open on Sundays?' },
  })
  const { body } = await ask<OfficeCountsResponse>('GET', '/api/dashboard/counts', { token })
  const { newestSound, ...counts } = body
  expect(counts).toEqual({ pendingOrders: 2, unreadMessages: 1, paymentsToReview: 0, reviewsToRead: 0 })
  expect(newestSound).toBeGreaterThan(0)
})
