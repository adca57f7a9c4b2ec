import { expect, onTestFinished, test } from 'vitest'
import { sumUpTables } from './database.ts'
import { item, place } from './sample-orders.ts'
import { shelve } from './sample-rows.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** No other test has such shops. */
const settings = { SMS_PER_DAY: '4321' }

async function open(): Promise<TestShop> {
  const shop = await openTestShop({ settings })
  onTestFinished(shop.close)
  return shop
}

const listProducts = async ({ ask }: TestShop) => (await ask<object[]>('GET', '/api/products')).body

test('a shop that was used before is like a new one: no rows, files, mails or cached answers, and the first order number', async () => {
  const used = await openTestShop({ settings })
  const empty = await sumUpTables(used.context)
  const begun = used.clock()
  const jar = await shelve(used.context, { stock: 5 })
  const first = await place(used, [item(jar)])
  expect(await listProducts(used)).toHaveLength(1)
  expect(await used.mails()).not.toEqual([])
  await used.context.files.put('pictures/a.webp', Buffer.from('a'), 'image/webp')
  used.clock.forward({ days: 3 })
  await used.close()

  const shop = await open()
  expect(shop.app).toBe(used.app)
  expect(await sumUpTables(shop.context)).toEqual(empty)
  expect(await listProducts(shop)).toEqual([])
  expect(await shop.mails()).toEqual([])
  expect(await shop.context.files.get('pictures/a.webp')).toBeNull()
  expect(shop.clock()).toEqual(begun)
  const again = await place(shop, [item(await shelve(shop.context, { stock: 5 }))])
  expect(again.id).toBe(first.id)
})

test('a shop behind whose back a test went, or that is still open, is not used by another', {
  tags: 'faults',
}, async () => {
  const touched = await openTestShop({ settings })
  expect(touched.database.connection.database).toMatch(/^test_/)
  await touched.close()
  const one = await open()
  const other = await open()
  expect(new Set([touched.app, one.app, other.app]).size).toBe(3)
})
