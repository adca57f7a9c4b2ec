import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductAnswer } from '../../../contract/catalogue.ts'
import type { RefusalAnswer } from '../../../contract/refusals.ts'
import { auditEntries } from '../../features/audit/tables.ts'
import { stockMovements } from '../../features/catalogue/tables.ts'
import { filledProductForm, photo } from '../../testing/product-form.ts'
import { shelve } from '../../testing/sample-rows.ts'
import { openTestShop } from '../../testing/test-shop.ts'

const { ask, tools, clock, signedInAs, close } = await openTestShop()
afterAll(close)

const { token } = await signedInAs('admin')

type Fields = Parameters<typeof filledProductForm>[0]

async function add(fields: Fields = {}, images?: Uint8Array[]) {
  const form = await filledProductForm(fields, images ?? [await photo()])
  return ask<ProductAnswer & RefusalAnswer>('POST', '/api/products', { token, ...form })
}

async function edit(id: number, fields: Fields = {}, images: Uint8Array[] = []) {
  const form = await filledProductForm({ id: String(id), ...fields }, images)
  return ask<ProductAnswer & RefusalAnswer & { changed_by: string | null; changed_at: string }>(
    'PUT',
    '/api/products',
    { token, ...form },
  )
}

async function read(id: number): Promise<ProductAnswer> {
  return (await ask<ProductAnswer>('GET', `/api/products/${id}?admin=1`, { token })).body
}

async function changesOf(id: number) {
  return tools.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, 'product'), eq(auditEntries.thingId, String(id))))
    .orderBy(auditEntries.id)
}

test('a product is added from the form, with its pictures in the order in which they came', async () => {
  const { status, body, headers } = await add({ fda_number: 'FDA/CD.26-1001' }, [
    await photo('#963', 60),
    await photo('#369', 90),
  ])
  expect(status).toBe(201)
  expect(headers.location).toBe(`/api/products/${body.id}`)
  expect(body).toMatchObject({
    name: 'Shea Butter Cream',
    brands: 'Adom',
    price: 145.5,
    category: 'moisturizer',
    how_to_use: 'Warm it between your hands.',
    stock_quantity: 10,
    featured: true,
    best_seller: false,
    benefits: 'Soft skin\nCalm',
    ingredients: 'Shea butter, Aqua',
    fda_number: 'FDA/CD.26-1001',
  })
  expect(body.images.map((address) => address.split('/').at(-1))).toEqual(['60.webp', '90.webp'])
  expect((await ask('GET', body.image ?? '')).status).toBe(200)
  const { updated_at: _version, fda_number: _fda, ...seenByAll } = body
  expect((await ask('GET', `/api/products/${body.id}`)).body).toEqual(seenByAll)
})

test('what was added stands in the list of changes, and its first jars in the stock book', async () => {
  const { body } = await add()
  const { viewer } = await signedInAs('admin')
  const [change, ...others] = await changesOf(body.id)
  expect(others).toEqual([])
  expect(change).toMatchObject({ actorId: viewer.id, action: 'added the product', before: {} })
  expect(change?.after).toMatchObject({ name: 'Shea Butter Cream', price: 145.5, stock_quantity: 10 })
  const moved = await tools.db.select().from(stockMovements).where(eq(stockMovements.productId, body.id))
  expect(moved).toMatchObject([{ change: 10, cause: 'first_count', actorId: viewer.id }])
})

test('a browser’s line ends are no part of the text', async () => {
  const { body } = await add({ description: 'One\r\nTwo', benefits: 'Glow\r\nCalm\r\n' })
  expect(body).toMatchObject({ description: 'One\nTwo', benefits: 'Glow\nCalm' })
})

test('every mistake in the form is named beside its field', async () => {
  const empty = Object.fromEntries(
    ['name', 'description', 'brands', 'price', 'category', 'how_to_use', 'stock_quantity'].map((field) => [
      field,
      '',
    ]),
  )
  const { status, body } = await add(empty)
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    name: 'Name is required',
    description: 'Description is required',
    brands: 'Brand is required',
    price: 'Price is required',
    category: 'Category is required',
    how_to_use: 'How to use is required',
    stock_quantity: 'Stock quantity is required',
  })
  expect((await add({ name: undefined })).body.fields).toEqual({ name: 'Name is required' })
})

test('a new product needs a picture; an old one may go without', async () => {
  const refused = await add({}, [])
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { images: 'At least one image is required' } },
  })
  const { body } = await add()
  expect(await edit(body.id, { existingImages: '[]' })).toMatchObject({ status: 200, body: { images: [] } })
})

test.each([
  [{ price: '-5' }, 'price'],
  [{ category: 'perfume' }, 'category'],
  [{ stock_quantity: '1.5' }, 'stock_quantity'],
  [{ featured: 'yes' }, 'featured'],
  [{ existingImages: 'not json' }, 'existingImages'],
  [{ existingImages: '["/media/pictures/unknown/60.webp"]' }, 'images'],
  [{ existingImages: '["https://evil.example/a.png"]' }, 'images'],
  [{ existingImages: '["new:3"]' }, 'images'],
  [{ expected: 'yesterday' }, 'expected'],
  [{ is_admin: '1' }, 'is_admin'],
])('%j is refused by its name', async (fields, name) => {
  const { status, body } = await add(fields)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([name])
})

test('what is no picture is refused, and leaves neither product nor file behind', async () => {
  const files = await tools.files.list('pictures/')
  const { status, body } = await add({ name: 'Half a product' }, [
    await photo(),
    Buffer.from('<svg onload=alert(1)>'),
  ])
  expect([status, body.code]).toEqual([415, 'image_not_supported'])
  expect((await ask<ProductAnswer[]>('GET', '/api/products?q=Half')).body).toEqual([])
  expect(await tools.files.list('pictures/')).toEqual(files)
})

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
  const moved = await tools.db.select().from(stockMovements).where(eq(stockMovements.productId, seen.id))
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
  const nameless = await ask<RefusalAnswer>('PUT', '/api/products', { token, ...form })
  expect(nameless).toMatchObject({ status: 400, body: { fields: { id: 'Which product?' } } })
})

test('a deleted product leaves the shop and the list of the back office, once', async () => {
  const { body } = await add({ name: 'Leaving Lotion' })
  expect(await ask('DELETE', `/api/products/${body.id}`, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await ask('GET', `/api/products/${body.id}`)).status).toBe(404)
  const listed = await ask<ProductAnswer[]>('GET', '/api/products?admin=1&q=Leaving', { token })
  expect(listed.body).toEqual([])
  expect((await ask('DELETE', `/api/products/${body.id}`, { token })).status).toBe(404)
  expect((await changesOf(body.id)).at(-1)).toMatchObject({ action: 'deleted the product', after: {} })
})

test('an old order keeps name, picture and price of a product that was deleted', async () => {
  const { body: product } = await add({ name: 'Ordered Oil', price: '50' })
  const order = await ask<{ tracking_code: string }>('POST', '/api/orders', {
    body: {
      customer_name: 'Ama Serwaa',
      customer_phone: '024 123 4567',
      customer_email: '',
      delivery_option: 'personal_rider',
      city: 'Accra',
      state: 'Greater Accra',
      payment_method: 'whatsapp',
      order_total: 50,
      items: [{ product_id: product.id, quantity: 1, price_per_item: 50 }],
    },
  })
  expect(order.status).toBe(201)
  await edit(product.id, { name: 'Renamed Oil', price: '80' })
  await ask('DELETE', `/api/products/${product.id}`, { token })
  const { body } = await ask<{ orders: { tracking_code: string; items: object[] }[] }>('GET', '/api/orders', {
    token,
  })
  const kept = body.orders.find(({ tracking_code }) => tracking_code === order.body.tracking_code)
  expect(kept?.items).toMatchObject([{ product_name: 'Ordered Oil', quantity: 1, total_price: 50 }])
})

test('the back office finds what is nearly gone', async () => {
  const few = await shelve(tools, { name: 'Few Left', stock: 5 })
  const some = await shelve(tools, { name: 'Six Left', stock: 6 })
  const { body, headers } = await ask<ProductAnswer[]>('GET', '/api/products?low_stock=1&admin=1&q=Left', {
    token,
  })
  expect(body.map(({ id }) => id)).toEqual([few])
  expect(headers['x-total-count']).toBe('1')
  expect(body.map(({ id }) => id)).not.toContain(some)
})
