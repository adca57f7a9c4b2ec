import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type OrderStatus, orderStatuses } from '#rules/order-status.ts'
import { users } from '#server/features/accounts/tables.ts'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { filledProductForm } from '#server/testing/forms.ts'
import {
  item,
  openDriverWorld,
  orderBody,
  place,
  post,
  postPatiently,
  stockOf,
} from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'

/** Two processes on one database, each with its own connections. */
const shop = await openTestShop()
const branch = await openTestShop({ beside: shop })
const { context, clock } = shop
const doorOf = (n: number) => (n % 2 ? shop : branch)
afterEach(async () => {
  expect(await checkShop(context, { unnotifiedHours: 0 })).toEqual([])
})
afterAll(async () => {
  await branch.close()
  await shop.close()
})
const { token } = await shop.signedInAs('admin')
const random = openSeededRandom('crowds')
const many = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** In a crowd one may be too late or be asked to come back; nothing may break. */
function expectOnly(allowed: readonly number[], answers: readonly { status: number }[]): void {
  expect(answers.filter(({ status }) => !allowed.includes(status))).toEqual([])
}

const carts = { people: sizeOf({ small: 10, full: 200 }), rounds: sizeOf({ small: 1, full: 50 }) }

test('carts with the same products in opposite orders are all sold', {
  meta: { size: `${carts.people} carts × ${carts.rounds}` },
  timeout: 240_000 + carts.rounds * 60_000,
}, async () => {
  const jars = await many(5, () => shelve(context, { stock: 1_000_000 }))
  for (let round = 0; round < carts.rounds; round++) {
    const answers = await many(carts.people, (n) => {
      const wanted = jars.slice(0, 1 + random.below(5))
      const items = (n % 2 ? wanted : wanted.toReversed()).map((jar) => item(jar, 1 + random.below(3)))
      return postPatiently(doorOf(n), orderBody(items), { key: `cart ${round} ${n}` })
    })
    expectOnly([201], answers)
  }
})

test.each([2, 10, 100].slice(0, sizeOf({ small: 2, full: 3 })))(
  'one order sent %i times at once is one order',
  {
    meta: { size: 'double clicks' },
  },
  async (times) => {
    const jar = await shelve(context, { stock: 1 })
    const key = `clicks ${times}`
    const answers = await many(times, (n) => postPatiently(doorOf(n), orderBody([item(jar)]), { key }))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await stockOf(context, jar)).toBe(0)
  },
)

const setStatus = (n: number, id: number, status: OrderStatus) =>
  doorOf(n).ask<{ stockRestored?: boolean }>('PUT', `/api/orders/${id}`, { token, body: { status } })

const allPairs = orderStatuses.flatMap((one) => orderStatuses.map((other) => [one, other] as const))
/** In every test run those that move stock, in a large one all of them. */
const pairs = allPairs.filter((pair) => !isSmall || (pair.includes('Cancelled') && pair[0] !== pair[1]))
const pairTimes = sizeOf({ small: 1, full: 20 })

test('two admins at one order: the books hold whatever both of them want', {
  meta: { size: `${pairs.length} pairs × ${pairTimes}` },
  timeout: 240_000 + pairTimes * 30_000,
}, async () => {
  const jar = await shelve(context, { stock: 1_000_000 })
  for (let time = 0; time < pairTimes; time++) {
    for (const [one, other] of pairs) {
      const { id } = await place(shop, [item(jar)])
      const answers = await Promise.all([setStatus(0, id, one), setStatus(1, id, other)])
      expectOnly([200, 409], answers)
    }
  }
})

const races = sizeOf({ small: 2, full: 50 })

test('an admin cancels while the driver takes the next step: whoever comes second is told, and what is cancelled stays so', {
  meta: { size: `${races} × 3 steps` },
  timeout: 240_000,
}, async () => {
  const { assigned, driver } = await openDriverWorld(shop)
  for (let race = 0; race < races; race++) {
    for (const [from, to] of [
      ['Pending', 'Processing'],
      ['Processing', 'Shipped'],
      ['Shipped', 'Delivered'],
    ] as const) {
      const { id } = await assigned(from)
      const step = () =>
        doorOf(race).ask('PUT', `/api/orders/${id}`, {
          token: driver.token,
          body: { status: to },
          headers: { 'idempotency-key': `race ${race} ${from}` },
        })
      const cancel = () => setStatus(race + 1, id, 'Cancelled')
      const [cancelled, stepped] = await Promise.all(
        random.below(2) ? [cancel(), step()] : [step(), cancel()].toReversed(),
      )
      for (const answer of [cancelled, stepped]) expect([200, 409]).toContain(answer?.status)
      const [order] = await context.db.select().from(orders).where(eq(orders.id, id))
      expect([cancelled?.status, order?.status]).toEqual(
        cancelled?.status === 200 ? [200, 'Cancelled'] : [409, to],
      )
    }
  }
})

const storms = { cancels: 50, toggles: sizeOf({ small: 20, full: 1_000 }) }

test('fifty cancellations at once give back once, and a storm of changes exactly what was taken', {
  meta: { size: `${storms.cancels} cancels, ${storms.toggles} toggles` },
  timeout: 240_000,
}, async () => {
  const jar = await shelve(context, { stock: 5 })
  const { id } = await place(shop, [item(jar, 5)])
  const cancelled = await many(storms.cancels, (n) => setStatus(n, id, 'Cancelled'))
  expectOnly([200, 503], cancelled)
  expect(cancelled.filter(({ body }) => body.stockRestored)).toHaveLength(1)
  expect(await stockOf(context, jar)).toBe(5)
  const changed = await many(storms.toggles, (n) => setStatus(n, id, n % 3 ? 'Cancelled' : 'Processing'))
  expectOnly([200, 409, 503], changed)
  const [order] = await context.db.select().from(orders).where(eq(orders.id, id))
  expect(await stockOf(context, jar)).toBe(order?.status === 'Cancelled' ? 5 : 0)
})

const buyers = sizeOf({ small: 12, full: 100 })

test('while many buy, an admin counts the shelf, changes the price and takes the product away', {
  meta: { size: `${buyers} buyers` },
}, async () => {
  const jar = await shelve(context, { stock: 20, price: 1_000 })
  const office = (n: number, price: string, stock: string) =>
    filledProductForm({ id: String(jar), price, stock_quantity: stock }, []).then((form) =>
      doorOf(n).ask('PUT', '/api/products', { token, ...form }),
    )
  const recount = async () => [await office(0, '10', '50'), await office(1, '12.50', '50')]
  await office(0, '10', '20')
  const [sold, counted] = await Promise.all([
    many(buyers, (n) => post(doorOf(n), orderBody([item(jar, 1, 10)]), { key: `shelf ${n}` })),
    recount(),
  ])
  expectOnly([201, 409, 503], sold)
  expectOnly([200, 409, 503], counted)
  const [late, gone] = await Promise.all([
    many(buyers, (n) => post(doorOf(n), orderBody([item(jar, 1)]), { key: `gone ${n}` })),
    shop.ask('DELETE', `/api/products/${jar}`, { token }),
  ])
  expectOnly([201, 409, 503], late)
  expect(gone.status).toBe(200)
  expect((await post(shop, orderBody([item(jar)]))).status).toBe(409)
})

test('one e-mail signed up many times at once is one account', {
  meta: { size: `${storms.cancels} sign-ups` },
}, async () => {
  const email = 'Twin@example.com'
  const answers = await many(storms.cancels, (n) =>
    doorOf(n).ask('POST', '/api/auth/signup', {
      body: { email: n % 2 ? email : email.toLowerCase(), password: 'shea butter 77' },
      address: `10.1.0.${n}`,
    }),
  )
  expectOnly([201, 429, 503], answers)
  expect(await context.db.$count(users, sql`lower(${users.email}) = 'twin@example.com'`)).toBe(1)
})

test('one token used twenty times at once stays one session, and after signing out none of them', {
  meta: { size: '20 uses' },
}, async () => {
  const customer = await shop.signedInAs('customer')
  clock.forward({ days: 2 })
  const check = (n: number) => doorOf(n).ask('GET', '/api/auth/check-admin', { token: customer.token })
  expect((await many(20, check)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  await shop.ask('POST', '/api/auth/signout', { token: customer.token })
  expect((await many(20, check)).map(({ status }) => status)).toEqual(Array(20).fill(401))
})
