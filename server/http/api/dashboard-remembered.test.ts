import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { OrderEditResponse } from '#contract/orders.ts'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import { readDashboard } from '#server/features/dashboard/read-dashboard.ts'
import { topicsOfHistory } from '#server/features/orders/order-counts.ts'
import { orderCounts, orderHistory, orderLines, orderStatusCounts } from '#server/features/orders/tables.ts'
import { channel } from '#server/platform/database/invalidation.ts'
import { item, openOrderActions, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context } = shop
const { db, invalidation } = context
afterAll(shop.close)

const admin = await shop.signedInAs('admin')
const { token } = admin
const { put } = openOrderActions(shop, admin)

const read = async () => (await ask<DashboardResponse>('GET', '/api/dashboard', { token })).body

/** Inside a transaction nothing is remembered. */
async function readAnew() {
  const { bestSellers, ordersByStatus } = await db.transaction((tx) => readDashboard({ ...context, db: tx }))
  return {
    bestSellers: bestSellers.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    ordersByStatus,
  }
}

async function edit(id: number, changes: object) {
  const send = async (body: object) =>
    (await ask<OrderEditResponse>('PUT', `/api/orders/${id}/contents`, { token, body })).body
  const { updated_at: expected, after } = await send(changes)
  const saved = await send({ ...changes, expected, agreed_total: after.order_total })
  expect(saved.saved).toBe(true)
}

/** One jar of an order that was delivered arrives, and nobody can sell it again. */
async function writeOff(id: number, jar: number) {
  const send = async (address: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await ask<OrderReturnsResponse>('POST', address, { token, body, headers })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const address = `/api/orders/${id}/returns`
  const { expected } = (await ask<OrderReturnsResponse>('GET', address, { token })).body
  const items = [{ product_id: jar, quantity: 1, reason: 'damaged', condition: 'unopened' }]
  const open = await send(address, { items, expected })
  const arrived = [{ product_id: jar, to_shelf: 0, written_off: 1 }]
  await send(`${address}/${open.returns[0]?.id}/receive`, { items: arrived, expected: open.expected })
}

test('best sellers and orders by status are remembered until the history of an order has a new entry, whoever wrote it', async () => {
  const jar = await shelve(context, { stock: 20 })
  const { id } = await place(shop, [item(jar, 2)])
  const before = await read()
  expect(before).toMatchObject({ bestSellers: [{ quantity: 2 }], ordersByStatus: { Pending: 1, Shipped: 0 } })

  const [day, now] = [clock().toISOString().slice(0, 10), clock()]
  await db.update(orderLines).set({ quantity: 3 }).where(eq(orderLines.orderId, id))
  await db.insert(orderCounts).values({ day, status: 'Shipped', isSale: true, orders: 1, total: 0 })
  await db.insert(orderStatusCounts).values({ status: 'Shipped', orders: 1 })
  const { bestSellers, ordersByStatus, days } = await read()
  expect([bestSellers, ordersByStatus, days]).toEqual([
    before.bestSellers,
    before.ordersByStatus,
    before.days,
  ])

  // As another process does, whose word has not arrived yet.
  await db.insert(orderHistory).values({ orderId: id, status: 'Pending', changedAt: now })
  const after = await read()
  expect(after).toMatchObject({
    bestSellers: [{ quantity: 3 }],
    ordersByStatus: { Pending: 1, Shipped: 1 },
  })
  expect(after.days.at(-1)).toMatchObject({ day, orders: 2 })
})

test('whatever changes what was sold or how the orders stand is published, and seen at once', async () => {
  const [shea, soap] = [await shelve(context, { stock: 20 }), await shelve(context, { stock: 20 })]
  const heard = new Set<string>()
  onTestFinished(invalidation.subscribe((topic) => heard.add(topic)))
  let id = 0
  const steps: Record<string, () => Promise<unknown>> = {
    placed: async () => {
      id = (await place(shop, [item(shea, 3)])).id
    },
    'with other products': () => edit(id, { items: [item(shea, 3), item(soap, 4)] }),
    'with a note': () => edit(id, { customer_note: 'After five' }),
    cancelled: () => put(id, { status: 'Cancelled' }),
    reopened: () => put(id, { status: 'Pending' }),
    delivered: () => put(id, { status: 'Delivered' }),
    'come back in part': () => writeOff(id, soap),
  }
  for (const [name, step] of Object.entries(steps)) {
    await read()
    // What the step before has said comes back from the database before this does.
    await db.execute(sql`select pg_notify(${channel}, 'blog')`)
    await expect.poll(() => heard).toContain('blog')
    heard.clear()
    await step()
    expect({ name, isHeard: topicsOfHistory.some((topic) => heard.has(topic)) }).toEqual({
      name,
      isHeard: true,
    })
    expect({ name, ...(await read()) }).toMatchObject({ name, ...(await readAnew()) })
  }
  expect((await readAnew()).bestSellers).toContainEqual({ product_id: soap, quantity: 3 })
})
