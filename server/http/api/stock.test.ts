import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { correctStock } from '#server/features/catalogue/stock.ts'
import { products, stockMovements } from '#server/features/catalogue/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const admin = await signedInAs('admin')

function takeOff(body: object, token: string | undefined = admin.token) {
  return ask('POST', '/api/products/update-stock', { body, ...(token ? { token } : {}) })
}

test('what is sold over the counter comes off the shelf and into the stock book', async () => {
  const [cream, soap] = [await shelve(context), await shelve(context)]
  const body = [
    { productId: cream, quantity: 2 },
    { productId: soap, quantity: 10 },
    { productId: cream, quantity: 1 },
  ]
  expect(await takeOff(body)).toMatchObject({
    status: 200,
    body: {
      success: true,
      updated: [
        { productId: cream, stock_quantity: 7 },
        { productId: soap, stock_quantity: 0 },
      ],
    },
  })
  const [row] = await db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, soap))
    .orderBy(desc(stockMovements.id))
  expect(row).toMatchObject({
    change: -10,
    stockAfter: 0,
    cause: 'counter_sale',
    orderId: null,
    actorId: admin.viewer.id,
  })
})

test('a counter sale takes everything or nothing', async () => {
  const [cream, soap] = [await shelve(context), await shelve(context, { name: 'Soap', stock: 1 })]
  const lines = [
    { productId: cream, quantity: 1 },
    { productId: soap, quantity: 2 },
  ]
  expect(await takeOff(lines)).toMatchObject({
    status: 409,
    body: { code: 'out_of_stock', items: [{ product_id: soap, quantity: 2, available: 1 }] },
  })
  expect(await takeOff([...lines.slice(0, 1), { productId: -1, quantity: 1 }])).toMatchObject({
    status: 409,
    body: { code: 'not_available' },
  })
  expect([await stockOf(context, cream), await stockOf(context, soap)]).toEqual([10, 1])
})

test.each([
  { body: [] },
  { body: {} },
  { body: [{ productId: 1 }] },
  { body: [{ productId: 1, quantity: 0 }] },
  { body: [{ productId: 1, quantity: -5 }] },
  { body: [{ productId: '1', quantity: 1 }] },
  { body: [{ productId: 1, quantity: 1, price: 0 }] },
])('a counter sale of $body is refused', async ({ body }) => {
  expect((await takeOff(body)).status).toBe(400)
})

test('nobody but an admin touches the stock', async () => {
  const jar = await shelve(context)
  const body = [{ productId: jar, quantity: 1 }]
  expect((await takeOff(body, '')).status).toBe(401)
  for (const person of ['customer', 'driver'] as const) {
    expect((await takeOff(body, (await signedInAs(person)).token)).status).toBe(403)
  }
  expect(await stockOf(context, jar)).toBe(10)
})

test('forty counter sales at once of thirty jars sell thirty', { tags: 'faults' }, async () => {
  const jar = await shelve(context, { stock: 30 })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => takeOff([{ productId: jar, quantity: 1 }])),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
  expect(await stockOf(context, jar)).toBe(0)
})

test('after counting by hand the shelf has the counted number, and the book the difference', async () => {
  const jar = await shelve(context, { stock: 7 })
  const count = (counted: number) =>
    inTransaction(db, (tx) =>
      correctStock(tx, { productId: jar, counted, actorId: admin.viewer.id, at: context.clock() }),
    )
  await count(12)
  await count(12)
  await count(0)
  const rows = await db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, jar))
    .orderBy(stockMovements.id)
  expect(rows.map(({ cause, change, stockAfter }) => [cause, change, stockAfter])).toEqual([
    ['first_count', 7, 7],
    ['correction', 5, 12],
    ['correction', -12, 0],
  ])
})

test('the database itself refuses stock below zero', async () => {
  const jar = await shelve(context, { stock: 1 })
  const below = db.update(products).set({ stock: -1 }).where(eq(products.id, jar))
  await expect(below).rejects.toMatchObject({ cause: { constraint: 'products_stock_check' } })
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(db)).toEqual([])
})
