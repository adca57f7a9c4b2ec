import { afterAll, expect, test } from 'vitest'
import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { item, orderBody, postPatiently } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { sizeOf } from './size.ts'

const people = sizeOf({ small: 60, full: 1_000 })
const uses = sizeOf({ small: 6, full: 100 })

/** Four processes on one database, each with its own connections. */
const shop = await openTestShop()
const branches = await Promise.all([1, 2, 3].map(() => openTestShop({ beside: shop })))
const doors = [shop, ...branches]
afterAll(async () => {
  for (const branch of branches) await branch.close()
  await shop.close()
})

test('of a crowd that types one code at once, exactly as many as it allows pay less', {
  meta: { size: `${people} buyers for ${uses} uses, four processes` },
  timeout: 600_000,
}, async () => {
  const { context, ask } = shop
  const { token } = await shop.signedInAs('admin')
  const jars = [await shelve(context, { stock: 5_000 }), await shelve(context, { stock: 5_000 })]
  const body = { name: 'Rush', kind: 'percent', percent: 10, code: 'RUSH', most_uses: uses }
  const { body: discount } = await ask<DiscountResponse>('POST', '/api/discounts', { token, body })
  const answers = await Promise.all(
    Array.from({ length: people }, (_, n) => {
      const customer_phone = `024${String(1_000_000 + n)}`
      const wanted = orderBody([item(jars[n % 2] ?? 0)], { customer_phone, discount_code: 'rush' })
      return postPatiently(doors[n % doors.length] ?? shop, wanted, { key: `rush ${n}` })
    }),
  )
  const sold = answers.filter(({ status }) => status === 201)
  expect(sold).toHaveLength(uses)
  expect(sold.every(({ body: order }) => order.discount_total > 0)).toBe(true)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(people - uses)

  const given = sold.slice(0, Math.ceil(uses / 2)).map(({ body: order }) => order.id)
  await Promise.all(
    given.map((id) => ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })),
  )
  const { body: after } = await ask<DiscountResponse>('GET', `/api/discounts/${discount.id}`, { token })
  expect(after.uses).toBe(uses - given.length)
  expect(await checkShop(context, { unnotifiedHours: 0 })).toEqual([])
})
