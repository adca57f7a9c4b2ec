import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { OwnOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { AdminReviewResponse, WrittenReviewResponse } from '#contract/reviews.ts'
import { orders } from '#server/features/orders/tables.ts'
import { reviews } from '#server/features/reviews/tables.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, context, signedInAs, clock } = shop
afterAll(shop.close)
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))
const admin = await signedInAs('admin')

type Bought = { code: string; product: number }

async function buy(product: number, details: object = {}, token?: string) {
  const way = token === undefined ? {} : { token }
  const placed = await place(shop, [item(product)], details, way)
  return { id: placed.id, code: placed.tracking_code, product }
}

function setStatus(id: number, status: string) {
  return ask('PUT', `/api/orders/${id}`, { token: admin.token, body: { status } })
}

async function receive(product: number, details: object = {}, token?: string) {
  const bought = await buy(product, details, token)
  await setStatus(bought.id, 'Delivered')
  return bought
}

async function keyOf(id: number): Promise<string> {
  const [order] = await context.db.select().from(orders).where(eq(orders.id, id))
  return order?.reviewKey ?? ''
}

const ordinary = { phone: '024 123 4567', rating: '4', text: 'Soft skin', name: 'Ama', town: 'Kumasi' }
let writers = 0

async function write(
  { code, product }: Bought,
  fields: object = {},
  photos: readonly Buffer[] = [],
  address = `10.2.${writers >> 8}.${writers++ & 255}`,
) {
  const named = Object.entries({ code, product_id: String(product), ...ordinary, ...fields })
  const form = await uploadForm([...named, ...photos.map((bytes) => ['photos', bytes] as const)])
  return ask<WrittenReviewResponse & RefusalResponse>('POST', '/api/reviews', { ...form, address })
}

function decide(id: number, body: object) {
  return ask<AdminReviewResponse>('PUT', `/api/reviews/${id}`, { token: admin.token, body })
}

async function ratingOf(product: number) {
  const { body } = await ask<ProductResponse>('GET', `/api/products/${product}`)
  return [body.rating, body.review_count]
}

async function shownOf(product: number) {
  const { body } = await ask<AdminReviewResponse[]>('GET', `/api/products/${product}/reviews`)
  return body.map(({ text }) => text)
}

test('a review is read by the shop first; then it counts, and leaves again when it is hidden or deleted', async () => {
  const jar = await shelve(context)
  const one = await write(await receive(jar), {}, [await photo(), await photo('#369')])
  expect([one.status, one.body.state]).toEqual([201, 'waiting'])
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([[null, 0], []])
  const waiting = await ask<AdminReviewResponse[]>('GET', '/api/reviews?show=waiting', admin)
  expect(waiting.body).toMatchObject([{ id: one.body.id, state: 'waiting', photos: [{}, {}] }])
  const counts = await ask<{ reviewsToRead: number }>('GET', '/api/dashboard/counts', admin)
  expect(counts.body.reviewsToRead).toBe(1)

  expect((await decide(one.body.id, { state: 'shown', answer: 'Thank you, Ama!' })).body).toMatchObject({
    state: 'shown',
    answer: 'Thank you, Ama!',
  })
  const other = await write(await receive(jar), { rating: '5', text: 'Lovely' })
  await decide(other.body.id, { state: 'shown' })
  await decide(other.body.id, { state: 'shown' })
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([
    [4.5, 2],
    ['Lovely', 'Soft skin'],
  ])
  await decide(one.body.id, { state: 'hidden' })
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([[5, 1], ['Lovely']])
  await ask('DELETE', `/api/reviews/${other.body.id}`, admin)
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([[null, 0], []])
})

test('the second page of reviews goes on where the first one ends, without those that are hidden', {
  tags: 'faults',
}, async () => {
  const jar = await shelve(context)
  for (const text of ['First', 'Second', 'Hidden', 'Third', 'Fourth', 'Fifth']) {
    const { body } = await write(await receive(jar), { text })
    await decide(body.id, { state: text === 'Hidden' ? 'hidden' : 'shown' })
  }
  const read = async (page: number) => {
    const address = `/api/products/${jar}/reviews?page=${page}&limit=2`
    const { body, headers } = await ask<AdminReviewResponse[]>('GET', address)
    return { texts: body.map(({ text }) => text), total: headers['x-total-count'], link: headers.link }
  }
  expect(await read(1)).toMatchObject({ texts: ['Fifth', 'Fourth'], total: '5' })
  const second = await read(2)
  expect(second).toMatchObject({ texts: ['Third', 'Second'], total: '5' })
  expect(second.link).toMatch(/page=1.*rel="prev".*page=3.*rel="next"|page=3.*rel="next".*page=1.*rel="prev"/)
  expect([(await read(3)).texts, (await read(4)).texts]).toEqual([['First'], []])
  expect((await ask('GET', `/api/products/${jar}/reviews?page=0`)).status).toBe(400)
})

test('with the setting a review is shown at once', async () => {
  const known = await ask<{ version: number }>('GET', '/api/settings', admin)
  const save = (version: number, isAtOnce: boolean) =>
    ask('PUT', '/api/settings', {
      token: admin.token,
      body: { version, settings: { reviews_at_once: isAtOnce } },
    })
  await save(known.body.version, true)
  const jar = await shelve(context)
  expect((await write(await receive(jar))).body.state).toBe('shown')
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([[4, 1], ['Soft skin']])
  await save(known.body.version + 1, false)
})

test('only what has arrived is reviewed, each product of an order once, and nothing that was not in it', async () => {
  const jar = await shelve(context)
  const bought = await buy(jar)
  expect(await write(bought)).toMatchObject({ status: 409, body: { code: 'not_delivered' } })
  await setStatus(bought.id, 'Delivered')
  expect((await write({ ...bought, product: await shelve(context) })).body.code).toBe('product_not_found')
  const sent = await Promise.all([write(bought, {}, [await photo()]), write(bought), write(bought)])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect((await write(bought)).body.code).toBe('already_reviewed')
  expect(await context.db.$count(reviews, eq(reviews.orderId, bought.id))).toBe(1)
})

test('a tracking code alone opens nothing: it takes the key of our message or the phone number, and few can be tried', async () => {
  const jar = await shelve(context)
  const bought = await receive(jar)
  const wrong = { phone: '020 000 0000' }
  const guess = (fields: object) => write(bought, fields, [], '10.9.9.9')
  expect(await guess({ phone: '' })).toMatchObject({ status: 400, body: { fields: { phone: {} } } })
  for (const key of ['made up', await keyOf((await receive(jar)).id)])
    expect((await guess({ key, phone: '' })).status).toBe(400)
  expect((await guess(wrong)).status).toBe(400)
  expect((await guess(wrong)).status).toBe(400)
  expect((await guess({})).status).toBe(429)
  const key = await keyOf(bought.id)
  expect((await write(bought, { key, phone: '' })).status).toBe(201)
  expect((await write({ code: 'ZZZZZZ', product: jar })).body.code).toBe('order_not_found')
})

test('the message after the delivery brings the key, and My Orders has it for its owner', async () => {
  const customer = await signedInAs('customer')
  const email = customer.viewer.email
  const jar = await shelve(context)
  const { id, code } = await receive(jar, { customer_email: email }, customer.token)
  const key = await keyOf(id)
  await context.jobs.runDue()
  const mail = (await shop.mails()).findLast(({ to, subject }) => to === email && /delivered/.test(subject))
  expect(mail?.text).toContain(`/track-order?code=${code}&review=${key}`)
  const { body } = await ask<{ orders: OwnOrderResponse[] }>('GET', `/api/orders/user/${email}`, customer)
  expect(body.orders.find((order) => order.id === id)?.review_key).toBe(key)
  const { id: pending } = await buy(jar, { customer_email: email }, customer.token)
  const again = await ask<{ orders: OwnOrderResponse[] }>('GET', `/api/orders/user/${email}`, customer)
  expect(again.body.orders.find((order) => order.id === pending)?.review_key).toBe(null)
  await setStatus(pending, 'Cancelled')
})

test('what is shown to everybody is a first name, at most two photos and no more than a thousand characters', async () => {
  const bought = await receive(await shelve(context))
  const mistakes = async (fields: object) => (await write(bought, fields)).body.fields
  expect(await mistakes({ name: 'ama@example.com' })).toEqual({ name: 'Please enter your first name only' })
  expect(await mistakes({ rating: '6', text: ' ' })).toEqual({
    rating: 'Please choose 1 to 5 stars',
    text: 'Please write a few words',
  })
  expect(await mistakes({ text: 'x'.repeat(1_001) })).toEqual({
    text: 'Please use at most 1000 characters',
  })
  const three = [await photo(), await photo(), await photo()]
  expect((await write(bought, {}, three)).body.fields).toEqual({ photos: 'Please send at most 2 files.' })
  expect((await write(bought, {}, [Buffer.from('no picture')])).status).toBe(415)
  expect((await write(bought, { text: '<script>alert(1)</script>' })).status).toBe(201)
})

test('whoever deletes the account takes the reviews along, and their stars; before that they can be downloaded', async () => {
  const customer = await signedInAs('customer')
  const jar = await shelve(context)
  const bought = await receive(jar, { customer_email: customer.viewer.email }, customer.token)
  const { body } = await write(bought)
  await decide(body.id, { state: 'shown' })
  clock.forward({ hours: 1 })
  const data = await ask<{ reviews: object[] }>('GET', '/api/account/data', customer)
  expect(data.body.reviews).toMatchObject([{ order_id: bought.id, text: 'Soft skin', town: 'Kumasi' }])
  const password = { password: 'the customer’s password' }
  await ask('POST', '/api/account/delete', { token: customer.token, body: password })
  expect([await ratingOf(jar), await shownOf(jar)]).toEqual([[null, 0], []])
})
