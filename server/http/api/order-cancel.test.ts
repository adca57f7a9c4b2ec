import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { item, openOrderActions, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context, mails } = shop
afterAll(shop.close)

const admin = await signedInAs('admin')
const { put } = openOrderActions(shop, admin)

type Refused = { code?: string; fields?: Record<string, string> }

function cancel(code: string, phone = '024 123 4567', address = '10.2.2.2') {
  return ask<Refused>('POST', '/api/orders/cancel', { body: { code, phone }, address })
}

async function statusOf(id: number) {
  const { body } = await ask<{ order_status: string; cancel_reason: string | null }>(
    'GET',
    `/api/orders/${id}`,
    {
      token: admin.token,
    },
  )
  return [body.order_status, body.cancel_reason]
}

test('a customer cancels within the hour with code and phone: the products go back, once, and a mail says so', async () => {
  const jar = await shelve(context, { stock: 10 })
  const { id, tracking_code } = await place(shop, [item(jar, 3)], { customer_email: 'kofi@example.com' })
  expect(await stockOf(context, jar)).toBe(7)
  clock.forward({ minutes: 59 })
  const answers = await Promise.all([cancel(tracking_code, '+233 24 123 4567'), cancel(tracking_code)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await stockOf(context, jar)).toBe(10)
  expect(await statusOf(id)).toEqual(['Cancelled', 'by_customer'])
  const subjects = (await mails()).filter(({ to }) => to === 'kofi@example.com').map(({ subject }) => subject)
  expect(subjects).toEqual([
    `We have received your order ${tracking_code}`,
    `Your order ${tracking_code} was cancelled`,
  ])
  expect(await checkBooks(context.db)).toEqual([])
})

test('after the hour, and once somebody packs it, the shop has to be asked', async () => {
  const jar = await shelve(context, { stock: 10 })
  const late = await place(shop, [item(jar)])
  clock.forward({ hours: 1 })
  expect(await cancel(late.tracking_code)).toMatchObject({ status: 409, body: { code: 'cancel_too_late' } })
  const packed = await place(shop, [item(jar)])
  await put(packed.id, { status: 'Processing' })
  expect(await cancel(packed.tracking_code)).toMatchObject({ status: 409, body: { code: 'cancel_too_late' } })
  expect(await stockOf(context, jar)).toBe(8)
})

test('a code alone cancels nothing, and numbers are not guessed: five wrong ones an hour from one address', async () => {
  const jar = await shelve(context, { stock: 10 })
  const { id, tracking_code } = await place(shop, [item(jar)])
  const guess = () => cancel(tracking_code, '024 123 0000', '10.3.2.1')
  for (const status of [400, 400, 400, 400, 400, 429]) expect((await guess()).status).toBe(status)
  expect(await statusOf(id)).toEqual(['Pending', null])
  expect((await cancel(tracking_code)).status).toBe(200)
  expect((await cancel('ZZZZZZ')).status).toBe(404)
})

test('numbers are not guessed from many addresses either: five wrong ones an hour from one address, a hundred in all, and then three from each other address', {
  tags: 'faults',
}, async () => {
  const jar = await shelve(context, { stock: 10 })
  const { id, tracking_code } = await place(shop, [item(jar)])
  for (let n = 0; n < 100; n++) {
    const { status, body } = await cancel(tracking_code, `024 123 00${n}`, `10.3.3.${Math.floor(n / 5)}`)
    expect([status, body.fields]).toEqual([400, { phone: 'This is not the phone number of this order.' }])
  }
  expect((await cancel(tracking_code, '024 123 0000', '10.3.3.0')).status).toBe(429)
  const guess = () => cancel(tracking_code, '024 123 0000', '10.3.4.1')
  for (const status of [400, 400, 400, 429, 429]) expect((await guess()).status).toBe(status)
  expect(await statusOf(id)).toEqual(['Pending', null])
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => cancel(tracking_code)))
  expect(atOnce.map(({ status }) => status)).toContain(200)
  expect((await cancel(tracking_code)).status).toBe(200)
  const other = await place(shop, [item(jar)])
  for (let n = 0; n < 6; n++) await cancel(other.tracking_code, `024 123 000${n}`, '10.3.3.3')
  expect((await cancel(other.tracking_code)).status).toBe(200)
  expect((await cancel('ZZZZZZ')).status).toBe(404)
})

test('while a payment is under way nothing is cancelled', async () => {
  const jar = await shelve(context, { stock: 10 })
  const online = await place(shop, [item(jar)], { payment_method: 'mtn_momo' })
  const started = await ask('POST', '/api/payments/mtn_momo', {
    body: {
      orderId: online.id,
      amount: online.order_total,
      customerPhone: '024 123 4567',
      tracking_code: online.tracking_code,
    },
  })
  expect(started.status).toBe(200)
  expect(await cancel(online.tracking_code)).toMatchObject({
    status: 409,
    body: { code: 'payment_under_way' },
  })
  expect(await stockOf(context, jar)).toBe(9)
})
