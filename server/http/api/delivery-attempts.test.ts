import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { DeliveryResponse, ProofResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse, TrackedOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import { checkCashBook } from '#server/features/delivery/cash-book.ts'
import { deliveryAttempts } from '#server/features/delivery/tables.ts'
import { orderMessages, orders } from '#server/features/orders/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openDriverWorld } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context, mails } = shop
const { db } = context
afterAll(shop.close)
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))

const { admin, driver, put, assigned, day } = await openDriverWorld(shop)
const otherDriver = await signedInAs('other driver')
const phone = '024 123 4567'
const phoneId = '7d1f3c8e-0b6a-4f0e-9d5e-2f6f0f4f9a10'

function attempt(id: number, body: object, key: string, who = driver) {
  return ask<{ id: number } & RefusalResponse>('POST', `/api/orders/${id}/attempts`, {
    token: who.token,
    body,
    headers: { 'idempotency-key': key },
  })
}

function attemptsOf(id: number) {
  return db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.orderId, id))
    .orderBy(deliveryAttempts.id)
}

async function toDecide(): Promise<AdminOrderResponse[]> {
  const { body } = await ask<{ orders: AdminOrderResponse[] }>('GET', '/api/orders?to_decide=yes', admin)
  return body.orders
}

async function seen(id: number) {
  return (await day()).orders.find((order) => order.id === id)
}

async function track(code: string): Promise<TrackedOrderResponse> {
  const { body } = await ask<{ order: TrackedOrderResponse }>('GET', `/api/order-tracking/${code}`)
  return body.order
}

function answer(body: object) {
  return ask<RefusalResponse>('POST', '/api/orders/new-day', { body: { phone, ...body } })
}

function again(id: number, body: object = {}) {
  const usual = { driver_id: driver.viewer.id, deliver_on: dayAfter(clock(), 1), expected_attempts: 1 }
  return put<RefusalResponse>(admin, `${id}/next-delivery`, { ...usual, ...body })
}

async function toldOf(id: number) {
  await context.jobs.runDue()
  const told = await db.select().from(orderMessages).where(eq(orderMessages.orderId, id))
  return told.filter(({ notification }) => notification === 'not_at_home')
}

test('an order that nobody took stays Shipped and comes to the list of what is to decide', async () => {
  const { id, code } = await assigned()
  expect((await attempt(id, { outcome: 'not_at_home', note: 'The gate is locked' }, 'gate')).status).toBe(201)
  const [listed] = (await toDecide()).filter((order) => order.id === id)
  expect(listed).toMatchObject({
    order_status: 'Shipped',
    attempts: 1,
    last_attempt: 'not_at_home',
    to_decide_since: clock().toISOString(),
  })
  expect(await seen(id)).toMatchObject({ attempts: 1, last_attempt: 'not_at_home', order_status: 'Shipped' })
  expect(await track(code)).toMatchObject({ missed: 'not_at_home', answer_day: null })
  const { body: counts } = await ask<OrderCountsResponse>('GET', '/api/orders/counts', admin)
  expect(counts.to_decide).toBe((await toDecide()).length)
  const { body: dashboard } = await ask<DashboardResponse>('GET', '/api/dashboard', admin)
  expect(dashboard.ordersToDecide.find((order) => order.id === id)?.marks).toEqual(['not_delivered'])
})

test('a tap that the network repeats is counted once, and its customer told once', async () => {
  const { id } = await assigned()
  const tap = () => attempt(id, { outcome: 'not_at_home' }, 'repeated')
  const answers = await Promise.all(Array.from({ length: 3 }, tap))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await tap()).headers['idempotent-replayed']).toBe('true')
  expect(await attemptsOf(id)).toHaveLength(1)
  expect((await seen(id))?.attempts).toBe(1)
  expect(await toldOf(id)).toHaveLength(1)
  expect(await attempt(id, { outcome: 'refused' }, 'repeated')).toMatchObject({
    status: 422,
    body: { code: 'already_submitted' },
  })
})

test('taps that arrive out of order are all counted, and the newest one stands', {
  tags: 'faults',
}, async () => {
  const { id } = await assigned()
  const sent = (outcome: string, sequence: number) => ({
    outcome,
    phone_id: phoneId,
    phone_sequence: sequence,
  })
  await attempt(id, sent('wrong_address', 12), 'newer')
  clock.forward({ minutes: 1 })
  await attempt(id, sent('not_at_home', 11), 'older')
  expect(await seen(id)).toMatchObject({ attempts: 2, last_attempt: 'wrong_address' })
  expect((await attemptsOf(id)).map(({ decidedAt }) => decidedAt !== null)).toEqual([false, true])
  expect(await toldOf(id)).toHaveLength(1)
})

test('an attempt from before the decision is counted when it arrives, and decides nothing anew', async () => {
  const { id } = await assigned()
  clock.forward({ minutes: 1 })
  const tapped = clock().toISOString()
  clock.forward({ minutes: 5 })
  await attempt(id, { outcome: 'not_at_home' }, 'known')
  clock.forward({ minutes: 5 })
  expect((await again(id)).status).toBe(200)
  await attempt(id, { outcome: 'refused', tapped_at: tapped }, 'of an hour ago')
  expect((await toDecide()).map((order) => order.id)).not.toContain(id)
  expect(await seen(id)).toMatchObject({ attempts: 2, last_attempt: 'not_at_home', to_decide_since: null })
  const [, late] = await attemptsOf(id)
  expect(late).toMatchObject({ happenedAt: new Date(tapped), arrivedAt: clock() })
})

test('another driver’s order, one that left the way and one that does not exist take no attempt', async () => {
  const { id } = await assigned()
  expect(await attempt(id, { outcome: 'refused' }, 'foreign', otherDriver)).toMatchObject({
    status: 404,
    body: { code: 'order_not_found' },
  })
  expect((await attempt(999_999, { outcome: 'refused' }, 'unknown')).status).toBe(404)
  for (const status of ['Processing', 'Cancelled', 'Delivered'] as const) {
    const { id } = await assigned(status)
    expect(await attempt(id, { outcome: 'refused' }, `as ${status}`)).toMatchObject({
      status: 409,
      body: { code: 'order_changed', order_status: status },
    })
  }
  expect(await attemptsOf(id)).toEqual([])
})

test('who postpones says to which day; one that passed on the way is still taken', async () => {
  const { id } = await assigned()
  const postponed = (on: string, key: string) => attempt(id, { outcome: 'postponed', day: on }, key)
  for (const [on, key] of [
    ['2026-02-30', 'no day'],
    [dayAfter(clock(), 40), 'far ahead'],
  ] as const)
    expect(await postponed(on, key)).toMatchObject({
      status: 400,
      body: { fields: { day: expect.any(String) } },
    })
  expect((await attempt(id, { outcome: 'postponed' }, 'none')).status).toBe(400)
  expect((await postponed(dayAfter(clock(), -1), 'passed')).status).toBe(201)
  expect((await attemptsOf(id)).map(({ day }) => day)).toEqual([dayAfter(clock(), -1)])
})

test('a photo of an attempt takes the road of the proofs, and is none of a delivery', async () => {
  const { id } = await assigned()
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#5b7553' } })
    .jpeg()
    .toBuffer()
  const send = async (key: string, attemptKey: string, who = driver) => {
    const form = await uploadForm([
      ['attempt_key', attemptKey],
      ['photo', bytes],
    ])
    return ask<ProofResponse & RefusalResponse>('POST', `/api/orders/${id}/proofs`, {
      token: who.token,
      body: form.body,
      headers: { ...form.headers, 'idempotency-key': key },
    })
  }
  expect((await send('too early', 'shown')).status).toBe(404)
  await attempt(id, { outcome: 'wrong_address' }, 'shown')
  // By then the office has given it to somebody else; who made the attempt still shows it.
  await put(admin, 'drivers', { order_ids: [id], driver_id: otherDriver.viewer.id })
  expect((await send('theirs', 'shown', otherDriver)).status).toBe(404)
  const sent = await send('mine', 'shown')
  expect(sent.status).toBe(201)
  expect((await send('mine', 'shown')).body.id).toBe(sent.body.id)
  const { body } = await ask<DeliveryResponse>('GET', `/api/orders/${id}/delivery`, admin)
  expect(body.proofs).toEqual([])
  expect(body.attempts).toMatchObject([{ outcome: 'wrong_address', photos: [sent.body.id] }])
  const picture = await ask('GET', `/api/orders/${id}/proofs/${sent.body.id}`, admin)
  expect(picture.headers['content-type']).toBe('image/webp')
  expect((await day(otherDriver)).orders.find((order) => order.id === id)?.photos).toBe(0)
})

test('the customer is told with a link, and told again when somebody comes in vain again', async () => {
  const { id, code } = await assigned()
  await attempt(id, { outcome: 'wrong_address' }, 'told 1')
  const mail = (await mails()).findLast(
    ({ subject }) => subject === `We could not hand over your order ${code}`,
  )
  expect(mail?.text).toContain('We could not find the address.')
  expect(mail?.text).toContain(`/track-order?code=${code}`)
  clock.forward({ minutes: 5 })
  await attempt(id, { outcome: 'not_at_home' }, 'told 2')
  expect(await toldOf(id)).toHaveLength(2)
  const { id: refused } = await assigned()
  await attempt(refused, { outcome: 'refused' }, 'not told')
  expect(await toldOf(refused)).toEqual([])
})

test('the customer answers with a day; office and driver see it', async () => {
  const { id, code } = await assigned()
  await attempt(id, { outcome: 'not_at_home' }, 'to answer')
  const on = dayAfter(clock(), 3)
  expect((await answer({ code, day: on, note: 'After 5 pm' })).status).toBe(200)
  expect(await track(code)).toMatchObject({ missed: 'not_at_home', answer_day: on })
  expect(await seen(id)).toMatchObject({ answer_day: on, answer_note: 'After 5 pm' })
  const { body } = await ask<DeliveryResponse>('GET', `/api/orders/${id}/delivery`, admin)
  expect(body.attempts).toMatchObject([{ answer_day: on, answer_note: 'After 5 pm' }])
  const other = dayAfter(clock(), 4)
  expect((await answer({ code, day: other })).status).toBe(200)
  expect(await attemptsOf(id)).toMatchObject([{ answerDay: other, answerNote: '' }])
})

test('no answer without the phone number of the order, nor for today, nor too often, nor too late', async () => {
  const { id, code } = await assigned()
  const on = dayAfter(clock(), 1)
  expect(await answer({ code, day: on })).toMatchObject({ status: 409, body: { code: 'answer_too_late' } })
  await attempt(id, { outcome: 'not_at_home' }, 'asked')
  expect(await answer({ code, day: on, phone: '020 000 0000' })).toMatchObject({
    status: 400,
    body: { fields: { phone: expect.any(String) } },
  })
  for (const wrong of [dayAfter(clock(), 0), dayAfter(clock(), 15)])
    expect(await answer({ code, day: wrong })).toMatchObject({
      status: 400,
      body: { fields: { day: expect.any(String) } },
    })
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await answer({ code, day: on })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  clock.forward({ hours: 2 })
  await again(id)
  expect((await answer({ code, day: on })).body.code).toBe('answer_too_late')
  const { id: refused, code: theirs } = await assigned()
  await attempt(refused, { outcome: 'refused' }, 'not asked')
  expect((await answer({ code: theirs, day: on })).body.code).toBe('answer_too_late')
})

test('the office sends it out again, with another driver and on a day, once for what it has seen', async () => {
  const { id, code } = await assigned()
  await attempt(id, { outcome: 'not_at_home' }, 'to send out')
  const on = dayAfter(clock(), 2)
  const next = { driver_id: otherDriver.viewer.id, deliver_on: on }
  expect(await again(id, { ...next, expected_attempts: 2 })).toMatchObject({
    status: 409,
    body: { code: 'order_changed' },
  })
  expect((await seen(id))?.attempts).toBe(1)
  expect((await again(id, { ...next, deliver_on: dayAfter(clock(), 30) })).status).toBe(400)
  expect((await again(id, next)).status).toBe(200)
  expect((await again(id, next)).status).toBe(409)
  expect((await toDecide()).map((order) => order.id)).not.toContain(id)
  expect(await seen(id)).toBeUndefined()
  expect((await day(otherDriver)).orders.find((order) => order.id === id)).toMatchObject({
    deliver_on: on,
    attempts: 1,
  })
  expect(await track(code)).toMatchObject({ missed: null, deliver_on: on })
  const { body } = await ask<{ changes: { action: string }[] }>('GET', '/api/changes', admin)
  const actions = body.changes.map(({ action }) => action)
  for (const action of ['sent the order out again', 'could not deliver the order'])
    expect(actions).toContain(action)
})

test('what moves on, or arrives after all, is not to decide any more', async () => {
  for (const status of ['Processing', 'Cancelled', 'Delivered'] as const) {
    const { id } = await assigned()
    await attempt(id, { outcome: 'not_at_home' }, `then ${status}`)
    await put(status === 'Delivered' ? driver : admin, String(id), { status })
    expect((await toDecide()).map((order) => order.id)).not.toContain(id)
    const [row] = await db.select().from(orders).where(eq(orders.id, id))
    expect(row).toMatchObject({ attempts: 1, toDecideSince: null, deliverOn: null })
  }
})

test('the count of each order is that of its attempts', async () => {
  expect(await checkCashBook(db)).toEqual([])
  const { id } = await assigned()
  await db.update(orders).set({ attempts: 1 }).where(eq(orders.id, id))
  expect(await checkCashBook(db)).toHaveLength(1)
})
