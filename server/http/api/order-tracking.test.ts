import { afterAll, expect, test } from 'vitest'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
afterAll(shop.close)

function track(code: string, address = '10.1.1.1') {
  return ask<{ order: TrackedOrderResponse }>('GET', `/api/order-tracking/${encodeURIComponent(code)}`, {
    address,
  })
}

test('tracking shows the order, its way and its price, and nothing that a stranger should not know', async () => {
  const picture = await addSamplePicture(context)
  const jar = await shelve(context, { name: 'Shea', price: 8_500, pictureIds: [picture.id] })
  const placed = await place(shop, [item(jar, 2)], { tracking_code: 'K7P2QX' })
  const { token } = await signedInAs('admin')
  clock.forward({ hours: 2 })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Processing' } })
  const { status, body, headers } = await track('K7P2QX')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toEqual({
    order: {
      id: placed.id,
      tracking_code: 'K7P2QX',
      order_status: 'Processing',
      created_at: '2026-03-05T09:00:00.000Z',
      updated_at: '2026-03-05T11:00:00.000Z',
      customer_name: 'Ama Mensah',
      delivery_option: 'delivery_service',
      pickup: null,
      items: [
        {
          product_id: jar,
          product_name: 'Shea',
          quantity: 2,
          price_per_item: 85,
          total_price: 170,
          image: expect.stringContaining(`/media/pictures/${picture.id}/`),
        },
      ],
      subtotal: 170,
      delivery_fee: 45,
      discounts: [],
      discount_total: 0,
      order_total: 215,
      refunded: 0,
      amount_to_collect: 215,
      to_pay_back: 0,
      missed: null,
      answer_day: null,
      delivery_weekdays: null,
      deliver_on: null,
      deliver_slot: null,
      payment_state: 'Pay on delivery',
      history: [
        { status: 'Pending', at: '2026-03-05T09:00:00.000Z' },
        { status: 'Processing', at: '2026-03-05T11:00:00.000Z' },
      ],
    },
  })
})

test('the code may be typed in small letters, with blanks, dashes or the sign before it', async () => {
  await place(shop, [item(await shelve(context))], { tracking_code: 'A1B2C3' })
  for (const typed of ['a1b2c3', ' A1B-2C3 ', '#a1b 2c3']) {
    expect((await track(typed, '10.1.1.2')).body.order.tracking_code).toBe('A1B2C3')
  }
})

test.each(['ZZZZZZ', ' ', 'null', "' or 1=1", 'A1B2C', 'A1B2C3D', '%00', '😀', 'x'.repeat(300)])(
  'the code %j finds nothing',
  async (code) => {
    expect(await track(code, '10.1.1.3')).toMatchObject({
      status: 404,
      body: { error: 'Order not found', code: 'order_not_found' },
    })
  },
)

test('what was typed is read as what it looks like', async () => {
  await place(shop, [item(await shelve(context))], { tracking_code: 'LQ7X9O' })
  expect((await track('1q7x90', '10.1.1.2')).body.order.tracking_code).toBe('LQ7X9O')
  await place(shop, [item(await shelve(context))], { tracking_code: 'LQ7X90' })
  expect((await track('lq7x90', '10.1.1.2')).body.order.tracking_code).toBe('LQ7X90')
  expect((await track('1q7x9o', '10.1.1.2')).status).toBe(404)
})

function miss(n: number): string {
  return `MISS${String(n).padStart(2, 'A').replaceAll('0', 'B').replaceAll('1', 'C')}`
}

test('behind an address from which somebody guesses, whoever has a right code or has just ordered is served', async () => {
  const address = '10.1.1.6'
  const jar = await shelve(context)
  const before = await place(shop, [item(jar)])
  const guesses = Array.from({ length: 60 }, (_, n) => miss(n))
  for (const code of guesses) expect((await track(code, address)).status).toBe(404)
  const refused = await track('MISSZZ', address)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (const { tracking_code } of [before, await place(shop, [item(jar)])]) {
    expect((await track(tracking_code, address)).status).toBe(200)
  }
  expect((await track('MISSZY', address)).status).toBe(429)
  clock.forward({ minutes: 16 })
  expect((await track('MISSZX', address)).status).toBe(404)
})

test('a page that asks for the same unknown code again and again is one guess', async () => {
  for (let n = 0; n < 70; n++) expect((await track('TYPOED', '10.1.1.7')).status).toBe(404)
  expect((await track('TYPOEF', '10.1.1.7')).status).toBe(404)
})
