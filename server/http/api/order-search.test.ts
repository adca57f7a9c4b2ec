import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { item, place, placeThreeOrders } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, context } = shop
afterAll(shop.close)

const { admin, ama } = await placeThreeOrders(shop)

function list(query = '') {
  return ask<{ orders: AdminOrderResponse[] }>('GET', `/api/orders${query}`, { token: admin.token })
}

async function found(params: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(`?${new URLSearchParams(params)}`)
  expect(status).toBe(200)
  return body.orders.map(({ tracking_code }) => tracking_code)
}

test.each([
  { q: 'ama', codes: ['AMA001'] },
  { q: 'MENSAH', codes: ['AMA001'] },
  { q: 'ama mensah', codes: ['AMA001'] },
  { q: 'ama  mensah', codes: ['AMA001'] },
  { q: 'ma mens', codes: ['AMA001'] },
  { q: 'yama mensah', codes: [] },
  { q: 'ama mensahs', codes: [] },
  { q: 'kof002', codes: ['KOF002'] },
  { q: 'kofi.o@example', codes: ['KOF002'] },
  { q: '020 987', codes: [] },
  { q: '0209876543', codes: ['KOF002'] },
  { q: '020 987 6543', codes: ['KOF002'] },
  { q: '+233209876543', codes: ['KOF002'] },
  { q: '024 123 4567', codes: ['AMA001'] },
  { q: '7911', codes: ['YAA003'] },
  { q: '#', codes: [] },
  { q: 'nobody', codes: [] },
])('the search for $q finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test('an order is found by its number, with or without the sign', async () => {
  expect(await found({ q: `#${ama.id}` })).toEqual(['AMA001'])
  expect(await found({ q: String(ama.id) })).toContain('AMA001')
})

test.each([
  { q: '^ya', codes: ['YAA003'] },
  { q: '^kof\\d+$', codes: ['KOF002'] },
  { q: 'a{2}$', codes: ['YAA003'] },
  { q: 'ama|yaa', codes: ['YAA003', 'AMA001'] },
  { q: 'AMA[0-9]+', codes: ['AMA001'] },
  { q: 'mensah.AMA', codes: [] },
])('the pattern $q finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test.each([
  { q: '(Jr.', codes: ['KOF002'] },
  { q: '(Jr.)', codes: ['KOF002'] },
  { q: '_5%', codes: ['KOF002'] },
  { q: '5%', codes: ['KOF002'] },
  { q: '%', codes: ['KOF002'] },
  { q: '_', codes: ['KOF002'] },
  { q: '*', codes: [] },
  { q: '\\', codes: [] },
  { q: '[', codes: [] },
  { q: '+44', codes: ['YAA003'] },
  { q: "'; drop table orders; --", codes: [] },
])('$q, which is no pattern, is plain text and finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test.each([
  '(a+)+$',
  '((a*)*)*b',
  '(.*)*\\1\\1\\1',
  '((((((.{1,100}){1,100}){1,100}){1,100})))',
  `${'(x?)'.repeat(24)}`,
  '(?=.*a)(?!b)',
])('the cruel pattern %s is answered', async (q) => {
  expect((await list(`?${new URLSearchParams({ q })}`)).status).toBe(200)
})

test('a term of more than a hundred characters is refused', async () => {
  expect((await list(`?q=${'a'.repeat(101)}`)).status).toBe(400)
})

test('in a shop with very many orders the newest are searched first, and all others too where those are too few', async () => {
  await context.db.execute(sql`
    insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
      payment_method, subtotal, delivery_fee, total, search_text, created_at, updated_at, id)
    overriding system value
    select 'OLD' || n, 'Delivered', name, '', '', '', '', '', 'delivery_service', 'whatsapp', 0, 0, 0, name || E'\nOLD' || n, at, at, 100000 * n
    from (
      select n, case when n % 2 = 0 then 'Adwoa Quaye' else 'Efua Lartey' end as name,
        timestamptz '2020-01-01' + n * interval '1 hour' as at
      from generate_series(1, 240) n
    ) made`)
  const answer = await list('?q=adwoa+quaye&limit=20')
  expect(answer.body.orders.map(({ tracking_code }) => tracking_code).slice(0, 2)).toEqual([
    'OLD240',
    'OLD238',
  ])
  // Nobody reads the hundredth page of a search: more than a hundred is said, and counted on where somebody does.
  expect(answer.headers['x-total-count']).toBe('101')
  const last = await list('?q=adwoa+quaye&limit=20&page=6')
  expect(last.body.orders.at(-1)?.tracking_code).toBe('OLD2')
  expect(last.headers['x-total-count']).toBe('120')
  expect(await found({ q: 'OLD7' })).toContain('OLD7')
  expect(await found({ q: 'OL', limit: '5' })).not.toContain('OLD7')
})

test('whatever part of a name is typed, across one blank or more, and a number of any length, its order is found', async () => {
  const name = 'Nana Ɛsi Mensah-Bonsu Ɔforiwaa'
  const [jar = 0] = (await context.db.execute<{ id: number }>(sql`select id from products`)).rows.map(
    ({ id }) => id,
  )
  const { tracking_code } = await place(shop, [item(jar)], {
    customer_name: name,
    customer_phone: '+1 202 555 0143',
  })
  expect(await found({ q: '+1 (202) 555-0143' })).toEqual([tracking_code])
  for (let from = 0; from < 9; from++)
    for (let to = 20; to < name.length; to++) {
      const part = name.slice(from, to).trim()
      expect.soft([part, await found({ q: part.toUpperCase() })]).toEqual([part, [tracking_code]])
    }
})
