import { mkdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { orderStatuses } from '#rules/order-status.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { sampleOrders } from '../../../sample-shop/orders.ts'
import { makeDemoAccounts } from '../demo-accounts.ts'
import { addDemoOrders } from './add-demo-orders.ts'

test('the sample shop has orders in every status, and its books agree', async () => {
  const { mails, shop, context, close } = await openTestShop()
  onTestFinished(close)
  await mkdir(context.config.dataDir, { recursive: true })
  for (const { name, price, stock_quantity: stock } of [...sampleProducts, extraProduct]) {
    await shelve(context, { name, price, stock })
  }
  const accounts = await makeDemoAccounts(context, shop)
  await addDemoOrders(context, accounts)
  const { orders } = await shop.orders.list({}, { page: 1, limit: 100 })
  expect(orders).toHaveLength(sampleOrders.length)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses))
  expect(orders.some(({ driverName }) => driverName === 'Demo Driver')).toBe(true)
  expect(await checkInvariants(context.db)).toEqual([])
  expect(await mails()).toEqual([])
})
