import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openPayingShop } from '#server/testing/paying-shop.ts'
import { checkPaymentInvariants } from './invariants.ts'

const shop = await openPayingShop()
const { mtn, order, started, pass, context } = shop
const { db } = context
afterAll(shop.close)

const paid = await order()
await started(paid)
await pass({ seconds: 5 })
const waiting = await order()
mtn.plan(`233${waiting.phone.slice(1)}`, { secondsPending: 600, callbacks: [] })
await started(waiting)
const cancelled = await order({})
await db.execute(sql`update orders set hold_until = ${shop.clock()} where id = ${cancelled.id}`)
await pass({ seconds: 1 })

test('the books of a shop in order have no faults', async () => {
  expect(await checkPaymentInvariants(db)).toEqual([])
})

test.each([
  {
    fault: 'an order that is paid by nothing',
    change: sql`update orders set paid_at = now() where id = ${waiting.id}`,
  },
  {
    fault: 'money that pays nothing',
    change: sql`update orders set paid_at = null where id = ${paid.id}`,
  },
  {
    fault: 'less money than it costs',
    change: sql`update payments set told_amount = 1 where order_id = ${paid.id}`,
  },
  {
    fault: 'a payment of another amount',
    change: sql`update payments set amount = 1, told_amount = 1 where order_id = ${paid.id}`,
  },
  {
    fault: 'a payment that nobody asks about any more',
    change: sql`update payments set next_check_at = null where order_id = ${waiting.id}`,
  },
  {
    fault: 'stock that waits for ever',
    change: sql`update orders set hold_until = null where id = ${waiting.id}`,
  },
  {
    fault: 'more money going back than came in',
    change: sql`insert into refunds (reference, payment, amount, way, stage, note, created_at, stage_at)
      select gen_random_uuid(), reference, amount + 1, 'gateway', 'pending', '', now(), now() from payments where order_id = ${paid.id}`,
  },
  {
    fault: 'more money going back than was due, because the gateway told a hundred times as much,',
    change: sql`with told as (update payments set told_amount = amount * 100, note = 'Accepted' where order_id = ${paid.id} returning *)
      insert into refunds (reference, payment, amount, way, stage, note, created_at, stage_at, next_check_at)
      select gen_random_uuid(), reference, told_amount, 'gateway', 'pending', '', now(), now(), now() from told`,
  },
  {
    fault: 'money that went back without a refund',
    change: sql`update payments set refunded_amount = 100, stage = 'partially_refunded' where order_id = ${paid.id}`,
  },
  {
    fault: 'a payment that waits for a refund that nobody has sent',
    change: sql`update payments set stage = 'refund_pending' where order_id = ${paid.id}`,
  },
  {
    fault: 'a refund of money that never came',
    change: sql`insert into refunds (reference, payment, amount, way, stage, note, created_at, stage_at)
      select gen_random_uuid(), reference, 1, 'by_hand', 'succeeded', '', now(), now() from payments where order_id = ${waiting.id}`,
  },
  {
    fault: 'money that went back and still pays',
    change: sql`update payments set stage = 'refunded', refunded_amount = amount where order_id = ${paid.id}`,
  },
  {
    fault: 'a living order that was cancelled for want of money',
    change: sql`update orders set cancel_reason = 'not_paid' where id = ${waiting.id}`,
  },
])('$fault is found', async ({ change }) => {
  const faults = await db
    .transaction(async (tx) => {
      await tx.execute(change)
      throw await checkPaymentInvariants(tx)
    })
    .catch((found: unknown) => found)
  expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^order \d+: /)]))
})

test('the database itself refuses a second try under way and a second payment for one order', async () => {
  const copy = (stage: string, orderId: number) =>
    db.execute(sql`insert into payments (reference, order_id, attempt, gateway, is_test, amount, currency, phone, stage, pays_order, created_at, stage_at)
      select gen_random_uuid(), order_id, attempt + 1, gateway, is_test, amount, currency, phone, ${stage}, ${stage === 'succeeded'}, created_at, stage_at
      from payments where order_id = ${orderId}`)
  await expect(copy('created', waiting.id)).rejects.toThrow()
  await expect(copy('succeeded', paid.id)).rejects.toThrow()
  await copy('failed', paid.id)
})

test('the database itself refuses to pay back more than came in, or twice at once', async () => {
  const more = sql`update payments set refunded_amount = amount + 1 where order_id = ${paid.id}`
  await expect(db.execute(more)).rejects.toThrow()
  const open = () =>
    db.execute(sql`insert into refunds (reference, payment, amount, way, stage, note, created_at, stage_at, next_check_at)
      select gen_random_uuid(), reference, 1, 'gateway', 'pending', '', now(), now(), now() from payments where order_id = ${paid.id} and pays_order`)
  await open()
  await expect(open()).rejects.toThrow()
})
