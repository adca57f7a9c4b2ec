import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { DriverCashResponse, HandOverResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkCashBook } from '#server/features/delivery/cash-book.ts'
import { openDriverWorld } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const { admin, driver, put, assigned, day } = await openDriverWorld(shop)
const otherDriver = await signedInAs('other driver')

type Cash = { collected: number; reason?: string }

function deliver(id: number, cash: Cash | undefined, who = driver) {
  return put<RefusalResponse>(who, String(id), { status: 'Delivered', cash }, randomUUID())
}

function correct(id: number, cash: Cash, who = driver) {
  return put<RefusalResponse>(who, `${id}/cash`, cash)
}

async function bookOf(who = driver) {
  const { body } = await ask<DriverCashResponse[]>('GET', '/api/cash', admin)
  const book = body.find((each) => each.driver.id === who.viewer.id)
  if (book === undefined) throw new Error('The driver has no book')
  return book
}

function confirm(counted: number, more: object = {}, key: string = randomUUID()) {
  return ask<{ in_hand: number; id: number } & RefusalResponse>('POST', '/api/hand-overs', {
    token: admin.token,
    body: { driver_id: driver.viewer.id, counted, ...more },
    headers: { 'idempotency-key': key },
  })
}

test('cash is entered with the delivery, and the day’s total is what the driver hands over', async () => {
  const [full, less] = [await assigned(), await assigned()]
  await deliver(full.id, { collected: 130 })
  await deliver(less.id, { collected: 100, reason: 'Pays the rest tomorrow' })
  const { cash } = await day()
  expect(cash).toMatchObject({ due: 260, collected: 230, open: 30, in_hand: 230 })
  expect(cash.deliveries).toMatchObject([
    { order_id: full.id, due: 130, collected: 130, reason: '' },
    { order_id: less.id, due: 130, collected: 100, reason: 'Pays the rest tomorrow' },
  ])

  const { last_entry } = await bookOf()
  const { status, body } = await confirm(230, { last_entry })
  expect([status, body.in_hand]).toEqual([201, 0])
  expect((await day()).cash).toMatchObject({ due: 0, collected: 0, open: 0, in_hand: 0, deliveries: [] })
  const { body: past } = await ask<HandOverResponse[]>('GET', '/api/hand-overs', admin)
  expect(past[0]).toMatchObject({ driver_name: 'driver', expected: 230, counted: 230, confirmed_by: 'admin' })
})

test('the office sees whose cash is in the shop; what a driver keeps is the newest', async () => {
  const [first, second, unpaid] = [await assigned(), await assigned(), await assigned()]
  const cashOf = async () => {
    const { body } = await ask<{ orders: AdminOrderResponse[] }>('GET', '/api/orders?limit=100', admin)
    const find = (id: number) => body.orders.find((order) => order.id === id)?.cash
    return [find(first.id), find(second.id), find(unpaid.id)]
  }
  await deliver(first.id, { collected: 130 })
  await deliver(second.id, { collected: 130 })
  const waiting = { collected: 130, received_at: null }
  expect(await cashOf()).toEqual([waiting, waiting, null])

  clock.forward({ hours: 1 })
  await confirm(200, { last_entry: (await bookOf()).last_entry, note: 'The rest comes tonight' })
  const received = { collected: 130, received_at: clock().toISOString() }
  expect(await cashOf()).toEqual([received, waiting, null])
  await correct(second.id, { collected: 100, reason: 'Counted again' })
  clock.forward({ hours: 1 })
  await confirm(30, { last_entry: (await bookOf()).last_entry, note: '' })
  const now = clock().toISOString()
  expect(await cashOf()).toEqual([received, { collected: 100, received_at: now }, null])
  const { body } = await ask<AdminOrderResponse>('GET', `/api/orders/${second.id}`, admin)
  expect(body.cash).toEqual({ collected: 100, received_at: now })
})

test('whoever hands over everything has the cash of no order left, also after another one was corrected', async () => {
  const [corrected, later] = [await assigned(), await assigned()]
  await deliver(corrected.id, { collected: 130 })
  await deliver(later.id, { collected: 130 })
  await correct(corrected.id, { collected: 100, reason: 'Counted again' })
  const { in_hand, last_entry } = await bookOf()
  await confirm(in_hand, { last_entry })
  const { body } = await ask<AdminOrderResponse>('GET', `/api/orders/${later.id}`, admin)
  expect(body.cash).toEqual({ collected: 130, received_at: clock().toISOString() })
})

test('what was handed over stays received: entered once more, and by another driver after the first took it back', async () => {
  const cashOf = async (id: number) =>
    (await ask<AdminOrderResponse>('GET', `/api/orders/${id}`, admin)).body.cash
  const handOverAll = async (who = driver) => {
    const { in_hand, last_entry } = await bookOf(who)
    await confirm(in_hand, { last_entry, driver_id: who.viewer.id })
  }
  const { id } = await assigned()
  await deliver(id, { collected: 130 })
  await handOverAll()
  const received = { collected: 130, received_at: clock().toISOString() }
  const again = await put(driver, `${id}/cash`, { collected: 130 }, randomUUID())
  expect([again.status, await cashOf(id)]).toEqual([200, received])

  const { id: passedOn } = await assigned()
  await deliver(passedOn, { collected: 130 })
  await correct(passedOn, { collected: 0, reason: 'Gave it back' })
  await put(admin, String(passedOn), { status: 'Shipped' })
  await put(admin, 'drivers', { order_ids: [passedOn], driver_id: otherDriver.viewer.id })
  await deliver(passedOn, { collected: 130 }, otherDriver)
  expect(await cashOf(passedOn)).toEqual({ collected: 130, received_at: null })
  clock.forward({ hours: 1 })
  await handOverAll(otherDriver)
  expect(await cashOf(passedOn)).toEqual({ collected: 130, received_at: clock().toISOString() })
})

test('a difference without a reason delivers nothing', async () => {
  const { id } = await assigned()
  expect(await deliver(id, { collected: 100 })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Please say why it is not the amount due' } },
  })
  expect((await day()).orders.find((order) => order.id === id)?.order_status).toBe('Shipped')
})

test('what was delivered without a word about its cash is open until it is entered', async () => {
  const { id } = await assigned('Delivered')
  const before = await bookOf()
  expect(before.deliveries.find((each) => each.order_id === id)).toMatchObject({ due: 130, collected: null })
  expect((await correct(id, { collected: 130 })).status).toBe(200)
  const after = await bookOf()
  expect([before.open - after.open, after.in_hand - before.in_hand]).toEqual([130, 130])
})

test('a wrong amount is corrected by one more line, until it is handed over', async () => {
  const { id } = await assigned()
  await deliver(id, { collected: 130 })
  const before = await bookOf()
  await correct(id, { collected: 120, reason: 'Counted again' })
  await correct(id, { collected: 120, reason: 'Counted again' })
  const corrected = await bookOf()
  expect(before.in_hand - corrected.in_hand).toBe(10)
  await confirm(corrected.in_hand, { last_entry: corrected.last_entry })
  expect(await correct(id, { collected: 0, reason: 'Oh' })).toMatchObject({
    status: 409,
    body: { code: 'cash_handed_over' },
  })
})

test('what is corrected to the amount due has no reason any more, also where the phone still sends the old one', async () => {
  const { id } = await assigned()
  await deliver(id, { collected: 110, reason: 'He had no change' })
  const before = (await bookOf()).in_hand
  const full = { collected: 130, reason: 'He had no change' }
  for (const key of ['full', 'full', undefined]) await put(driver, `${id}/cash`, full, key)
  const { in_hand, deliveries } = await bookOf()
  expect(in_hand - before).toBe(20)
  expect(deliveries.find((each) => each.order_id === id)).toMatchObject({ collected: 130, reason: '' })
  expect((await day()).orders.find((order) => order.id === id)?.cash_reason).toBe('')
  const { body } = await ask<OrderLedgerResponse>('GET', `/api/orders/${id}/money`, admin)
  expect(body.lines.map(({ amount, note }) => [amount, note])).toEqual([
    [110, 'He had no change'],
    [20, ''],
  ])
})

test('cash that the network brings again after a correction does not undo it', async () => {
  const { id } = await assigned()
  await deliver(id, { collected: 130 })
  const start = (await bookOf()).in_hand
  const enter = (collected: number, key: string | undefined, phone: object = {}) =>
    put(driver, `${id}/cash`, { collected, reason: 'as counted', ...phone }, key)
  const less = async () => start - (await bookOf()).in_hand

  await enter(100, 'first')
  await enter(120, 'second')
  expect((await enter(100, 'first')).status).toBe(200)
  expect(await less()).toBe(10)
  // The same amount again is nothing new, but its repetition after a correction would be.
  await enter(120, 'the same')
  await enter(110, 'third')
  await enter(120, 'the same')
  expect(await less()).toBe(20)

  const [phone_id, other] = [randomUUID(), randomUUID()]
  await enter(90, 'tapped later', { phone_id, phone_sequence: 8 })
  expect((await enter(125, 'tapped before', { phone_id, phone_sequence: 7 })).status).toBe(200)
  expect(await less()).toBe(40)
  await enter(95, 'of another phone', { phone_id: other, phone_sequence: 1 })
  expect(await less()).toBe(35)
  const another = await assigned('Delivered')
  expect((await put(driver, `${another.id}/cash`, { collected: 130 }, 'third')).status).toBe(422)
  expect(await checkCashBook(db)).toEqual([])
})

test('the admin confirms what was counted: not more than there is, and less only with a word', async () => {
  const { id } = await assigned()
  await deliver(id, { collected: 130 })
  const { last_entry, in_hand } = await bookOf()
  expect((await confirm(in_hand + 1, { last_entry })).body.fields).toHaveProperty('counted')
  expect((await confirm(in_hand - 50, { last_entry })).body.fields).toHaveProperty('note')
  const { body } = await confirm(in_hand - 50, { last_entry, note: 'Fuel' })
  expect(body.in_hand).toBe(50)
  expect((await bookOf()).in_hand).toBe(50)
})

test('a hand-over that the network repeats is one; cash that came meanwhile is not swallowed', async () => {
  const first = await assigned()
  await deliver(first.id, { collected: 130 })
  const { last_entry, in_hand } = await bookOf()
  const late = await assigned()
  await deliver(late.id, { collected: 130 })
  expect(await confirm(in_hand, { last_entry })).toMatchObject({
    status: 409,
    body: { code: 'cash_changed' },
  })
  const now = await bookOf()
  const [once, twice] = [
    await confirm(now.in_hand, { last_entry: now.last_entry }, 'once'),
    await confirm(now.in_hand, { last_entry: now.last_entry }, 'once'),
  ]
  expect(twice.body).toEqual(once.body)
  expect((await bookOf()).in_hand).toBe(0)
})

test('an order taken back after its cash was collected shows up as too much', async () => {
  const { id } = await assigned('Shipped', otherDriver)
  await deliver(id, { collected: 130 }, otherDriver)
  await put(admin, String(id), { status: 'Cancelled' })
  expect(await bookOf(otherDriver)).toMatchObject({ due: 0, collected: 130, open: -130, in_hand: 130 })
})

test('a delivery keeps its time in the cash book, whenever its cash was entered or corrected, and whoever brought it again', async () => {
  const [corrected, late, passedOn] = [await assigned(), await assigned(), await assigned()]
  const delivered = clock().toISOString()
  await deliver(corrected.id, { collected: 100, reason: 'He had no change' })
  await deliver(late.id, undefined)
  await deliver(passedOn.id, { collected: 130 })
  const timesOf = async () => {
    const { deliveries } = await bookOf()
    return [corrected, late, passedOn].map(({ id }) => deliveries.find((each) => each.order_id === id)?.at)
  }
  expect(await timesOf()).toEqual([delivered, delivered, delivered])
  clock.forward({ hours: 3 })
  await correct(corrected.id, { collected: 130 })
  await correct(late.id, { collected: 130 })
  await put(admin, String(passedOn.id), { status: 'Shipped' })
  await put(admin, 'drivers', { order_ids: [passedOn.id], driver_id: otherDriver.viewer.id })
  await deliver(passedOn.id, { collected: 0, reason: 'Paid before' }, otherDriver)
  expect(await timesOf()).toEqual([delivered, delivered, delivered])
})

test('nobody leaves the shop with its cash; once it is handed over, it stays received when they are gone', async () => {
  const { id } = await assigned('Shipped', otherDriver)
  await deliver(id, { collected: 130 }, otherDriver)
  const password = 'the other driver’s password'
  await shop.shop.accounts.setRoles(admin.viewer, otherDriver.viewer.id, { isDriver: false })
  const leave = () =>
    ask<RefusalResponse>('POST', '/api/account/delete', { token: otherDriver.token, body: { password } })
  expect(await leave()).toMatchObject({ status: 409, body: { code: 'cash_in_hand' } })
  const { in_hand, last_entry } = await bookOf(otherDriver)
  await confirm(in_hand, { last_entry, driver_id: otherDriver.viewer.id })
  expect((await leave()).status).toBe(200)
  const { body } = await ask<AdminOrderResponse>('GET', `/api/orders/${id}`, admin)
  expect(body).toMatchObject({
    driver_id: null,
    cash: { collected: 130, received_at: clock().toISOString() },
  })
})

test('whatever drivers and admins do in any order, what was due is what was collected and what is open', async () => {
  const pesewas = fc.integer({ min: 0, max: 20_000 }).map((amount) => amount / 100)
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('deliver' as const), cash: fc.option(pesewas) }),
    fc.record({ kind: fc.constant('correct' as const), nth: fc.nat({ max: 8 }), cash: pesewas }),
    fc.record({ kind: fc.constant('hand over' as const), part: fc.integer({ min: 1, max: 100 }) }),
    fc.record({
      kind: fc.constant('status' as const),
      nth: fc.nat({ max: 8 }),
      to: fc.constantFrom('Shipped', 'Cancelled', 'Delivered'),
    }),
  )
  const property = fc.asyncProperty(fc.array(deed, { maxLength: 14 }), async (deeds) => {
    const delivered: number[] = []
    for (const each of deeds) {
      clock.forward({ minutes: 1 })
      if (each.kind === 'deliver') {
        const { id } = await assigned()
        delivered.push(id)
        await deliver(id, each.cash === null ? undefined : { collected: each.cash, reason: 'as counted' })
      }
      const id = 'nth' in each ? delivered[each.nth] : undefined
      if (each.kind === 'correct' && id) await correct(id, { collected: each.cash, reason: 'as counted' })
      if (each.kind === 'status' && id) await put(admin, String(id), { status: each.to })
      if (each.kind === 'hand over') {
        const { last_entry, in_hand } = await bookOf()
        await confirm(Math.round(in_hand * each.part) / 100, { last_entry, note: 'part' })
      }
      const { due, collected, open } = await bookOf()
      expect(Math.round((collected + open) * 100)).toBe(Math.round(due * 100))
    }
    expect(await checkCashBook(db)).toEqual([])
  })
  await fc.assert(property, { endOnFailure: true })
})

test('many deliveries and hand-overs at the same moment leave a book that adds up', {
  tags: 'faults',
}, async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => assigned()))
  const { last_entry, in_hand } = await bookOf()
  await Promise.all([
    ...orders.map(({ id }) => deliver(id, { collected: 130 })),
    ...orders.map(({ id }) => correct(id, { collected: 90, reason: 'less' })),
    confirm(Math.max(in_hand, 1), { last_entry }),
  ])
  expect(await checkCashBook(db)).toEqual([])
})

test('however many drivers there are, a hundred are listed, those with the most cash before all others', {
  tags: 'faults',
}, async () => {
  await db.execute(sql`insert into users (id, email, is_driver, created_at, updated_at)
    select gen_random_uuid(), 'a-driver-' || n || '@example.com', true, now(), now() from generate_series(1, 150) n`)
  const { id } = await assigned()
  await deliver(id, { collected: 130 })
  const { body } = await ask<DriverCashResponse[]>('GET', '/api/cash', admin)
  expect(body).toHaveLength(100)
  expect(body.find((each) => each.driver.id === driver.viewer.id)?.in_hand).toBeGreaterThan(0)
  const emails = body.map((each) => each.driver.email)
  expect(emails).toEqual(emails.toSorted())
  await db.execute(sql`delete from users where email like 'a-driver-%'`)
})

test.each([
  [
    'a line that does not add up',
    sql`update cash_entries set in_hand_after = in_hand_after + 1 where id = (select max(id) from cash_entries)`,
  ],
  [
    'a hand-over that is not in the book',
    sql`update hand_overs set counted = counted - 1, note = 'x' where id = (select max(id) from hand_overs where counted > 1)`,
  ],
])('the check finds %s', async (_, fault) => {
  await db
    .transaction(async (tx) => {
      await tx.execute(fault)
      expect((await checkCashBook(tx)).length).toBeGreaterThan(0)
      tx.rollback()
    })
    .catch((error: Error) => expect(error.message).toBe('Rollback'))
})
