import { expect, onTestFinished, test } from 'vitest'
import { sampleProducts } from '#rules/sample-products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { fillEmptyShop } from './fill-empty-shop.ts'
import { fillSampleShop } from './fill-sample-shop.ts'

async function openNewShop() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  return { ...opened, say: () => {} }
}

test('a new shop gets products with pictures in all sizes, posts, orders and demo accounts, once', async () => {
  const { context, shop, say } = await openNewShop()
  const accounts = await fillSampleShop(context, shop, say)
  expect(Object.keys(accounts ?? {})).toEqual(['admin', 'driver', 'customer'])
  const { products, total } = await shop.catalogue.list({ page: 1, limit: 100 })
  expect(products.map(({ name }) => name)).toEqual(
    expect.arrayContaining(sampleProducts.map(({ name }) => name)),
  )
  expect(products.every(({ picture }) => picture?.hasAvif)).toBe(true)
  expect(await fillSampleShop(context, shop, say)).toEqual(accounts)
  expect((await shop.catalogue.list({ page: 1, limit: 100 })).total).toBe(total)
})

test('a start that was cut off after the shelves were filled is finished by the next one', async () => {
  const { context, shop, say } = await openNewShop()
  await fillEmptyShop(context, say)
  expect(await fillSampleShop(context, shop, say)).not.toBeNull()
  expect((await shop.orders.list({}, { page: 1, limit: 1 })).total).toBeGreaterThan(0)
})
