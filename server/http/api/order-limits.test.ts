import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/features/accounts/tables.ts'
import { item, orderBody, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

type Order = { phone: string; address?: string; key?: string; quantity?: number }

/** A shop with the limits that a new shop has. */
async function openUsualShop() {
  const shop = await openTestShop({ settings: { ORDERS_PER_ADDRESS: '20', ORDERS_PER_PHONE: '8' } })
  const jar = await shelve(shop.context, { stock: 100 })
  const order = ({ phone, address, key, quantity = 1 }: Order) =>
    shop.ask<{ error: string }>('POST', '/api/orders', {
      body: orderBody([item(jar, quantity)], { customer_phone: phone }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...(address === undefined ? {} : { address }),
    })
  const statuses = async (orders: Order[]) => {
    const seen: number[] = []
    for (const each of orders) seen.push((await order(each)).status)
    return seen
  }
  return { ...shop, jar, order, statuses }
}

const numberOf = (n: number) => `02412345${String(n).padStart(2, '0')}`

test('eight orders with one phone number are taken, the ninth waits ten minutes, however the number is written', async () => {
  const { order, statuses, clock, context, jar, close } = await openUsualShop()
  const eight = Array.from({ length: 8 }, (_, n) => ({ phone: '024 123 4567', address: `10.0.0.${n}` }))
  expect(new Set(await statuses(eight))).toEqual(new Set([201]))
  const ninth = await order({ phone: '+233241234567', address: '10.0.0.9' })
  expect(ninth).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', error: expect.stringContaining('try again in 10 minutes') },
    headers: { 'retry-after': '600' },
  })
  expect(await stockOf(context, jar)).toBe(92)
  expect((await order({ phone: '020 123 4567', address: '10.0.0.9' })).status).toBe(201)
  clock.forward({ minutes: 10 })
  expect((await order({ phone: '024 123 4567', address: '10.0.0.9' })).status).toBe(201)
  await close()
})

test('orders in somebody’s name do not keep them from ordering, once they have proven that the number is theirs', async () => {
  const { ask, statuses, context, jar, signedInAs, close } = await openUsualShop()
  const eight = Array.from({ length: 8 }, (_, n) => ({ phone: numberOf(1), address: `10.0.0.${n}` }))
  expect(new Set(await statuses(eight))).toEqual(new Set([201]))
  const { token, viewer } = await signedInAs('customer')
  const body = orderBody([item(jar)], { customer_phone: numberOf(1) })
  const order = () => ask('POST', '/api/orders', { token, body, address: '10.0.0.9' })
  expect((await order()).status).toBe(429)
  const now = context.clock()
  const proven = { phone: '233241234501', phoneProvenAt: now, phoneSince: now }
  await context.db.update(users).set(proven).where(eq(users.id, viewer.id))
  const own = await Promise.all(Array.from({ length: 9 }, order))
  expect(own.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 8 }, () => 201), 429])
  await close()
})

test('twenty orders from one address are taken, the next is asked to wait; other addresses go on', async () => {
  const { order, statuses, close } = await openUsualShop()
  const twenty = Array.from({ length: 20 }, (_, n) => ({ phone: numberOf(n), address: '10.0.0.1' }))
  expect(new Set(await statuses(twenty))).toEqual(new Set([201]))
  expect((await order({ phone: numberOf(21), address: '10.0.0.1' })).status).toBe(429)
  expect((await order({ phone: numberOf(21), address: '10.0.0.2' })).status).toBe(201)
  await close()
})

test('repetitions of one order, and orders that could not be placed, do not count', async () => {
  const { order, statuses, close } = await openUsualShop()
  const again = Array.from({ length: 12 }, () => ({ phone: numberOf(1), key: 'one order' }))
  const atOnce = await Promise.all(again.map(order))
  expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(await statuses(again))).toEqual(new Set([201]))
  const tooMany = Array.from({ length: 12 }, () => ({ phone: numberOf(1), quantity: 500 }))
  expect(new Set(await statuses(tooMany))).toEqual(new Set([409]))
  const rest = Array.from({ length: 8 }, () => ({ phone: numberOf(1) }))
  expect(await statuses(rest)).toEqual([201, 201, 201, 201, 201, 201, 201, 429])
  await close()
})
