import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { shopEvents } from './tables.ts'

const shop = await openTestShop()
const { context, clock, mails } = shop
const { db, jobs } = context
afterAll(shop.close)

const jar = await shelve(context, { stock: 100 })
const loseJobs = () => db.execute(sql`delete from pgboss.job where name = 'tell-event'`)

async function countMails(code: string): Promise<number> {
  return (await mails()).filter(({ subject }) => subject.includes(code)).length
}

test('what a killed process has told nobody is told a minute later, once', async () => {
  const { tracking_code: code } = await place(shop, [item(jar)])
  await loseJobs()
  const lookForMissed = async () => {
    await jobs.send(db, 'shop-events-missed', {})
    return await countMails(code)
  }
  expect(await lookForMissed()).toBe(0)
  clock.forward({ minutes: 2 })
  expect(await lookForMissed()).toBe(1)
  expect(await lookForMissed()).toBe(1)
})

test('a step that comes late goes out with the next one, and not after it', async () => {
  const { id, tracking_code: code } = await place(shop, [item(jar)])
  await loseJobs()
  const { token } = await shop.signedInAs('admin')
  const moved = await shop.ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Shipped' } })
  expect(moved.status).toBe(200)
  await mails()
  clock.forward({ minutes: 2 })
  await jobs.send(db, 'shop-events-missed', {})
  const subjects = (await mails()).flatMap(({ subject }) => (subject.includes(code) ? [subject] : []))
  expect(subjects).toEqual([expect.stringContaining('received'), expect.stringContaining('on its way')])
})

test('an event that waits in the queue is not sent a second time', async () => {
  await place(shop, [item(jar)])
  clock.forward({ minutes: 2 })
  const countJobs = async () => {
    const { rows } = await db.execute(
      sql`select from pgboss.job where name = 'tell-event' and state < 'completed'`,
    )
    return rows.length
  }
  expect(await countJobs()).toBe(1)
  await db.execute(
    sql`update pgboss.job set start_after = now() + interval '1 hour' where name = 'tell-event'`,
  )
  await jobs.send(db, 'shop-events-missed', {})
  await jobs.runDue()
  expect(await countJobs()).toBe(1)
})

test('events are forgotten after thirty days', async () => {
  const { id } = await place(shop, [item(jar)])
  const findEvents = () =>
    db
      .select()
      .from(shopEvents)
      .where(eq(sql`facts->>'orderId'`, String(id)))
  clock.forward({ hours: 29 * 24 })
  await jobs.send(db, 'shop-events-missed', {})
  await jobs.runDue()
  expect(await findEvents()).toHaveLength(1)
  clock.forward({ hours: 25 })
  await jobs.send(db, 'shop-events-missed', {})
  await jobs.runDue()
  expect(await findEvents()).toEqual([])
})
