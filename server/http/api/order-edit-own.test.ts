import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderEditResponse, TrackedOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { products } from '#server/features/catalogue/tables.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { openRefundingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'
import { item, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const shop = await openRefundingShop()
const { ask, clock, context, token, jar, paid, refund, started, pass, mtn } = shop
afterAll(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await shop.close()
})

type Owned = { tracking_code: string; phone?: string }

function send({ tracking_code: code, phone = '024 123 4567' }: Owned, changes: object = {}) {
  const body = { code, phone, ...changes }
  return ask<OrderEditResponse & RefusalResponse>('POST', '/api/orders/edit', { body, address: '10.2.2.2' })
}

/** As the tracking page does it: look at the outcome, then save it. */
async function edit(order: Owned, changes: object) {
  const preview = await send(order, changes)
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  const { updated_at: expected, after } = preview.body
  const saved = await send(order, { ...changes, expected, agreed_total: after.order_total })
  expect([saved.status, saved.body.saved]).toEqual([200, true])
  return saved.body
}

const read = async (id: number) =>
  (await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })).body

const track = async ({ tracking_code }: Owned) =>
  (await ask<{ order: TrackedOrderResponse }>('GET', `/api/order-tracking/${tracking_code}`)).body.order

const items = (quantity: number) => ({ items: [item(jar, quantity)] })

test('a customer changes quantities and address within the hour, and the page says that it was changed', async () => {
  const cream = await shelve(context, { name: 'Cream', price: 10_000, stock: 10 })
  const placed = await place(shop, [item(cream, 3), item(jar)], { customer_note: 'Ring twice' })
  clock.forward({ minutes: 59 })
  const opened = await send(placed)
  expect(opened.body).toMatchObject({
    saved: false,
    customer_name: 'Ama Mensah',
    address: 'House 4, behind the post office',
    customer_note: 'Ring twice',
    before: { order_total: 465 },
    after: { order_total: 465 },
  })
  await edit(placed, { items: [item(cream, 1)], address: 'House 5', customer_note: '' })
  expect(await stockOf(context, cream)).toBe(9)
  expect(await track(placed)).toMatchObject({
    order_total: 145,
    amount_to_collect: 145,
    history: [{ status: 'Pending' }, { status: 'Pending', is_edit: true }],
  })
  expect((await track(placed)).history[0]).not.toHaveProperty('is_edit')
  const { history } = await read(placed.id)
  expect(history[1]).toMatchObject({ by: null, edits: expect.any(Array) })
})

test('after the hour, once it is packed, and without the right number nothing is changed', async () => {
  const late = await place(shop, [item(jar)])
  clock.forward({ hours: 1 })
  expect(await send(late, items(2))).toMatchObject({ status: 409, body: { code: 'edit_too_late' } })
  const packed = await place(shop, [item(jar)])
  await ask('PUT', `/api/orders/${packed.id}`, { token, body: { status: 'Processing' } })
  expect(await send(packed, items(2))).toMatchObject({ status: 409, body: { code: 'edit_too_late' } })
  const own = await place(shop, [item(jar)])
  for (let n = 0; n < 5; n++) {
    const { status, body } = await send({ ...own, phone: `024 123 000${n}` }, items(2))
    expect([status, body.fields]).toEqual([400, { phone: 'This is not the phone number of this order.' }])
  }
  expect((await send(own, items(2))).status).toBe(429)
  expect((await send({ tracking_code: 'ZZZZZZ' })).status).toBe(404)
})

test('a customer adds no other product, sees no code, and saves ten times an hour', async () => {
  const cream = await shelve(context)
  const placed = await place(shop, [item(jar)])
  expect((await send(placed, { items: [item(jar), item(cream)] })).body).toMatchObject({
    code: 'invalid_input',
    fields: { items: expect.stringContaining('in the shop') },
  })
  for (let n = 1; n <= 10; n++) await edit(placed, items(1 + (n % 2)))
  const { body } = await send(placed, items(2))
  const again = { ...items(2), expected: body.updated_at, agreed_total: body.after.order_total }
  expect((await send(placed, again)).status).toBe(429)
})

test('while a payment is under way nothing is changed, by nobody', async () => {
  const online = await shop.order()
  await started(online)
  expect(await send(online, items(2))).toMatchObject({ status: 409, body: { code: 'payment_under_way' } })
  const staff = await ask(`PUT`, `/api/orders/${online.id}/contents`, { token, body: items(2) })
  expect(staff).toMatchObject({ status: 409, body: { code: 'payment_under_way' } })
  await pass({ seconds: 5 })
  expect((await send(online, items(2))).status).toBe(200)
})

test('paid and now cheaper: the difference is to be paid back, the owner is told, and a refund of it is no gesture', async () => {
  const { placed, reference } = await paid({})
  const dearer = await edit(placed, items(3))
  expect(dearer).toMatchObject({ amount_to_collect: 240, to_pay_back: 0, to_pay_online: 0 })
  expect(await read(placed.id)).toMatchObject({ payment_state: 'Partly paid', amount_to_collect: 240 })
  const smaller = await shelve(context, { name: 'Small', price: 6_000 })
  const staff = (body: object) =>
    ask<OrderEditResponse>('PUT', `/api/orders/${placed.id}/contents`, { token, body })
  const wanted = { items: [item(smaller)] }
  const { body: shown } = await staff(wanted)
  expect(shown).toMatchObject({ after: { order_total: 105 }, to_pay_back: 60, amount_to_collect: 0 })
  await staff({ ...wanted, expected: shown.updated_at, agreed_total: 105 })
  expect(await track(placed)).toMatchObject({ to_pay_back: 60 })
  expect((await refund(reference, { amount: 60 })).status).toBe(200)
  await pass({ seconds: 5 })
  expect(await read(placed.id)).toMatchObject({
    to_pay_back: 0,
    refunded: 60,
    amount_to_collect: 0,
    payment_state: 'Partly refunded',
  })
})

test('the owner is told what a customer gets back', { tags: 'faults' }, async () => {
  const { placed } = await paid()
  await edit(placed, items(4))
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Processing' } })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Pending' } })
  const two = await shop.order()
  const twoJars = { ...two, ...(await edit(two, items(2))) }
  const order: PlacedOnline = { ...two, order_total: twoJars.after.order_total }
  await started(order)
  await pass({ seconds: 5 })
  await edit(order, items(1))
  const subjects = (await shop.mails()).map(({ subject }) => subject)
  expect(subjects).toContain(
    `Order ${order.tracking_code} was changed by its customer: Ghs 120.00 to pay back`,
  )
})

test('an unpaid online order is paid at its new total, and nothing else', async () => {
  const online = await shop.order()
  const { after, to_pay_online } = await edit(online, items(2))
  expect([after.order_total, to_pay_online]).toEqual([285, 285])
  expect((await shop.start(online)).status).not.toBe(200)
  await started({ ...online, order_total: 285 })
  await pass({ seconds: 5 })
  expect(await read(online.id)).toMatchObject({ payment_state: 'Paid', amount_to_collect: 0 })
})

test('money that arrives late, for what the order cost before, pays so much; the rest is paid at the door', {
  tags: 'faults',
}, async () => {
  const online = await shop.order()
  mtn.plan(`233${online.phone.slice(1)}`, { callbacks: [], secondsPending: 600 })
  const reference = await started(online)
  await ask('POST', `/api/payments/${reference}/pay-on-delivery`)
  await pass({ minutes: 8 })
  expect(await read(online.id)).toMatchObject({ payment_method: 'whatsapp', amount_to_collect: 165 })
  await edit(online, items(2))
  await pass({ minutes: 5 })
  await pass({ minutes: 30 })
  expect(await read(online.id)).toMatchObject({ payment_state: 'Partly paid', amount_to_collect: 120 })
})

test('after a payment that failed, the next try asks for what the order costs then', {
  tags: 'faults',
}, async () => {
  const online = await shop.order()
  const wallet = `233${online.phone.slice(1)}`
  mtn.plan(wallet, { status: 'FAILED', reason: 'APPROVAL_REJECTED' })
  const reference = await started(online)
  await pass({ seconds: 5 })
  await edit(online, items(2))
  mtn.plan(wallet, {})
  const retried = await ask<{ referenceId: string }>('POST', `/api/payments/${reference}/retry`)
  expect(retried.status).toBe(200)
  await pass({ seconds: 5 })
  expect(await shop.look(retried.body.referenceId)).toMatchObject({ state: 'paid', amount: 285 })
  expect(await read(online.id)).toMatchObject({ payment_state: 'Paid', amount_to_collect: 0 })
})

test('a price that the owner has changed holds for what is more, so it is ordered anew', async () => {
  const cream = await shelve(context, { name: 'Lotion', price: 10_000 })
  const placed = await place(shop, [item(cream)])
  await context.db.update(products).set({ price: 1_000 }).where(eq(products.id, cream))
  expect((await send(placed, { items: [item(cream, 9)] })).body.code).toBe('price_changed')
})

test('a new number whose answer was lost is saved again with the old one, and changed once', async () => {
  const placed = await place(shop, [item(jar)])
  const changes = { customer_phone: '020 765 4321' }
  const { updated_at: expected, after } = (await send(placed, changes)).body
  const saving = { ...changes, expected, agreed_total: after.order_total }
  for (const time of ['first', 'again'])
    expect([time, (await send(placed, saving)).body.saved]).toEqual([time, true])
  expect((await read(placed.id)).history.filter(({ edits }) => edits)).toHaveLength(1)
  expect((await send(placed)).status).toBe(400)
})

test('what cannot be more does not sound as if what was ordered were gone', async () => {
  const balm = await shelve(context, { name: 'Balm', price: 10_000, stock: 3 })
  const placed = await place(shop, [item(balm, 2)])
  const asked = async (quantity: number) => (await send(placed, { items: [item(balm, quantity)] })).body.error
  expect(await asked(5)).toBe('Only 1 more of Balm left.')
  await edit(placed, { items: [item(balm, 3)] })
  expect(await asked(4)).toBe('There is no more of Balm.')
})

test('once a driver has it or had it, who knows code and phone number too, only the shop changes or cancels it', async () => {
  const placed = await place(shop, [item(jar)])
  const driver = await shop.signedInAs('driver')
  const assigned = { order_ids: [placed.id], driver_id: driver.viewer.id }
  expect((await ask('PUT', '/api/orders/drivers', { token, body: assigned })).status).toBe(200)
  const codes = async () => {
    const body = { code: placed.tracking_code, phone: '024 123 4567' }
    const edited = await send(placed, { customer_phone: '020 999 8887' })
    const cancelled = await ask<RefusalResponse>('POST', '/api/orders/cancel', { body })
    return [edited.body.code, cancelled.body.code]
  }
  expect(await codes()).toEqual(['edit_too_late', 'cancel_too_late'])
  const back = { ...assigned, driver_id: null }
  expect((await ask('PUT', '/api/orders/drivers', { token, body: back })).status).toBe(200)
  expect(await codes()).toEqual(['edit_too_late', 'cancel_too_late'])
})
