import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { filledProductForm } from '#server/testing/forms.ts'
import { type ManyShops, openManyShops } from '#server/testing/many-shops.ts'
import { stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type Answer, ask, beginUpload, buyPatiently, openTraffic, patiently } from './visitors.ts'

const buyers = 1_000
const jars = 5
const linesAtOnce = 100

const admin = { email: 'owner@example.com', password: 'kente and shea' }
const driver = { email: 'rider@example.com', password: 'fast and careful' }

let many: ManyShops
let adminToken = ''

beforeAll(async () => {
  many = await openManyShops({
    count: 4,
    settings: { DRAIN_SECONDS: '1', METRICS_TOKEN: 'many-processes-token' },
  })
  const { accounts } = many.shop
  await accounts.createAccount({ ...admin, isAdmin: true })
  await accounts.createAccount({ ...driver, isDriver: true })
  adminToken = (await ask(at(0), 'POST', '/api/auth/signin', { body: admin })).body.token
}, 180_000)
afterEach(async () => {
  expect(await checkShop(many.context, { unnotifiedHours: 0 })).toEqual([])
})
afterAll(() => many.close())

/** One of the four, without the proxy. */
function at(place: number): string {
  return many.processes[place]?.address ?? ''
}

const places = [0, 1, 2, 3]

test(`${buyers} buyers for ${jars} jars, spread over four processes: exactly ${jars} get one`, {
  meta: { size: `4 processes, ${buyers} buyers` },
}, async () => {
  const jar = await shelve(many.context, { stock: jars })
  const answers: Answer[] = []
  // More lines than this at the same moment a machine may not accept; behind each wait ten buyers.
  const line = async () => {
    for (let n = 0; n < buyers / linesAtOnce; n++) answers.push(await buyPatiently(many.proxy.address, jar))
  }
  await Promise.all(Array.from({ length: linesAtOnce }, line))
  const sold = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.code === 'out_of_stock')
  expect([sold.length, refused.length]).toEqual([jars, buyers - jars])
  expect(await stockOf(many.context, jar)).toBe(0)
})

test('the same order sent to all four at once is one order', async () => {
  const jar = await shelve(many.context, { stock: 10 })
  const key = randomUUID()
  const answers = await Promise.all([...places, ...places].map((place) => buyPatiently(at(place), jar, key)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await stockOf(many.context, jar)).toBe(9)
})

test('whoever signs out at one process is signed out at all of them', async () => {
  const { token } = (await ask(at(1), 'POST', '/api/auth/signin', { body: driver })).body
  const seen = () =>
    Promise.all(
      places.map(async (place) => (await ask(at(place), 'GET', '/api/auth/is-driver', { token })).status),
    )
  expect(await seen()).toEqual([200, 200, 200, 200])
  await ask(at(2), 'POST', '/api/auth/signout', { token })
  expect(await seen()).toEqual([401, 401, 401, 401])
})

test('guesses at a password count together, whichever process hears them', async () => {
  const body = { email: 'guessed@example.com', password: 'wrong again' }
  const statuses: number[] = []
  for (let n = 0; statuses.at(-1) !== 429; n++) {
    const guess = () => ask(at(n % places.length), 'POST', '/api/auth/signin', { body })
    statuses.push((await patiently(guess)).status)
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})

test('a price changed at one process is on the pages of all of them, though each had kept the old one', async () => {
  const jar = await shelve(many.context, { name: 'Priced jar' })
  const page = `/product/${jar}`
  const shows = async (price: string) =>
    (await Promise.all(places.map((place) => ask(at(place), 'GET', page)))).filter(({ text }) =>
      text.includes(price),
    ).length
  for (const price of ['210.50', '211.50', '212.50']) {
    await shows('')
    const { status } = await ask(at(3), 'PUT', '/api/products', {
      token: adminToken,
      ...(await filledProductForm({ id: String(jar), name: 'Priced jar', price })),
    })
    expect(status).toBe(200)
    // A page that nobody drops is made anew after a minute.
    await expect.poll(() => shows(price), { timeout: 30_000, interval: 10 }).toBe(4)
  }
})

test('a new order and an assignment are seen through every process', async () => {
  const jar = await shelve(many.context, { stock: 10 })
  const counts = async (place: number, after = 0) =>
    (await ask(at(place), 'GET', `/api/orders/counts?after=${after}`, { token: adminToken })).body
  const { newest_id: newest } = await counts(1)
  const { id } = (await buyPatiently(at(0), jar)).body
  for (const place of places)
    expect(await counts(place, Number(newest))).toMatchObject({ newest_id: id, newer: 1 })

  const { token } = (await ask(at(1), 'POST', '/api/auth/signin', { body: driver })).body
  const [rider] = JSON.parse((await ask(at(0), 'GET', '/api/drivers', { token: adminToken })).text)
  const body = { order_ids: [id], driver_id: rider.id }
  expect((await ask(at(2), 'PUT', '/api/orders/drivers', { token: adminToken, body })).status).toBe(200)
  for (const place of places) {
    expect((await ask(at(place), 'GET', '/api/orders/driver', { token })).body).toMatchObject({
      orders: [{ id }],
    })
  }
})

test('each process counts what it did, and all of them know the same shop', async () => {
  const read = (place: number) => ask(at(place), 'GET', '/metrics', { token: 'many-processes-token' })
  const pages = await Promise.all(places.map(read))
  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/readyz",status="2xx"\} \d+/,
    )
    expect(text).toContain('database_up 1')
  }
  const orderLines = pages.map(({ text }) => text.match(/^shop_orders\{.*$/gm)?.join())
  expect(new Set(orderLines).size).toBe(1)
})

test('processes are replaced one by one under load, and no request fails, not even an upload under way', {
  meta: { size: '4 processes' },
  timeout: 600_000,
}, async () => {
  // One each: people who want the same jar would wait for each other, and that is another story.
  const shelf: number[] = []
  for (let n = 0; n < 4; n++) shelf.push(await shelve(many.context, { stock: 100_000 }))
  const traffic = openTraffic(many.proxy.address, shelf)
  onTestFinished(() => traffic.end())
  const replaced = many.processes.map(({ pid }) => pid)
  const uploads: (number | undefined)[] = []
  for (const place of places) {
    const leaving = many.processes[place]
    if (leaving === undefined) continue
    const upload = await beginUpload(leaving.address, adminToken)
    const gone = leaving.stop()
    await many.proxy.until('away', leaving.address)
    uploads.push(await upload.finish())
    expect(await gone).toBe(0)
    await many.start(place)
  }
  await traffic.end()
  expect(traffic.failures).toEqual([])
  expect(uploads).toEqual([201, 201, 201, 201])
  expect(many.processes.some(({ pid }) => replaced.includes(pid))).toBe(false)
  expect(await countOrders(shelf)).toBe(traffic.bought.size)
})

test('a process that is killed loses no order: whoever gets no answer asks again and has one order', {
  meta: { size: '4 processes, kill -9' },
}, async () => {
  const jar = await shelve(many.context, { stock: 100_000 })
  const victim = many.processes[1]
  let bought = 0
  async function customer(): Promise<void> {
    for (let n = 0; n < 12; n++) {
      const key = randomUUID()
      let answer: Answer | null = null
      // The proxy may not yet know that the process is gone.
      while (answer?.status !== 201) answer = await buyPatiently(many.proxy.address, jar, key)
      bought++
      if (bought === 20) await victim?.killShop()
    }
  }
  await Promise.all(Array.from({ length: 6 }, customer))
  await many.start(1)
  expect(bought).toBe(72)
  expect(await countOrders([jar])).toBe(72)
  expect(await stockOf(many.context, jar)).toBe(100_000 - 72)
})

async function countOrders(shelf: readonly number[]): Promise<number> {
  const { db } = many.context
  return await db.$count(orders, sql`id in (select order_id from order_lines where product_id in ${shelf})`)
}
