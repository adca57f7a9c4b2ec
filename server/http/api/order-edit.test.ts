import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderEditResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import { products, stockMovements } from '#server/features/catalogue/tables.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { discounts } from '#server/features/discounts/tables.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, openOrderActions, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve, shelveSet } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context, mails } = shop
afterEach(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await context.db.update(discounts).set({ isEnabled: false })
})
afterAll(shop.close)

const admin = await shop.signedInAs('admin')
const { token } = admin
const { put } = openOrderActions(shop, admin)

const send = (id: number, body: object) =>
  ask<OrderEditResponse & RefusalResponse>('PUT', `/api/orders/${id}/contents`, { token, body })

/** As the drawer does it: look at the outcome, then save it. */
async function edit(id: number, changes: object) {
  const preview = await send(id, changes)
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  expect(preview.body.saved).toBe(false)
  const { updated_at: expected, after } = preview.body
  const saved = await send(id, { ...changes, expected, agreed_total: after.order_total })
  expect(saved.body).toEqual({ ...preview.body, saved: true, updated_at: saved.body.updated_at })
  return saved.body
}

const read = async (id: number) =>
  (await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })).body

async function offer(details: object = {}): Promise<DiscountResponse> {
  const body = { name: 'Ten off', kind: 'percent', percent: 10, code: 'TENOFF', ...details }
  const answer = await ask<DiscountResponse>('POST', '/api/discounts', { token, body })
  expect(answer.status).toBe(201)
  return answer.body
}

const usesOf = async (id: number) =>
  (await ask<DiscountResponse>('GET', `/api/discounts/${id}`, { token })).body.uses

test('one less, another product and another town: stock, total, fee, history, figures and the message follow', async () => {
  const shea = await shelve(context, { name: 'Shea', price: 10_000 })
  const soap = await shelve(context, { name: 'Soap', price: 2_000 })
  const { id, tracking_code } = await place(shop, [item(shea, 3)])
  await context.jobs.runDue()
  clock.forward({ hours: 3 })
  const outcome = await edit(id, {
    items: [item(shea, 2), item(soap, 4)],
    customer_name: 'Ama Owusu',
    state: 'Greater Accra',
    city: 'Tema',
  })
  expect(outcome).toMatchObject({
    before: { subtotal: 300, delivery_fee: 45, order_total: 345 },
    after: { subtotal: 280, delivery_fee: 55, order_total: 335 },
    amount_to_collect: 335,
    to_pay_online: 0,
    to_pay_back: 0,
  })
  expect([await stockOf(context, shea), await stockOf(context, soap)]).toEqual([8, 6])
  const ofOrder = eq(stockMovements.orderId, id)
  const moves = await context.db.select().from(stockMovements).where(ofOrder).orderBy(stockMovements.id)
  expect(moves.map(({ cause, change }) => [cause, change])).toEqual([
    ['order', -3],
    ['order_changed', 1],
    ['order_changed', -4],
  ])
  const order = await read(id)
  expect(order).toMatchObject({ tracking_code, order_total: 335, amount_to_collect: 335, city: 'Tema' })
  expect(order.updated_at).toBe(outcome.updated_at)
  expect(order.history).toMatchObject([
    { status: 'Pending' },
    {
      status: 'Pending',
      by: expect.any(String),
      edits: [
        { part: 'line', name: 'Shea', before: '3', after: '2' },
        { part: 'line', name: 'Soap', before: '0', after: '4' },
        { part: 'name', before: 'Ama Mensah', after: 'Ama Owusu' },
        { part: 'address', after: 'House 4, behind the post office, Tema, Greater Accra, AK-039-5028' },
        { part: 'delivery_fee', before: 'Ghs 45.00', after: 'Ghs 55.00' },
        { part: 'total', before: 'Ghs 345.00', after: 'Ghs 335.00' },
      ],
    },
  ])
  const found = await ask<{ orders: object[] }>('GET', '/api/orders?q=Owusu', { token })
  expect(found.body.orders).toHaveLength(1)
  const told = (await mails()).filter(({ subject }) => subject.includes(tracking_code))
  expect(told.map(({ subject }) => subject)).toEqual([
    `We have received your order ${tracking_code}`,
    `Your order ${tracking_code} was changed`,
  ])
  expect(told[1]?.text).toContain('Ghs 335.00 are to be paid on delivery.')
})

test('with another e-mail address the one before is told once that the news go elsewhere', async () => {
  const { id, tracking_code } = await place(shop, [item(await shelve(context))], {
    customer_email: 'former@example.com',
  })
  await context.jobs.runDue()
  await edit(id, { customer_email: 'new@example.com' })
  await edit(id, { customer_name: 'Ama Owusu' })
  const former = (await mails()).filter(({ to }) => to === 'former@example.com')
  expect(former.map(({ subject }) => subject)).toEqual([
    `We have received your order ${tracking_code}`,
    `Your order ${tracking_code} was changed`,
  ])
  expect(former[1]?.text).toContain('its news go elsewhere from now on')
  expect(former[1]?.text).not.toContain('new@example.com')
})

test('a name or a note changes no price, however prices and fees have changed since', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const { id } = await place(shop, [item(jar, 2)])
  await context.db.update(products).set({ price: 15_000, isHidden: true }).where(eq(products.id, jar))
  const { after } = await edit(id, { customer_note: 'After five', customer_phone: '020 765 4321' })
  expect(after.order_total).toBe(245)
  expect(await read(id)).toMatchObject({ customer_note: 'After five', customer_phone: '020 765 4321' })
})

test('what was agreed keeps its price; more of it at another one is a second order', async () => {
  const jar = await shelve(context, { name: 'Serum', price: 10_000 })
  const oil = await shelve(context, { name: 'Oil', price: 5_000 })
  const { id } = await place(shop, [item(jar, 2), item(oil)])
  expect((await edit(id, { items: [item(jar, 3), item(oil)] })).after.subtotal).toBe(350)
  await context.db.update(products).set({ price: 12_000 }).where(eq(products.id, jar))
  const refused = await send(id, { items: [item(jar, 4)] })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'price_changed', error: expect.stringContaining('Serum costs Ghs 120.00 now') },
  })
  expect((await edit(id, { items: [item(jar, 1), item(oil, 2)] })).after.subtotal).toBe(200)
  await edit(id, { items: [item(oil, 2)] })
  expect((await edit(id, { items: [item(oil, 2), item(jar)] })).after.subtotal).toBe(220)
})

test('of a set its parts move, as it was sold, and what is short is named', { tags: 'faults' }, async () => {
  const butter = await shelve(context, { name: 'Butter', stock: 6 })
  const soap = await shelve(context, { name: 'Soap', stock: 9 })
  const parts = [
    { productId: butter, quantity: 2 },
    { productId: soap, quantity: 1 },
  ]
  const set = await shelveSet(context, { name: 'Routine', price: 25_000 }, parts)
  const { id } = await place(shop, [item(set, 2)])
  const stocks = () => Promise.all([stockOf(context, butter), stockOf(context, soap)])
  expect(await stocks()).toEqual([2, 7])
  await edit(id, { items: [item(set, 1), item(butter, 4)] })
  expect(await stocks()).toEqual([0, 8])
  expect(await send(id, { items: [item(set, 2), item(butter, 4)] })).toMatchObject({
    status: 409,
    body: { code: 'out_of_stock', error: 'There is no more of Routine.' },
  })
  await edit(id, { items: [item(set, 3)] })
  expect(await stocks()).toEqual([0, 6])
  await put(id, { status: 'Cancelled' })
  expect(await stocks()).toEqual([6, 9])
})

test('a code whose conditions no longer hold falls away, is named before, and gives its use back once', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const { id: discountId } = await offer({ minimum_spend: 200, most_uses: 1 })
  const { id } = await place(shop, [item(jar, 3)], { discount_code: 'TENOFF' })
  expect(await usesOf(discountId)).toBe(1)
  // Over and used up since: the order has its use.
  await context.db
    .update(discounts)
    .set({ endsAt: clock(), isEnabled: false })
    .where(eq(discounts.id, discountId))
  clock.forward({ hours: 1 })
  const kept = await edit(id, { items: [item(jar, 2)] })
  expect(kept).toMatchObject({ after: { discount_total: 20, order_total: 225 }, lost_discounts: [] })
  expect(await usesOf(discountId)).toBe(1)
  const lost = await edit(id, { items: [item(jar, 1)] })
  expect(lost).toMatchObject({
    after: { discount_total: 0, order_total: 145 },
    lost_discounts: [{ name: 'Ten off', code: 'TENOFF', amount: 20 }],
    discount_note: expect.stringContaining('Ghs 200.00'),
  })
  expect(await usesOf(discountId)).toBe(0)
  await put(id, { status: 'Cancelled' })
  expect(await usesOf(discountId)).toBe(0)
})

test('what holds by itself joins an order that has grown, and goes with its cancellation', {
  tags: 'faults',
}, async () => {
  const jar = await shelve(context, { price: 10_000 })
  const { id: discountId } = await offer({
    ...{ name: 'Free delivery', kind: 'free_delivery', percent: null, code: '', automatic: true },
    ...{ minimum_spend: 300, most_uses: 5 },
  })
  const { id } = await place(shop, [item(jar, 2)])
  expect((await edit(id, { items: [item(jar, 3)] })).after).toMatchObject({ discount_total: 45 })
  expect(await usesOf(discountId)).toBe(1)
  await put(id, { status: 'Cancelled' })
  expect(await usesOf(discountId)).toBe(0)
})

test('a discount for one person is asked again of another number', { tags: 'faults' }, async () => {
  const jar = await shelve(context, { price: 10_000 })
  await place(shop, [item(jar)], { customer_phone: '020 111 2222' })
  await offer({ code: 'FIRST', first_order_only: true })
  const { id } = await place(shop, [item(jar)], {
    ...{ customer_phone: '020 333 4444', discount_code: 'FIRST' },
  })
  expect((await edit(id, { items: [item(jar, 2)] })).after.discount_total).toBe(20)
  const { body } = await send(id, { customer_phone: '020 111 2222' })
  expect(body).toMatchObject({ after: { discount_total: 0 }, lost_discounts: [{ code: 'FIRST' }] })
})

test('two people at once: one is saved, the other hears that the order was changed', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const { id } = await place(shop, [item(jar, 5)])
  const { updated_at: expected } = await read(id)
  const save = (quantity: number) =>
    send(id, { items: [item(jar, quantity)], expected, agreed_total: quantity * 100 + 45 })
  const answers = await Promise.all([save(1), save(2), save(3)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('order_changed')
  const order = await read(id)
  expect(await stockOf(context, jar)).toBe(10 - (order.items[0]?.quantity ?? 0))
  expect(order.history).toHaveLength(2)
})

test('the same edit sent twice is made once', async () => {
  const jar = await shelve(context)
  const { id } = await place(shop, [item(jar, 2)])
  const { updated_at: expected } = await read(id)
  const body = { items: [item(jar, 1)], expected, agreed_total: 165 }
  expect((await send(id, body)).body.saved).toBe(true)
  expect((await send(id, body)).body.saved).toBe(true)
  expect((await read(id)).history).toHaveLength(2)
})

test('what is saved must cost what was shown', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const oil = await shelve(context, { price: 5_000 })
  const { id } = await place(shop, [item(jar)])
  const { updated_at: expected } = await read(id)
  await context.db.update(products).set({ price: 6_000 }).where(eq(products.id, oil))
  const refused = await send(id, { items: [item(jar), item(oil)], expected, agreed_total: 195 })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'price_changed', after: { order_total: 205 }, saved: false },
  })
  expect(await stockOf(context, oil)).toBe(10)
})

test.each([
  { status: 'Shipped', text: /has left the shop/ },
  { status: 'Delivered', text: /was delivered/ },
  { status: 'Cancelled', text: /Reopen it first/ },
])('an order that is $status is changed no more', async ({ status, text }) => {
  const jar = await shelve(context)
  const { id } = await place(shop, [item(jar)])
  await put(id, { status })
  const { updated_at: expected } = await read(id)
  for (const save of [{}, { expected, agreed_total: 165 }]) {
    const refused = await send(id, { items: [item(jar, 2)], ...save })
    expect([refused.status, refused.body.code]).toEqual([409, 'edit_too_late'])
    expect(refused.body.error).toMatch(text)
  }
})

test.each([
  { changes: { items: [] }, field: 'items' },
  { changes: { items: [{ product_id: 1, quantity: 1_000_000 }] }, field: 'items.0.quantity' },
  { changes: { customer_name: ' ' }, field: 'customer_name' },
  { changes: { customer_phone: '12' }, field: 'customer_phone' },
  { changes: { address: '' }, field: 'address' },
  { changes: { agreed_total: 165 }, field: 'expected' },
])('a mistake in $field is named', async ({ changes, field }) => {
  const jar = await shelve(context)
  const { id } = await place(shop, [item(jar)])
  const refused = await send(id, changes)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
})

test('what cannot be bought does not come into an order, and what is in it may stay', async () => {
  const jar = await shelve(context, { name: 'Old', price: 10_000 })
  const hidden = await shelve(context, { name: 'Secret', isHidden: true })
  const { id } = await place(shop, [item(jar, 3)])
  await context.db.update(products).set({ removedAt: clock() }).where(eq(products.id, jar))
  expect((await send(id, { items: [item(jar), item(hidden)] })).body.code).toBe('not_available')
  expect((await send(id, { items: [item(jar, 4)] })).body.code).toBe('not_available')
  expect((await edit(id, { items: [item(jar, 2)] })).after.subtotal).toBe(200)
})

test('an order that was paid at the door once is a return', async () => {
  const jar = await shelve(context)
  const { id } = await place(shop, [item(jar)])
  await context.db.update(orders).set({ paidCash: 16_500 }).where(eq(orders.id, id))
  expect((await send(id, { customer_name: 'Kofi' })).body.code).toBe('edit_too_late')
  await context.db.update(orders).set({ paidCash: 0 }).where(eq(orders.id, id))
})
