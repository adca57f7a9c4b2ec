import { count, eq } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { OrderRequest } from '#contract/checkout.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { products } from '../catalogue/tables.ts'
import { checkInvariants } from './invariants.ts'
import { placeOrder } from './place-order.ts'
import { orders } from './tables.ts'

const { database, context, close } = await openTestShop()
afterAll(close)

const buyer = { viewer: null, address: '10.0.0.1' }

function orderOf(productId: number, customerName: string): OrderRequest {
  return {
    customerName,
    customerEmail: 'ama@example.com',
    customerPhone: '0241234567',
    address: 'House 4',
    city: 'Accra',
    region: 'Greater Accra',
    zip: '',
    customerNote: '',
    giftNote: '',
    deliveryOption: 'delivery_service',
    paymentMethod: 'whatsapp',
    lines: [{ productId, quantity: 1 }],
  }
}

type Moment = 'before' | 'after'

/** A database whose connection breaks at one statement of a transaction, before it is sent or before its answer is read. */
function openBreaking(statement: number, moment: Moment) {
  const broken = openDatabase({ ...database.connection, max: 1 }, context.log)
  let sent = 0
  broken.pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...question: unknown[]) => unknown
    const cut = () =>
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    client.query = ((...question: unknown[]) => {
      const isHere = ++sent === statement
      if (isHere && moment === 'before') cut()
      const answer = query(...question)
      if (isHere && moment === 'after') cut()
      return answer
    }) as typeof client.query
  })
  return { ...broken, wasReached: () => sent >= statement }
}

test('a connection that breaks at any step, then the same order again: one order', async () => {
  const stock = 100
  const jar = await shelve(context, { stock })
  const outcomes = new Set<string>()
  let attempts = 0
  for (const moment of ['before', 'after'] as const) {
    for (let statement = 1, isThere = true; isThere; statement++) {
      const name = `Cut ${moment} statement ${statement}`
      const breaking = openBreaking(statement, moment)
      const lost = placeOrder({ ...context, db: breaking.db }, buyer, orderOf(jar, name), name)
      const first = await lost.then(
        () => 'answered',
        () => 'lost',
      )
      isThere = breaking.wasReached()
      await breaking.close()
      const { isRepeat } = await placeOrder(context, buyer, orderOf(jar, name), name)
      const [found] = await context.db
        .select({ n: count() })
        .from(orders)
        .where(eq(orders.customerName, name))
      expect({ name, orders: found?.n }).toEqual({ name, orders: 1 })
      outcomes.add(`${first}, ${isRepeat ? 'found again' : 'placed anew'}`)
      attempts++
    }
  }
  // At every step but the last nothing had happened yet; after the last one the order stood, and only the answer was lost.
  expect(outcomes).toEqual(new Set(['lost, placed anew', 'lost, found again', 'answered, found again']))
  const [product] = await context.db.select().from(products).where(eq(products.id, jar))
  expect(product?.stock).toBe(stock - attempts)
  expect(await checkInvariants(context.db)).toEqual([])
})
