import { afterAll, expect, test } from 'vitest'
import type { ProfileResponse } from '#contract/accounts.ts'
import type { PostResponse } from '#contract/content.ts'
import type { TestimonialResponse } from '#contract/reviews.ts'
import { sumUpTables } from '../testing/database.ts'
import { photo, uploadForm } from '../testing/forms.ts'
import { item, orderBody, post } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const world = await openTestShop()
afterAll(world.close)
const { ask, signedInAs, context } = world
const customer = await signedInAs('customer')
const other = await signedInAs('other customer')
const admin = await signedInAs('admin')

test('nobody sets the fee or the price of an order', async () => {
  const jar = await shelve(context, { price: 12_000 })
  const before = await sumUpTables(context)
  const cheap = [
    orderBody([item(jar, 1, 0.01)]),
    orderBody([item(jar)], { order_total: 0.01 }),
    orderBody([item(jar)], { delivery_fee: 0 }),
  ]
  for (const body of cheap) expect((await post(world, body)).status).toBe(409)
  expect(await sumUpTables(context)).toEqual(before)
})

test('a profile is one’s own, whoever it names', async () => {
  const save = async (fields: [string, string][]) =>
    await ask<ProfileResponse>('PUT', '/api/profile', {
      token: customer.token,
      ...(await uploadForm([['full_name', 'Ama'], ...fields])),
    })
  const before = await sumUpTables(context)
  for (const fields of [
    ['id', other.viewer.id],
    ['email', other.viewer.email],
    ['email', 'new.address@example.com'],
  ] satisfies [string, string][]) {
    expect([fields, (await save([fields])).status]).toEqual([fields, 403])
  }
  expect(await sumUpTables(context)).toEqual(before)
  const own = await save([
    ['id', customer.viewer.id],
    ['email', customer.viewer.email],
  ])
  expect(own.body).toMatchObject({ id: customer.viewer.id, email: customer.viewer.email, full_name: 'Ama' })
})

test('a testimonial carries the name of its account, and a post its true author', async () => {
  const words = { name: 'The shop itself', quote: 'Soft skin', rating: 5 }
  const said = await ask<TestimonialResponse>('POST', '/api/testimonials', {
    token: other.token,
    body: words,
  })
  expect([said.status, said.body.name]).toEqual([201, 'other.customer'])
  const form = await uploadForm([
    ['title', 'Dry season'],
    ['excerpt', 'What helps'],
    ['content', '<p>Shea</p>'],
    ['author_id', other.viewer.id],
    ['image', await photo()],
  ])
  const { status, body } = await ask<PostResponse>('POST', '/api/blog-posts', { token: admin.token, ...form })
  expect([status, body.author_id]).toEqual([201, admin.viewer.id])
})
