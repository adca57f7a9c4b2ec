import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { context, clock, mails } = shop
afterAll(shop.close)

test('a step whose event was lost is told an hour later, once', async () => {
  const { tracking_code: code } = await place(shop, [item(await shelve(context))])
  await context.db.execute(sql`delete from pgboss.job where name = 'tell-event'`)
  const tell = async () => {
    await context.jobs.send(context.db, 'order-news-missed', {})
    return (await mails()).filter(({ subject }) => subject.includes(code)).length
  }
  expect(await tell()).toBe(0)
  clock.forward({ hours: 2 })
  expect(await tell()).toBe(1)
  expect(await tell()).toBe(1)
})
