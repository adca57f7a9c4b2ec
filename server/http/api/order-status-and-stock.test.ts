import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { products, stockMovements } from '#server/features/catalogue/tables.ts'
import { moveOn } from '#server/features/orders/change-status.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { channel } from '#server/platform/database/invalidation.ts'
import { countWaiting } from '#server/testing/database.ts'
import { item, openOrderActions, place, stockOf } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { clock, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const admin = await signedInAs('admin')
const driver = await signedInAs('driver')

const { put, orderIn } = openOrderActions(shop, admin)

/** Resolves once somebody waits for a row that somebody else holds. */
async function somebodyWaits(): Promise<void> {
  while ((await countWaiting(shop.database)) === 0);
}

test('of two people who change one order at once, the second is told', async () => {
  const { id, jar } = await orderIn('Pending')
  const second = await db.transaction(async (first) => {
    const row = await first.select().from(orders).where(eq(orders.id, id)).for('update')
    const waiting = put(id, { status: 'Cancelled' })
    await somebodyWaits()
    for (const order of row) await moveOn(context, first, order, 'Shipped', admin.viewer.id)
    return { waiting }
  })
  expect(await second.waiting).toMatchObject({
    status: 409,
    body: { code: 'order_changed', order_status: 'Shipped' },
  })
  expect(await stockOf(context, jar)).toBe(8)
})

test('a driver and an admin at once never leave a half-changed order', async () => {
  for (let round = 0; round < 4; round++) {
    const { id } = await orderIn('Pending', driver.viewer.id)
    const answers = await Promise.all([
      put(id, { status: 'Cancelled' }),
      put(id, { status: 'Processing' }, driver),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
  }
})

test('a cancellation that is undone with the step around it is heard by no cached page', async () => {
  const { id, jar } = await orderIn('Pending')
  const heard: string[] = []
  onTestFinished(context.invalidation.subscribe((topic) => heard.push(topic)))
  // What the order itself has changed comes back from the database before this does.
  await db.execute(sql`select pg_notify(${channel}, 'settings')`)
  await expect.poll(() => heard).toContain('settings')
  heard.length = 0
  const { status } = await put(id, { status: 'Cancelled', proof_code: 'ABCDEF' })
  expect(status).toBe(409)
  expect(heard).toEqual([])
  expect(await stockOf(context, jar)).toBe(8)

  await put(id, { status: 'Cancelled' })
  expect(heard).toContain('catalogue')
})

test('fifty cancellations at once give the stock back once', { tags: 'faults' }, async () => {
  const { id, jar } = await orderIn('Processing')
  const answers = await Promise.all(Array.from({ length: 50 }, () => put(id, { status: 'Cancelled' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.filter(({ body }) => body.stockRestored)).toHaveLength(1)
  expect(await stockOf(context, jar)).toBe(10)
})

test('an order whose products are gone cannot be reopened; the answer names what is short', async () => {
  const { id, jar } = await orderIn('Cancelled')
  await place(shop, [item(jar, 9)])
  expect(await put(id, { status: 'Pending' })).toMatchObject({
    status: 409,
    body: {
      code: 'out_of_stock',
      error: 'Not enough stock to reopen this order',
      items: [{ product_id: jar, quantity: 2, available: 1 }],
    },
  })
  expect((await put(id, { status: 'Cancelled' })).body.order_status).toBe('Cancelled')
  expect(await stockOf(context, jar)).toBe(1)
})

test('a product that has left the shop still goes to whoever ordered it', async () => {
  const { id, jar } = await orderIn('Cancelled')
  await db.update(products).set({ removedAt: context.clock() }).where(eq(products.id, jar))
  expect((await put(id, { status: 'Processing' })).body.stockDecremented).toBe(true)
  const causes = await db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.orderId, id))
    .orderBy(stockMovements.id)
  expect(causes.map(({ cause, change }) => [cause, change])).toEqual([
    ['order', -2],
    ['order_cancelled', 2],
    ['order_reopened', -2],
  ])
  expect(causes.at(-1)?.actorId).toBe(admin.viewer.id)
})

test('a clock that is set back does not turn the history around', async () => {
  const { id } = await orderIn('Pending')
  clock.forward({ hours: -3 })
  const { body } = await put(id, { status: 'Processing' })
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  expect(body.updated_at).toBe(order?.createdAt.toISOString())
  clock.forward({ hours: 3 })
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(db)).toEqual([])
})
