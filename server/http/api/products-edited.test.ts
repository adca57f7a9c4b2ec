import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { stockMovements } from '#server/features/catalogue/tables.ts'
import { filledProductForm, photo } from '#server/testing/forms.ts'
import { openProductOffice } from '#server/testing/product-office.ts'

const { ask, context, clock, token, add, edit, read, changesOf, close } = await openProductOffice()
afterAll(close)

test('an edit changes everything the form says, keeps pictures in the given order and says who did it', async () => {
  const { body: before } = await add({}, [await photo('#111', 50), await photo('#222', 70)])
  const [first, second] = before.images
  const { status, body } = await edit(
    before.id,
    {
      name: 'Cocoa Cream',
      price: '99',
      featured: '0',
      best_seller: '1',
      existingImages: JSON.stringify([second, 'new:0', first]),
      expected: before.updated_at,
      seen_stock: '10',
    },
    [await photo('#333', 80)],
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Cocoa Cream',
    price: 99,
    featured: false,
    best_seller: true,
    image: second,
  })
  expect(body.images.map((address) => address.split('/').at(-1))).toEqual(['70.webp', '80.webp', '50.webp'])
  const change = (await changesOf(before.id)).at(-1)
  expect(change?.action).toBe('changed the product')
  expect(change?.before).toMatchObject({ name: 'Shea Butter Cream', price: 145.5 })
  expect(change?.after).toMatchObject({ name: 'Cocoa Cream', price: 99 })
  expect(change?.after).not.toHaveProperty('description')
})

test('without a list of pictures, the old ones stay and new ones follow', async () => {
  const { body } = await add()
  const edited = await edit(body.id, {}, [await photo('#345', 77)])
  expect(edited.body.images).toEqual([body.images[0], expect.stringMatching(/77\.webp$/)])
})

test('a form that does not speak of the FDA number leaves it', async () => {
  const { body } = await add({ fda_number: 'FDA-1' })
  await edit(body.id, { name: 'Renamed' })
  expect((await read(body.id)).fda_number).toBe('FDA-1')
  await edit(body.id, { fda_number: '' })
  expect((await read(body.id)).fda_number).toBe('')
})

test('of two admins with the same form open, the second is told who was faster, and nothing is overwritten', async () => {
  const { body: seen } = await add()
  await edit(seen.id, { name: 'First', expected: seen.updated_at })
  const { status, body } = await edit(seen.id, { name: 'Second', expected: seen.updated_at })
  expect([status, body.code, body.changed_by]).toEqual([409, 'conflict', 'admin'])
  expect(body.error).toBe('admin changed this meanwhile. Please reload and try again.')
  const now = await read(seen.id)
  expect(now.name).toBe('First')
  expect(body.changed_at).toBe(now.updated_at)
  expect((await edit(seen.id, { name: 'Second', expected: now.updated_at })).status).toBe(200)
})

test('two admins who save in the same moment cannot both win', async () => {
  const { body: seen } = await add()
  const both = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => edit(seen.id, { name, expected: seen.updated_at })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('a form that changes nothing makes nobody else’s form stale and leaves no trace', async () => {
  const { body: seen } = await add()
  clock.forward({ minutes: 5 })
  const { body } = await edit(seen.id, { seen_stock: '10' })
  expect(body.updated_at).toBe(seen.updated_at)
  expect(await changesOf(seen.id)).toHaveLength(1)
})

test('stock typed into a form moves by the difference, so that what was sold meanwhile stays sold', async () => {
  const { body: seen } = await add()
  await ask('POST', '/api/products/update-stock', { token, body: [{ productId: seen.id, quantity: 3 }] })
  const { body } = await edit(seen.id, { stock_quantity: '15', seen_stock: '10', expected: seen.updated_at })
  expect(body.stock_quantity).toBe(12)
  await ask('POST', '/api/products/update-stock', { token, body: [{ productId: seen.id, quantity: 2 }] })
  const unchanged = await edit(seen.id, { name: 'Only renamed', stock_quantity: '12', seen_stock: '12' })
  expect(unchanged.body).toMatchObject({ name: 'Only renamed', stock_quantity: 10 })
  const ofSeen = eq(stockMovements.productId, seen.id)
  const moved = await context.db.select().from(stockMovements).where(ofSeen).orderBy(stockMovements.id)
  expect(moved.map(({ change, cause }) => `${cause} ${change}`)).toEqual([
    'first_count 10',
    'counter_sale -3',
    'correction 5',
    'counter_sale -2',
  ])
})

test('more cannot be taken off the shelf than is left, and then nothing of the form is saved', async () => {
  const { body: seen } = await add()
  await ask('POST', '/api/products/update-stock', { token, body: [{ productId: seen.id, quantity: 8 }] })
  const { status, body } = await edit(seen.id, { name: 'Renamed', stock_quantity: '5', seen_stock: '10' })
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(body.fields?.stock_quantity).toBe(
    'Shea Butter Cream: 5 cannot be taken off, as only 2 are left now.',
  )
  expect(await read(seen.id)).toMatchObject({ name: 'Shea Butter Cream', stock_quantity: 2 })
})

test('without what was seen, the number is a count of the shelf', async () => {
  const { body } = await add()
  expect((await edit(body.id, { stock_quantity: '4' })).body.stock_quantity).toBe(4)
})

test('an unknown, deleted or nameless product cannot be edited', async () => {
  const { body } = await add()
  await ask('DELETE', `/api/products/${body.id}`, { token })
  expect(await edit(body.id)).toMatchObject({ status: 404, body: { code: 'product_not_found' } })
  expect((await edit(2_147_483_647)).status).toBe(404)
  const form = await filledProductForm()
  const nameless = await ask<RefusalResponse>('PUT', '/api/products', { token, ...form })
  expect(nameless).toMatchObject({ status: 400, body: { fields: { id: 'Which product?' } } })
})
