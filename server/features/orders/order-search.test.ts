import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { findNewest, hasNumber, type SearchScope, searching } from './order-search.ts'
import { orders } from './tables.ts'
import { searchTextOf } from './write-order.ts'

const { context, close } = await openTestShop()
afterAll(close)

test('a pattern that takes too long is stopped and counts as plain text', async () => {
  let tries = 0
  const answer = await searching(context.db, 'slow.*', async (db) => {
    if (++tries === 1) await db.execute(sql`select pg_sleep(20)`)
    return 'as plain text'
  })
  expect([tries, answer]).toEqual([2, 'as plain text'])
})

test('what fails for another reason is not tried again', async () => {
  const broken = searching(context.db, 'a.*', (db) => db.execute(sql`select 1 / 0`))
  await expect(broken).rejects.toMatchObject({ cause: { code: '22012' } })
})

test('each thing that is searched has its own line, a number in all its spellings', () => {
  const ama = { customerName: 'Ama\nMensah ', trackingCode: 'AMA001', customerEmail: 'ama@example.com' }
  expect(searchTextOf({ ...ama, customerPhone: '024 123 4567' }).split('\n')).toEqual([
    'Ama Mensah',
    'AMA001',
    'ama@example.com',
    '024 123 4567',
    '0241234567',
    '+233241234567',
  ])
  const abroad = searchTextOf({ ...ama, customerEmail: null, customerPhone: '+44 7911 123456' })
  expect(abroad.split('\n').slice(2)).toEqual(['+44 7911 123456', '00447911123456', '+447911123456'])
})

test('a number is found as a whole line, also one that nobody can dial', async () => {
  const write = (id: number, customerPhone: string) => {
    const text = searchTextOf({
      customerName: 'Ama',
      trackingCode: `N${id}`,
      customerEmail: null,
      customerPhone,
    })
    return context.db.execute(sql`
      insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
        payment_method, subtotal, delivery_fee, total, search_text, created_at, updated_at, id)
      overriding system value
      values (${`N${id}`}, 'Pending', '', '', '', '', '', '', 'delivery_service', 'whatsapp', 0, 0, 0, ${text}, now(), now(), ${id})`)
  }
  await write(1, '024 123 4567')
  await write(2, 'ask at 12')
  await write(3, '+1 202 555 0143')
  const find = async (number: string) =>
    (await context.db.select({ id: orders.id }).from(orders).where(hasNumber(number))).map(({ id }) => id)
  expect([await find('+233241234567'), await find('0241234567')]).toEqual([[1], [1]])
  expect([await find('ask at 12'), await find('at 12')]).toEqual([[2], []])
  expect([await find('+12025550143'), await find('+12025550144')]).toEqual([[3], []])
})

async function searchAmong(lists: readonly number[][], scope: SearchScope): Promise<[number[], string[]]> {
  const places: string[] = []
  const ids = await findNewest(context.db, scope, 101, async (where) => {
    places.push(where ? 'newest' : 'all')
    return lists[places.length - 1] ?? []
  })
  return [ids, places]
}

test('what is frequent is looked for among the newest, step by step; what is rare there, among all at once', async () => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => 200_000 - n)
  await context.db.execute(sql`
    insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
      payment_method, subtotal, delivery_fee, total, created_at, updated_at, id)
    overriding system value
    values ('NEWEST', 'Pending', '', '', '', '', '', '', 'delivery_service', 'whatsapp', 0, 0, 0, now(), now(), 200000)`)
  expect(await searchAmong([some(101)], 'recent first')).toEqual([some(101), ['newest']])
  expect(await searchAmong([some(7), some(101)], 'recent first')).toEqual([some(101), ['newest', 'newest']])
  expect(await searchAmong([some(7), some(60), some(70)], 'recent first')).toEqual([
    some(70),
    ['newest', 'newest', 'all'],
  ])
  expect(await searchAmong([some(6), some(70)], 'recent first')).toEqual([some(70), ['newest', 'all']])
  expect(await searchAmong([[], []], 'recent first')).toEqual([[], ['newest', 'all']])
  expect(await searchAmong([some(3), some(9)], 'many first')).toEqual([some(9), ['newest', 'all']])
  expect(await searchAmong([[], some(9)], 'recent')).toEqual([some(9), ['newest', 'newest']])
  expect(await searchAmong([some(9)], 'all')).toEqual([some(9), ['all']])
})
