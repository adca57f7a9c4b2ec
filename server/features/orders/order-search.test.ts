import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { searching } from './order-search.ts'
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
