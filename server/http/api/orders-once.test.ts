import { count, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, orderBody, place, post, postPatiently, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { context } = shop
const { db } = context
afterAll(shop.close)

async function ordersOf(customer_name: string): Promise<number> {
  const [found] = await db.select({ n: count() }).from(orders).where(eq(orders.customerName, customer_name))
  return found?.n ?? 0
}

function times<T>(many: number, work: (n: number) => T): T[] {
  return Array.from({ length: many }, (_, n) => work(n))
}

test('the same key is the same order, and only the first is marked as new', async () => {
  const body = orderBody([item(await shelve(context))], { customer_name: 'Once' })
  const first = await post(shop, body, { key: 'one attempt' })
  const second = await post(shop, body, { key: 'one attempt', url: '/api/orders/whatsapp' })
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(await ordersOf('Once')).toBe(1)
})

test('the same order sent fifty times at once is one order, even of the last jars', async () => {
  const jar = await shelve(context, { stock: 2 })
  const body = orderBody([item(jar, 2)], { customer_name: 'Double click' })
  const answers = await Promise.all(
    times(50, () => postPatiently(shop, body, { key: 'pressed fifty times' })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1)
  expect([await ordersOf('Double click'), await stockOf(context, jar)]).toEqual([1, 0])
})

test('without a key, the same code with the same contents is the same order', async () => {
  const jar = await shelve(context)
  const body = orderBody([item(jar)], { customer_name: 'Old client', tracking_code: 'TWICE1' })
  const answers = await Promise.all(times(8, () => post(shop, body)))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect([await ordersOf('Old client'), await stockOf(context, jar)]).toEqual([1, 9])
})

test('a repetition is recognised even when the code it proposed belonged to somebody else', async () => {
  const jar = await shelve(context)
  await place(shop, [item(jar)], { customer_name: 'Earlier', tracking_code: 'TAKEN1' })
  const body = orderBody([item(jar)], { customer_name: 'Later', tracking_code: 'TAKEN1' })
  const [first, second] = [await post(shop, body), await post(shop, body)]
  expect(first.body.tracking_code).not.toBe('TAKEN1')
  // Who brings the order knows all of it but its key, and shall not learn the PIN by sending it again.
  expect(second.body).toEqual({ ...first.body, delivery_pin: null })
  expect(await ordersOf('Later')).toBe(1)
})

test('an order that came with a key is recognised by its code as well', async () => {
  const body = orderBody([item(await shelve(context))], { customer_name: 'Both', tracking_code: 'BOTH01' })
  const first = await post(shop, body, { key: 'the page’s key' })
  expect((await post(shop, body)).body.id).toBe(first.body.id)
})

test('the same order in a new attempt is a second order', async () => {
  const body = orderBody([item(await shelve(context))], { customer_name: 'Again' })
  for (const key of ['first attempt', 'second attempt', undefined, undefined]) {
    expect((await post(shop, body, key === undefined ? {} : { key })).status).toBe(201)
  }
  expect(await ordersOf('Again')).toBe(4)
})

test('the same key with other details places nothing; only the same person learns the code', async () => {
  const jar = await shelve(context)
  const key = 'one key for two orders'
  const first = await place(shop, [item(jar)], {}, { key })
  const samePerson = await post(shop, orderBody([item(jar, 2)], { customer_phone: '+233241234567' }), {
    key,
  })
  expect(samePerson).toMatchObject({
    status: 422,
    body: { code: 'already_submitted', tracking_code: first.tracking_code },
  })
  const stranger = await post(shop, orderBody([item(jar, 2)], { customer_phone: '0209999999' }), { key })
  expect(stranger.status).toBe(422)
  expect(stranger.body).not.toHaveProperty('tracking_code')
  expect(await stockOf(context, jar)).toBe(9)
})

test('a refused attempt leaves its key free', async () => {
  const jar = await shelve(context, { price: 2_000, stock: 1 })
  const key = 'refused at first'
  expect((await post(shop, orderBody([item(jar, 1, 10)]), { key })).status).toBe(409)
  expect((await post(shop, orderBody([item(jar, 1, 20)]), { key })).status).toBe(201)
  // The answer was lost, and the price has changed since: it is still the same order.
  expect((await post(shop, orderBody([item(jar, 1, 30)]), { key })).status).toBe(201)
})

test('a key that is too long is refused', async () => {
  const body = orderBody([item(await shelve(context))])
  expect((await post(shop, body, { key: 'k'.repeat(256) })).status).toBe(400)
})

test('two different orders that propose one code at once both get through, with a code each', async () => {
  const jar = await shelve(context, { stock: 30 })
  const answers = await Promise.all(
    times(8, (n) =>
      place(shop, [item(jar)], { customer_name: `Twin ${n}`, tracking_code: 'SAME01' }, { key: `twin ${n}` }),
    ),
  )
  const codes = answers.map(({ tracking_code }) => tracking_code)
  expect(new Set(codes).size).toBe(8)
  expect(codes).toContain('SAME01')
})

test('fifty buyers for five jars: five orders, 45 clear answers', async () => {
  const jar = await shelve(context, { name: 'Last jars', stock: 5 })
  const buy = (n: number) =>
    postPatiently(shop, orderBody([item(jar)], { customer_name: `Buyer ${n}` }), { key: `rush ${n}` })
  const answers = await Promise.all(times(50, buy))
  const clear = {
    status: 409,
    body: {
      code: 'out_of_stock',
      error: 'Last jars is out of stock.',
      items: [{ product_id: jar, available: 0 }],
    },
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(clear)
  expect(await stockOf(context, jar)).toBe(0)
})

test('carts in opposite orders do not wait for each other for ever', { tags: 'faults' }, async () => {
  const jars = await Promise.all(times(5, () => shelve(context, { stock: 1_000 })))
  const carts = times(60, (n) => {
    const lines = jars.map((jar) => item(jar, 1 + (n % 3)))
    return n % 2 ? lines : lines.toReversed()
  })
  const answers = await Promise.all(
    carts.map((lines, n) => postPatiently(shop, orderBody(lines), { key: `cart ${n}` })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(db)).toEqual([])
})
