import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { checkInvariants } from '../orders/invariants.ts'
import { checkReturns } from './find-returns.ts'

const shop = await openTestShop()
const { ask, context } = shop
const { db } = context
const { token } = await shop.signedInAs('admin')
afterAll(shop.close)

const jar = await shelve(context)
const { id } = await place(shop, [item(jar, 2)])
await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })

async function send(path: string, body: object): Promise<OrderReturnsResponse> {
  const address = `/api/orders/${id}/returns`
  const { expected } = (await ask<OrderReturnsResponse>('GET', address, { token })).body
  return (await ask<OrderReturnsResponse>('POST', address + path, { token, body: { ...body, expected } }))
    .body
}
const { returns } = await send('', {
  items: [{ product_id: jar, quantity: 2, reason: 'damaged', condition: 'used' }],
})
const back = returns[0]?.id ?? 0
await send(`/${back}/receive`, { items: [{ product_id: jar, to_shelf: 1, written_off: 1 }] })
await send(`/${back}/settle`, { amount: 100, way: 'later' })

async function check(at: typeof db): Promise<string[]> {
  return [...(await checkInvariants(at)), ...(await checkReturns(at))]
}

test('the books of a shop with a return in order have no faults', async () => {
  expect(await check(db)).toEqual([])
})

test.each([
  {
    fault: 'more coming back than was bought',
    change: sql`update order_lines set quantity = 1 where order_id = ${id}`,
    fact: 'no more comes back than was bought',
  },
  {
    fault: 'an order that does not know of its return',
    change: sql`update orders set return_state = null where id = ${id}`,
    fact: 'the order says how its returns stand',
  },
  {
    fault: 'a return of an order that is on its way',
    change: sql`update orders set status = 'Shipped' where id = ${id}`,
    fact: 'something comes back only of what was delivered',
  },
  {
    fault: 'an order that costs less than its returns say',
    change: sql`update orders set returned = 10100 where id = ${id}`,
    fact: 'an order costs less by what its settled returns say',
  },
  {
    fault: 'a return that takes off more than was paid',
    change: sql`with more as (update order_returns set amount = 25000 where id = ${back})
      update orders set returned = 25000 where id = ${id}`,
    fact: 'no return takes off more than was paid for what came back',
  },
  {
    fault: 'pieces that arrived before they were received',
    change: sql`update order_returns set state = 'asked', amount = 0 where id = ${back}`,
    fact: 'pieces arrive once a return is received',
  },
  {
    fault: 'a piece on the shelf that is not in the stock book',
    change: sql`update order_return_lines set to_shelf = 2, written_off = 0 where return_id = ${back}`,
    fact: 'what came back on the shelf is in the stock book, once',
  },
  {
    fault: 'stock that came back twice',
    change: sql`update stock_movements set change = 2 where order_id = ${id} and cause = 'order_returned'`,
    fact: 'an order has taken what it holds, once',
  },
])('$fault is found', async ({ change, fact }) => {
  const faults = await db
    .transaction(async (tx) => {
      await tx.execute(change)
      throw await check(tx)
    })
    .catch((found: unknown) => found)
  expect(faults).toEqual(expect.arrayContaining([expect.stringContaining(fact)]))
})
