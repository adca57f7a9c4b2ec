import { readdirSync, readFileSync } from 'node:fs'
import { asc, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orderMoney } from '#server/features/orders/tables.ts'
import { sayAsOwner } from '#server/testing/database.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'

const shop = await openRefundingShop()
const { ask, token, context, paid, refund, pass } = shop
afterAll(shop.close)

const move = (id: number, body: object, who = token) => ask('PUT', `/api/orders/${id}`, { token: who, body })

/** An older shop: cash with a correction, payments whole, in part, gone back, gone back and paid again, and one too many. */
async function fill(): Promise<void> {
  const driver = await shop.signedInAs('driver')
  const cash = await place(shop, [item(shop.jar)])
  const given = { order_ids: [cash.id], driver_id: driver.viewer.id }
  await ask('PUT', '/api/orders/drivers', { token, body: given })
  await move(cash.id, { status: 'Shipped' })
  await move(cash.id, { status: 'Delivered', cash: { collected: 165 } }, driver.token)
  const corrected = { collected: 160, reason: 'Had no change' }
  await ask('PUT', `/api/orders/${cash.id}/cash`, { token: driver.token, body: corrected })

  await paid()
  await refund((await paid()).reference, { amount: 40, by_hand: true })
  const back = await paid()
  await refund(back.reference, { amount: 65, by_hand: true })
  await refund(back.reference)
  await pass({ seconds: 5 })
  await move(back.placed.id, { status: 'Pending' })
  await shop.started(back.placed)
  await pass({ seconds: 5 })

  const late = await shop.order()
  const reference = await shop.started(late)
  await move(late.id, { status: 'Cancelled' })
  await pass({ seconds: 5 })
  await refund(reference, { by_hand: true })
  const ambiguous = await paid()
  await refund(ambiguous.reference, { by_hand: true })
}

const {
  orderId,
  kind,
  source,
  way,
  amount,
  note,
  payment,
  refund: refundOf,
  cashEntryId,
  driverId,
} = orderMoney
const columns = { orderId, kind, source, way, amount, note, payment, refundOf, cashEntryId, driverId }
const facts = { ...columns, actorId: orderMoney.actorId, requestKey: orderMoney.requestKey }

const readLines = () =>
  context.db.select(facts).from(orderMoney).orderBy(asc(orderId), kind, amount, asc(cashEntryId))

function stepsOf(migration: string): string[] {
  const folder = 'server/migrations'
  const file = readdirSync(folder).find((name) => name.endsWith(migration))
  return readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint')
}

/** As the migration does it. */
async function fillLedger(): Promise<void> {
  const filling = stepsOf('_order_ledger.sql').filter((step) => step.includes('INSERT INTO "order_money"'))
  expect(filling).toHaveLength(1)
  for (const statement of filling) await context.db.execute(statement)
}

async function readSums() {
  const { rows } = await context.db.execute(sql`
    select (select sum(amount)::int from cash_entries where order_id is not null) as cash,
      (select sum(amount)::int from order_money where source = 'door') as door,
      (select sum(paid_online)::int from orders) as paid, (select sum(refunded)::int from orders) as refunded,
      (select sum(amount)::int from order_money where source = 'gateway' and kind = 'receipt') as received,
      (select sum(amount)::int from order_money where source = 'gateway' and kind = 'repayment') as repaid`)
  const [sums] = rows
  return sums
}

test('cash book and payments of an older version move into the ledger without losing a line or a pesewa', {
  tags: 'faults',
}, async () => {
  await fill()
  const before = await readLines()
  expect(before.length).toBeGreaterThan(8)
  await context.db.delete(orderMoney)
  await fillLedger()
  expect(await readLines()).toEqual(before)
  const sums = await readSums()
  expect(sums).toMatchObject({ cash: 16_000, door: 16_000 })
  expect([sums?.received, sums?.repaid]).toEqual([sums?.paid, sums?.refunded])
  expect(await checkBooks(context.db)).toEqual([])
})

test('what was delivered without a driver and never entered is still to come, and the sums of an older version follow', {
  tags: 'faults',
}, async () => {
  const { id } = await place(shop, [item(shop.jar)])
  await move(id, { status: 'Delivered' })
  const read = async () => {
    const { rows } = await context.db.execute(
      sql`select sum(received)::int as received, sum(still_to_come)::int as still_to_come from order_sums`,
    )
    return rows
  }
  const before = await read()
  const older = stepsOf('_returns.sql').filter((step) => /sums_of_order|orders_summed_again/.test(step))
  for (const statement of older) await sayAsOwner(shop.database, statement)
  await context.db.execute(sql`delete from order_sums`)
  await context.db.execute(sql`insert into order_sums select s.* from orders o, sums_of_order(o) s`)
  expect(await read()).not.toEqual(before)
  await sayAsOwner(shop.database, stepsOf('_received_follows_ledger.sql').join(''))
  expect(await read()).toEqual(before)
  expect(await checkBooks(context.db)).toEqual([])
})

test('money whose payment can no longer be told from another one is one line of its order', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await refund(reference, { by_hand: true })
  await context.db.execute(sql`update payments set stage = 'review' where reference = ${reference}`)
  await context.db.delete(orderMoney)
  await fillLedger()
  const lines = (await readLines()).filter((line) => line.orderId === placed.id)
  expect(lines).toMatchObject([
    { kind: 'receipt', amount: 16_500, payment: null, note: 'From before the ledger' },
    { kind: 'repayment', amount: 16_500, payment: null },
  ])
})
