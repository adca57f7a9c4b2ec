import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { OrderDetailResponse, OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { AssignDriverResponse, DeliveryResponse } from '#contract/delivery.ts'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, openOrderActions, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, signedInAs, context, mails } = shop
afterAll(shop.close)

const admin = await signedInAs('admin')
const helper = await signedInAs('helper')
const driver = await signedInAs('driver')
const jar = await shelve(context, { name: 'Shea', price: 8_500, stock: 900 })
const counter = { address: '12 Oxford Street, Osu', hours: 'Mon to Sat, 9am to 6pm' }

function save(settings: object) {
  return ask('PUT', '/api/settings', { token: admin.token, body: { version: 1_000, settings } })
}

const offer = (is_on: boolean) => save({ pickup: { is_on, ...counter } })

async function collected(details: object = {}): Promise<PlacedOrderResponse> {
  await offer(true)
  return await place(shop, [item(jar, 2)], { ...collects, ...details })
}

const collects = {
  delivery_option: 'pickup',
  address: undefined,
  city: undefined,
  state: undefined,
  zip: undefined,
}

type Step = { id: number }

function handOver(body: object, { token = admin.token, key }: { token?: string; key?: string } = {}) {
  return (id: number) =>
    ask<Step & RefusalResponse>('PUT', `/api/orders/${id}`, {
      token,
      body: { status: 'Delivered', ...body },
      headers: key ? { 'idempotency-key': key } : {},
    })
}

async function detail(id: number): Promise<OrderDetailResponse> {
  return (await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, admin)).body
}

async function ledger(id: number): Promise<OrderLedgerResponse> {
  return (await ask<OrderLedgerResponse>('GET', `/api/orders/${id}/money`, admin)).body
}

const cash = { collected: 170, way: 'cash' }

test('a shop offers no pickup until its owner has switched it on, with a place and hours', async () => {
  await offer(false)
  const body = orderBody([item(jar)], collects)
  const refused = await post<RefusalResponse>(shop, body)
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { delivery_option: 'Collecting at the shop is not offered at the moment' } },
  })
  const without = await save({ pickup: { is_on: true, address: ' ', hours: '' } })
  expect(without).toMatchObject({
    status: 400,
    body: {
      fields: {
        'settings.pickup.address': 'Please say where orders are collected',
        'settings.pickup.hours': 'Please say when orders can be collected',
      },
    },
  })
  await offer(true)
  expect((await post(shop, body)).status).toBe(201)
})

test('whoever collects an order pays no delivery and is not asked for an address, and none is stored', async () => {
  const order = await collected({ address: 'Secret Street 1', city: 'Kumasi', state: 'Ashanti', zip: 'AK-1' })
  expect(order).toMatchObject({ delivery_option: 'pickup', delivery_fee: 0, order_total: 170 })
  expect(order.delivery_pin).toMatch(/^\d{4}$/)
  expect(await detail(order.id)).toMatchObject({ address: '', city: '', state: '', shipping_address: '' })
  const { body } = await ask<{ order: TrackedOrderResponse }>(
    'GET',
    `/api/order-tracking/${order.tracking_code}`,
  )
  expect(body.order).toMatchObject({ delivery_option: 'pickup', pickup: counter, order_status: 'Pending' })
})

test('an order that is ready tells where, when and which PIN; on the wire it is Shipped', async () => {
  const order = await collected({ customer_email: 'ready@example.com' })
  await mails()
  await ask('PUT', `/api/orders/${order.id}`, { token: helper.token, body: { status: 'Shipped' } })
  await mails()
  await handOver({ proof_code: order.delivery_pin, cash })(order.id)
  const told = (await mails()).filter(({ to }) => to === 'ready@example.com')
  expect(told.map(({ subject }) => subject)).toEqual([
    `We have received your order ${order.tracking_code}`,
    `Your order ${order.tracking_code} is ready to collect`,
    `You have collected your order ${order.tracking_code}`,
  ])
  const ready = told[1]?.text ?? ''
  for (const words of [counter.address, counter.hours, `PIN is ${order.delivery_pin}`, 'Ghs 170.00 ready'])
    expect(ready).toContain(words)
})

test('the office hands it over for the PIN and takes the money in one step, once for each key', async () => {
  const order = await collected()
  const typed = { ...cash, reason: 'Typed before the amount was right' }
  const body = { proof_code: order.delivery_pin, cash: { ...typed, way: 'mobile_money', reference: 'MP1' } }
  const both = await Promise.all([
    handOver(body, { key: 'counter', token: helper.token })(order.id),
    handOver(body, { key: 'counter', token: helper.token })(order.id),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { lines, open } = await ledger(order.id)
  expect(lines).toMatchObject([
    { kind: 'receipt', source: 'office', way: 'mobile_money', amount: 170, reference: 'MP1', note: '' },
  ])
  expect(open).toBe(0)
  expect(await detail(order.id)).toMatchObject({ order_status: 'Delivered', payment_state: 'Paid' })
  const { body: delivery } = await ask<DeliveryResponse>('GET', `/api/orders/${order.id}/delivery`, admin)
  expect(delivery.proofs).toMatchObject([{ kind: 'pin' }])
})

test('two people who hand it over at once take its money once', async () => {
  const order = await collected()
  const body = { proof_code: order.delivery_pin, cash }
  const answers = await Promise.all([
    handOver(body, { key: 'one' })(order.id),
    handOver(body, { key: 'two', token: helper.token })(order.id),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await ledger(order.id)).lines).toHaveLength(1)
})

test('a wrong PIN or wrong money hands over nothing, and takes nothing', async () => {
  const order = await collected()
  const wrong = order.delivery_pin === '0000' ? '1111' : '0000'
  expect(await handOver({ proof_code: wrong, cash })(order.id)).toMatchObject({
    status: 400,
    body: { code: 'wrong_pin', error: 'This is not the PIN of this order. Please ask the customer again.' },
  })
  const less = { proof_code: order.delivery_pin, cash: { collected: 100 } }
  expect(await handOver(less)(order.id)).toMatchObject({
    status: 400,
    body: { fields: { reason: expect.any(String) } },
  })
  const unnamed = { proof_code: order.delivery_pin, cash: { collected: 170, way: 'mobile_money' } }
  expect((await handOver(unnamed)(order.id)).body.fields).toHaveProperty('reference')
  expect(await detail(order.id)).toMatchObject({ order_status: 'Pending' })
  expect((await ledger(order.id)).lines).toEqual([])
  const nothing = { proof_code: order.delivery_pin, cash: { collected: 0, reason: 'Pays tomorrow' } }
  expect((await handOver(nothing)(order.id)).status).toBe(200)
  expect(await detail(order.id)).toMatchObject({ order_status: 'Delivered', amount_to_collect: 170 })
})

test('after five wrong PINs none is taken any more, and the office sees no PIN', async () => {
  const order = await collected()
  const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(4))
  for (const guess of guesses.filter((pin) => pin !== order.delivery_pin).slice(0, 5))
    await handOver({ proof_code: guess })(order.id)
  const late = await handOver({ proof_code: order.delivery_pin })(order.id)
  expect(late).toMatchObject({ status: 400, body: { code: 'wrong_pin' } })
  expect(late.body.error).toContain('too many wrong PINs')
  expect(await detail(order.id)).toMatchObject({ delivery_pin: null, order_status: 'Pending' })
  expect((await handOver({})(order.id)).status).toBe(200)
})

test('no driver is given an order that is collected, sees it or moves it', async () => {
  const order = await collected()
  const { body } = await ask<AssignDriverResponse>('PUT', '/api/orders/drivers', {
    token: admin.token,
    body: { order_ids: [order.id], driver_id: driver.viewer.id },
  })
  expect(body.not_changed).toEqual([
    { id: order.id, code: 'pickup', reason: 'The customer collects it at the shop.' },
  ])
  // As an older process could have left it.
  await context.db.update(orders).set({ driverId: driver.viewer.id }).where(eq(orders.id, order.id))
  const day = await ask<{ orders: { id: number }[] }>('GET', '/api/orders/driver', driver)
  expect(day.body.orders.map(({ id }) => id)).not.toContain(order.id)
  const step = await ask('PUT', `/api/orders/${order.id}`, {
    token: driver.token,
    body: { status: 'Processing' },
  })
  expect(step.status).toBe(404)
})

test('an order that is to be collected after all leaves its driver, its address and its fee', async () => {
  await offer(true)
  const order = await place(shop, [item(jar)], {
    address: '5 High Street',
    city: 'Kumasi',
    state: 'Ashanti',
    zip: '',
  })
  await ask('PUT', '/api/orders/drivers', {
    token: admin.token,
    body: { order_ids: [order.id], driver_id: driver.viewer.id },
  })
  const edit = { delivery_option: 'pickup', expected: (await detail(order.id)).updated_at, agreed_total: 85 }
  const saved = await ask('PUT', `/api/orders/${order.id}/contents`, { token: admin.token, body: edit })
  expect(saved.status).toBe(200)
  expect(await detail(order.id)).toMatchObject({
    delivery_option: 'pickup',
    driver_id: null,
    city: '',
    order_total: 85,
  })
})

test('an order stays one that is collected after the owner has switched pickup off', async () => {
  const order = await collected()
  await offer(false)
  await openOrderActions(shop, admin).put(order.id, { status: 'Shipped' })
  const { body } = await ask<{ order: TrackedOrderResponse }>(
    'GET',
    `/api/order-tracking/${order.tracking_code}`,
  )
  expect(body.order.pickup).toEqual(counter)
  expect((await handOver({ proof_code: order.delivery_pin, cash })(order.id)).status).toBe(200)
})

test('what is sold at the counter is an order that is handed over at once', async () => {
  await offer(true)
  const body = orderBody([item(jar, 2)], { ...collects, source: 'counter', payment_method: undefined })
  const { body: sold } = await ask<PlacedOrderResponse>('POST', '/api/orders/manual', {
    token: helper.token,
    body,
  })
  expect(sold).toMatchObject({ delivery_option: 'pickup', delivery_fee: 0 })
  expect((await handOver({ proof_code: sold.delivery_pin, cash })(sold.id)).status).toBe(200)
  expect(await detail(sold.id)).toMatchObject({ source: 'counter', payment_state: 'Paid' })
})
