import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orderMoney } from '#server/features/orders/tables.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'

const shop = await openRefundingShop()
const { ask, token, context, paid, refund, pass } = shop
const driver = await shop.signedInAs('driver')
afterAll(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await shop.close()
})
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))

type Ledger = OrderLedgerResponse & RefusalResponse

/** One jar with delivery: 165. */
const order = () => place(shop, [item(shop.jar)])
const ledgerOf = async (id: number) => (await ask<Ledger>('GET', `/api/orders/${id}/money`, { token })).body
const shown = async (id: number) =>
  (await ask<AdminOrderResponse>('GET', `/api/orders/${id}`, { token })).body

async function enter(id: number, entry: object, { key = randomUUID() as string, last_line = -1 } = {}) {
  const seen = last_line < 0 ? (await ledgerOf(id)).last_line : last_line
  return await ask<Ledger>('POST', `/api/orders/${id}/money`, {
    token,
    body: { kind: 'receipt', way: 'cash', last_line: seen, ...entry },
    headers: { 'idempotency-key': key },
  })
}

const takeBack = (id: number, line: number) =>
  ask<Ledger>('POST', `/api/orders/${id}/money/${line}/take-back`, {
    token,
    body: { note: 'Wrong order' },
  })

const move = (id: number, body: object, who = token, key: string = randomUUID()) =>
  ask<RefusalResponse>('PUT', `/api/orders/${id}`, {
    token: who,
    body,
    headers: { 'idempotency-key': key },
  })

/** On its way with the driver. */
async function shipped(): Promise<number> {
  const { id } = await order()
  const body = { order_ids: [id], driver_id: driver.viewer.id }
  await ask('PUT', '/api/orders/drivers', { token, body })
  await move(id, { status: 'Shipped' })
  return id
}

const deliver = (id: number, cash: object, key?: string) =>
  move(id, { status: 'Delivered', cash }, driver.token, key)

async function toDecide(id: number) {
  const { body } = await ask<DashboardResponse>('GET', '/api/dashboard', { token })
  return body.ordersToDecide.find((each) => each.id === id)?.marks ?? null
}

test('a sale at the counter: money by two ways, each with who and when, and the order is paid', async () => {
  const { id } = await order()
  expect(await ledgerOf(id)).toMatchObject({ lines: [], open: 165, to_pay_back: 0, last_line: 0 })
  expect((await enter(id, { amount: 100 })).status).toBe(201)
  expect(await shown(id)).toMatchObject({ payment_state: 'Partly paid', amount_to_collect: 65 })
  expect((await enter(id, { way: 'wallet', amount: 65 })).body.fields).toHaveProperty('reference')
  const { body } = await enter(id, { way: 'wallet', amount: 65, reference: 'MP261117.0815' })
  expect(body).toMatchObject({ payment_state: 'Paid', kept: 165, open: 0, cost: 165 })
  expect(body.lines).toMatchObject([
    { kind: 'receipt', source: 'office', way: 'cash', amount: 100, by: 'admin', may_take_back: true },
    { way: 'wallet', amount: 65, reference: 'MP261117.0815', at: shop.clock().toISOString() },
  ])
  expect((await enter(id, { amount: 5 })).body.fields).toHaveProperty('note')
})

test('the same press counts once, and whoever did not see the newest line is told so', async () => {
  const { id } = await order()
  const sent = () => enter(id, { amount: 65 }, { key: 'one-press', last_line: 0 })
  const both = await Promise.all([sent(), sent()])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await ledgerOf(id)).lines).toHaveLength(1)
  const other = await enter(id, { amount: 64 }, { key: 'one-press', last_line: 0 })
  expect(other.body.code).toBe('already_submitted')
  const late = await enter(id, { amount: 65 }, { last_line: 0 })
  expect([late.status, late.body.code]).toEqual([409, 'money_changed'])
  const { last_line } = await ledgerOf(id)
  const rivals = await Promise.all([
    enter(id, { amount: 100 }, { last_line }),
    enter(id, { amount: 100 }, { last_line }),
  ])
  expect(rivals.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await ledgerOf(id)).toMatchObject({ kept: 165, to_pay_back: 0 })
})

test('a wrong line is taken back by one more line, once, and never deleted', async () => {
  const [{ id }, other] = [await order(), await order()]
  const { body } = await enter(id, { amount: 165 })
  const [line] = body.lines
  expect((await takeBack(other.id, line?.id ?? 0)).status).toBe(404)
  expect((await takeBack(id, line?.id ?? 0)).body).toMatchObject({
    kept: 0,
    payment_state: 'Pay on delivery',
  })
  const { lines, last_line } = (await takeBack(id, line?.id ?? 0)).body
  expect(lines).toMatchObject([
    { amount: 165, corrected_by: last_line, may_take_back: false },
    { amount: -165, corrects: line?.id, note: 'Wrong order', may_take_back: false },
  ])
  await context.db
    .update(orderMoney)
    .set({ actorId: driver.viewer.id })
    .where(eq(orderMoney.corrects, line?.id ?? 0))
  expect((await takeBack(id, line?.id ?? 0)).body.code).toBe('money_changed')
  expect((await takeBack(id, last_line)).body.code).toBe('money_stays')
  await expect(
    context.db.update(orderMoney).set({ amount: 1 }).where(eq(orderMoney.orderId, id)),
  ).rejects.toThrow()
})

test('a gesture is paid back once; taken back, it is owed again; and a receipt stays while its money went back', async () => {
  const { id } = await order()
  const { body: first } = await enter(id, { amount: 165 })
  const gesture = { kind: 'repayment', amount: 20 }
  expect((await enter(id, gesture)).body.fields).toHaveProperty('note')
  const { body: second } = await enter(id, { ...gesture, note: 'A broken lid' })
  expect(second).toMatchObject({ cost: 145, kept: 145, payment_state: 'Paid', to_pay_back: 0 })
  expect((await takeBack(id, first.last_line)).body.code).toBe('money_given_back')
  expect((await takeBack(id, second.last_line)).body).toMatchObject({ cost: 165, kept: 165 })
  const tooMuch = await enter(id, { ...gesture, amount: 165.01, note: 'All of it' })
  expect(tooMuch.body.fields).toHaveProperty('amount')
})

test('the cash of an order that was cancelled after its delivery is to go back, and is listed until it did', async () => {
  const id = await shipped()
  await deliver(id, { collected: 165 })
  expect(await shown(id)).toMatchObject({ payment_state: 'Paid' })
  expect(await toDecide(id)).toBeNull()
  await move(id, { status: 'Cancelled' })
  expect(await ledgerOf(id)).toMatchObject({ to_pay_back: 165, payment_state: 'Refund due', cost: 0 })
  expect(await toDecide(id)).toEqual(['to_pay_back'])
  const { body } = await enter(id, { kind: 'repayment', way: 'mobile_money', amount: 165, reference: 'MP1' })
  expect(body).toMatchObject({ to_pay_back: 0, kept: 0, payment_state: 'Refunded' })
  expect(await toDecide(id)).toBeNull()
  const again = await enter(id, { kind: 'repayment', amount: 165, note: 'Once more' })
  expect([again.status, again.body.fields]).toEqual([400, { amount: expect.stringContaining('No money') }])
  // It lives again: the driver collects all of it once more.
  await move(id, { status: 'Shipped' })
  expect(await shown(id)).toMatchObject({ amount_to_collect: 165, payment_state: 'Pay on delivery' })
  await deliver(id, { collected: 165 })
  expect(await ledgerOf(id)).toMatchObject({ kept: 165, open: 0, payment_state: 'Paid' })
})

test('what was paid online goes back with its payment, never by hand', async () => {
  const { placed, reference } = await paid()
  expect((await ledgerOf(placed.id)).lines).toMatchObject([
    { kind: 'receipt', source: 'gateway', way: 'gateway', amount: 165, by: null, may_take_back: false },
  ])
  const byHand = await enter(placed.id, { kind: 'repayment', amount: 165, note: 'All of it' })
  expect(byHand.status).toBe(400)
  await refund(reference, { amount: 40, by_hand: true })
  await refund(reference)
  await pass({ seconds: 5 })
  expect((await ledgerOf(placed.id)).lines.slice(1)).toMatchObject([
    { kind: 'repayment', way: 'by_hand', amount: 40, note: 'Broken jar', by: 'admin' },
    { kind: 'repayment', way: 'gateway', amount: 125 },
  ])
})

test('money for an unpaid online order pays it, but not while somebody is about to pay online', async () => {
  const placed = await shop.order()
  const reference = await shop.started(placed)
  expect((await enter(placed.id, { amount: 165 })).body.code).toBe('payment_under_way')
  const other = await shop.order()
  const { body } = await enter(other.id, { way: 'bank', amount: 165, reference: 'GH-77' })
  expect(body).toMatchObject({ payment_state: 'Paid', open: 0 })
  expect((await shop.start(other)).body.code).toBe('already_paid')
  await pass({ minutes: 40 })
  expect(await shown(other.id)).toMatchObject({ order_status: 'Pending' })
  expect(reference).not.toBe('')
})

async function atDoor(id: number) {
  const { body } = await ask<DriverDayResponse>('GET', '/api/orders/driver', { token: driver.token })
  const { collected, cash_reason, paid_by, money_reference } =
    body.orders.find((each) => each.id === id) ?? {}
  return { inHand: body.cash.in_hand, given: [collected, cash_reason, paid_by, money_reference] }
}

test('mobile money at the door pays the order, and is in no driver’s pocket', async () => {
  const id = await shipped()
  const { inHand } = await atDoor(id)
  const mobile = { collected: 165, way: 'mobile_money', reference: 'MP42' }
  expect((await deliver(id, { ...mobile, reference: ' ' })).body.fields).toHaveProperty('reference')
  const tap = randomUUID()
  expect((await deliver(id, mobile, tap)).status).toBe(200)
  expect((await deliver(id, mobile, tap)).status).toBe(200)
  expect(await atDoor(id)).toEqual({ inHand, given: [165, '', 'mobile_money', 'MP42'] })
  expect(await shown(id)).toMatchObject({ payment_state: 'Paid', cash: null })
  const { lines } = await ledgerOf(id)
  expect(lines).toMatchObject([{ source: 'door', way: 'mobile_money', amount: 165, by: 'driver' }])

  const cash = (body: object, key: string = randomUUID()) =>
    ask('PUT', `/api/orders/${id}/cash`, {
      token: driver.token,
      body,
      headers: { 'idempotency-key': key },
    })
  await cash({ collected: 165 })
  expect(await atDoor(id)).toEqual({ inHand: inHand + 165, given: [165, '', 'cash', ''] })
  const late = randomUUID()
  await cash({ ...mobile, reference: 'MP43' }, late)
  await cash({ collected: 0, reason: 'Pays the office' })
  await cash({ ...mobile, reference: 'MP43' }, late)
  expect(await atDoor(id)).toEqual({ inHand, given: [0, 'Pays the office', 'cash', ''] })
  expect(await ledgerOf(id)).toMatchObject({ kept: 0, open: 165, payment_state: 'Pay on delivery' })
})

test('mobile money that never arrived is taken back by the office, and the order is open again', async () => {
  const id = await shipped()
  await deliver(id, { collected: 165, way: 'mobile_money', reference: 'MP44' })
  const { last_line } = await ledgerOf(id)
  expect((await takeBack(id, last_line)).body).toMatchObject({ open: 165, payment_state: 'Pay on delivery' })
  const cashId = await shipped()
  await deliver(cashId, { collected: 165 })
  expect((await takeBack(cashId, (await ledgerOf(cashId)).last_line)).body.code).toBe('money_stays')
})

test('what a driver corrects after a part went back is only what is still there', async () => {
  const id = await shipped()
  await deliver(id, { collected: 165 })
  await enter(id, { kind: 'repayment', amount: 100, note: 'Two jars were broken' })
  const { body } = await ask<RefusalResponse>('PUT', `/api/orders/${id}/cash`, {
    token: driver.token,
    body: { collected: 0, reason: 'Took nothing' },
  })
  expect(body).not.toHaveProperty('code')
  expect(await ledgerOf(id)).toMatchObject({ kept: 0, cost: 65, open: 65 })
})

const events = ['receipt', 'repayment', 'all back', 'take back', 'cancel', 'reopen', 'deliver'] as const

test('for any story of receipts, repayments, corrections and cancellations the books add up', async () => {
  const story = fc.array(fc.constantFrom(...events), { maxLength: 8 })
  const property = fc.asyncProperty(story, async (told) => {
    const id = await shipped()
    for (const event of told) {
      const { by_hand, last_line } = await ledgerOf(id)
      if (event === 'receipt') await enter(id, { amount: 70, note: 'Part' })
      if (event === 'repayment') await enter(id, { kind: 'repayment', amount: 30, note: 'Kindness' })
      if (event === 'all back' && by_hand > 0)
        await enter(id, { kind: 'repayment', amount: by_hand, note: 'All' })
      if (event === 'take back' && last_line > 0) await takeBack(id, last_line)
      if (event === 'cancel') await move(id, { status: 'Cancelled' })
      if (event === 'reopen') await move(id, { status: 'Shipped' })
      if (event === 'deliver') {
        const { amount_to_collect: collected } = await shown(id)
        await deliver(id, { collected })
      }
      const now = await ledgerOf(id)
      const sum = now.lines.reduce(
        (total, { kind, amount }) => total + (kind === 'receipt' ? amount : -amount),
        0,
      )
      expect(now.kept).toBe(sum)
      expect(now.kept).toBeGreaterThanOrEqual(0)
      expect(now.cost).toBeLessThanOrEqual(165)
      expect(now.open + now.kept - now.to_pay_back).toBe(now.cost)
    }
  })
  await fc.assert(property)
})
