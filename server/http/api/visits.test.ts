import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { VisitsResponse } from '#contract/dashboard.ts'
import { mostSourcesADay } from '#rules/visits.ts'
import { visitCounts } from '#server/features/visits/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context, signedInAs } = shop
afterAll(shop.close)

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

type Report = { kind: string; source?: string; first?: boolean }

async function report(body: Report, headers: Record<string, string> = {}, at = shop, address = '10.0.0.1') {
  return await at.ask('POST', '/api/visits', { body, headers: { 'user-agent': phone, ...headers }, address })
}

async function read(days = 7): Promise<VisitsResponse> {
  const { token } = await signedInAs('admin')
  return (await ask<VisitsResponse>('GET', `/api/visits?days=${days}`, { token })).body
}

/** So that each test begins with a day of its own. */
function nextDay() {
  clock.forward({ days: 1 })
}

async function today() {
  return (await read()).days.at(-1)
}

test('views, adds, checkouts and orders add up by day and by source', async () => {
  await report({ kind: 'page', source: 'l.instagram.com', first: true })
  await report({ kind: 'product', source: 'l.instagram.com' })
  await report({ kind: 'add', source: 'l.instagram.com' })
  await report({ kind: 'checkout', source: 'l.instagram.com' })
  await report({ kind: 'product', source: 'flyer / print / may', first: true })
  await report({ kind: 'page', first: true })
  const jar = await shelve(context)
  await place(shop, [item(jar)], { visit_source: 'l.instagram.com' })

  const { days, sources } = await read()
  const nothing = { visits: 0, page_views: 0, product_views: 0, adds: 0, checkouts: 0, orders: 0 }
  expect(days).toHaveLength(7)
  expect(days[0]).toMatchObject(nothing)
  expect(days.at(-1)).toEqual({
    day: clock().toISOString().slice(0, 10),
    ...{ visits: 3, page_views: 5, product_views: 2, adds: 1, checkouts: 1, orders: 1 },
  })
  expect(sources).toEqual([
    {
      ...nothing,
      source: 'instagram.com',
      visits: 1,
      page_views: 3,
      product_views: 1,
      adds: 1,
      checkouts: 1,
      orders: 1,
    },
    { ...nothing, source: 'direct', visits: 1, page_views: 1 },
    { ...nothing, source: 'flyer / print / may', visits: 1, page_views: 1, product_views: 1 },
  ])
})

test('an order that is sent twice counts once, and one that an admin tries or takes by phone does not', async () => {
  nextDay()
  const jar = await shelve(context)
  const key = 'visits-once'
  const once = { visit_source: 'a.example.com' }
  await place(shop, [item(jar)], once, { key })
  await place(shop, [item(jar)], { visit_source: 'b.example.com' }, { key })
  const { token } = await signedInAs('admin')
  await place(shop, [item(jar)], {}, { token })
  expect((await today())?.orders).toBe(1)
})

test('programs, pages fetched ahead and other sites are not counted, and nobody is told', async () => {
  nextDay()
  const page = { kind: 'page' }
  const answers = [
    await report(page, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
    await report(page, { 'user-agent': 'curl/8.5.0' }),
    await report(page, { 'sec-purpose': 'prefetch;prerender' }),
    await report(page, { 'sec-fetch-site': 'cross-site' }),
    await report(page, { 'sec-fetch-site': 'same-origin' }),
  ]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await today())?.page_views).toBe(1)
})

test('a report is short, and names nothing but what is counted', async () => {
  expect((await report({ kind: 'order' })).status).toBe(400)
  expect((await report({ kind: 'page', source: 'x'.repeat(71) })).status).toBe(400)
  expect((await report({ kind: 'page', source: 'x'.repeat(400) })).status).toBe(413)
  expect((await report({ kind: 'page', ...{ path: '/' } })).status).toBe(400)
})

test('made-up sources get no more rows than a day has room for, in all processes together', {
  tags: 'faults',
}, async () => {
  nextDay()
  const beside = await openTestShop({ beside: shop, clock })
  for (let n = 0; n < 50; n++) {
    await report({ kind: 'page', source: `a${n}.example.com` })
    await report({ kind: 'page', source: `b${n}.example.com` }, {}, beside)
  }
  await Promise.all([shop.shop.visits.flush(), beside.shop.visits.flush()])
  await report({ kind: 'page', source: 'facebook.com' }, {}, beside, '10.0.0.2')
  await report({ kind: 'page', source: 'a-last-one.example.com' }, {}, beside, '10.0.0.2')
  await beside.close()
  const day = clock().toISOString().slice(0, 10)
  const rows = (await context.db.select().from(visitCounts)).filter((row) => row.day === day)
  const sources = new Map(rows.map(({ source, count }) => [source, count]))
  expect(sources.size).toBe(mostSourcesADay + 2)
  expect([sources.get('facebook.com'), sources.get('other')]).toEqual([1, 100 - mostSourcesADay + 1])
  expect((await today())?.page_views).toBe(102)
})

test('whoever reports without end is not counted without end, and does not use up what an order may ask', async () => {
  nextDay()
  const address = '10.0.0.9'
  for (let n = 0; n < 130; n++) await report({ kind: 'page' }, {}, shop, address)
  expect((await today())?.page_views).toBe(120)
  const { headers } = await ask('GET', '/api/products', { address })
  expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThan(590)
})

test('counts that cannot be written are kept and written later', async () => {
  nextDay()
  await report({ kind: 'page' }, {}, shop, '10.0.0.3')
  // One more than this, and the database says no.
  const full = {
    day: clock().toISOString().slice(0, 10),
    source: 'direct',
    kind: 'page' as const,
    count: 2 ** 31 - 1,
  }
  await context.db.insert(visitCounts).values(full)
  await shop.shop.visits.flush()
  await context.db.delete(visitCounts).where(eq(visitCounts.count, full.count))
  await report({ kind: 'page' }, {}, shop, '10.0.0.3')
  expect((await today())?.page_views).toBe(2)
})

test('after 400 days a count is gone', async () => {
  const before = await context.db.$count(visitCounts)
  expect(before).toBeGreaterThan(0)
  clock.forward({ days: 401 })
  await report({ kind: 'page' }, {}, shop, '10.0.0.4')
  await shop.shop.visits.flush()
  await context.jobs.send(context.db, 'forget-old-visits', {})
  await context.jobs.runDue()
  expect(await context.db.$count(visitCounts)).toBe(1)
})
