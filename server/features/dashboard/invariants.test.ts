import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { checkBooks, checkShop } from './invariants.ts'

const clock = openTestClock(new Date())
const shop = await openTestShop({ clock })
const { context } = shop
const { db, jobs } = context
afterAll(shop.close)

const jar = await shelve(context)
const early = await place(shop, [item(jar)])
await place(shop, [item(jar)])

test('a shop in order has nothing to say against it, also while its e-mails wait', async () => {
  expect(await checkShop(context)).toEqual([])
  await jobs.runDue()
  expect(await checkShop(context)).toEqual([])
})

test.each([
  {
    fault: 'a database that would take two orders with one key',
    change: sql`drop index orders_request_key_key`,
    found: 'index orders_request_key_key: the database itself keeps codes, keys and payments apart',
  },
  {
    fault: 'money that is kept with a floating point',
    change: sql`alter table orders add column tip double precision`,
    found: 'column orders.tip: no amount is kept as a number with a floating point',
  },
  {
    fault: 'a step that nobody was told and nobody will be',
    change: sql`update order_history set told_at = null, changed_at = changed_at - interval '3 hours' where order_id = ${early.id}`,
    found: `order ${early.id}: every step of an order is told, or its telling waits`,
  },
  {
    fault: 'a product that is not counted',
    change: sql`insert into product_counts values (-1)`,
    found: 'products, off by -1: as many products are counted as stand on the shelves',
  },
  {
    fault: 'a product of a category that is not counted',
    change: sql`insert into category_counts values ('serum', -1)`,
    found:
      'products of serum, off by -1: as many products of each category are counted as stand on its shelf',
  },
  {
    fault: 'a jar that vanished',
    change: sql`update products set stock_quantity = 1 where id = ${jar}`,
    found: `product ${jar}: the stock book adds up, row by row, to the stock`,
  },
])('$fault is found', async ({ change, found }) => {
  await jobs.runDue()
  const faults = await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      await tx.execute(change)
      throw await checkBooks(tx)
    })
    .catch((thrown: unknown) => thrown)
  expect(faults).toContain(found)
})

test('once an hour the shop looks at its own books, and an alert is logged if they do not add up', async () => {
  const logged: unknown[] = []
  const log = context.log
  const error = log.error
  log.error = ((facts: object, words: string) => void logged.push([facts, words])) as typeof error
  await jobs.send(db, 'check-books', {})
  await jobs.runDue()
  expect(logged).toEqual([])
  await db.execute(sql`update products set stock_quantity = 1 where id = ${jar}`)
  await jobs.send(db, 'check-books', {})
  await jobs.runDue()
  log.error = error
  expect(logged).toEqual([
    [
      { untrue: expect.arrayContaining([expect.stringMatching(`^product ${jar}: `)]) },
      'The books do not add up',
    ],
  ])
})

test('a shop with very many orders looks at its books every few hours', async () => {
  const looked: string[] = []
  const { log } = context
  const { error } = log
  log.error = ((_: object, words: string) => void looked.push(words)) as typeof error
  await db.execute(sql`insert into order_status_counts (status, orders) values ('Delivered', 400000)`)
  const anHourLater = async () => {
    clock.forward({ hours: 1 })
    await jobs.send(db, 'check-books', {})
    await jobs.runDue()
    return looked.splice(0)
  }
  if (clock().getUTCHours() % 2 === 1) clock.forward({ hours: 1 })
  expect(await anHourLater()).toEqual([])
  expect(await anHourLater()).toEqual(['The books do not add up'])
  await db.execute(sql`delete from order_status_counts where orders = 400000`)
  expect(await anHourLater()).toEqual(['The books do not add up'])
  log.error = error
})
