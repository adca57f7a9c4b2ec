import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import { stockMovements } from '#server/features/catalogue/tables.ts'
import { photo } from '#server/testing/forms.ts'
import { openProductOffice } from '#server/testing/product-office.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const { ask, context, token, viewer, add, edit, changesOf, close } = await openProductOffice()
afterAll(close)

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
  const { updated_at: _version, fda_number: _fda, hidden: _hidden, ...forAdmins } = body
  const { goes_with: _chosen, goes_with_bought: _bought, ...seenByAll } = forAdmins
  expect((await ask('GET', `/api/products/${body.id}`)).body).toEqual(seenByAll)
})

test('what was added stands in the list of changes, and its first jars in the stock book', async () => {
  const { body } = await add()
  const [change, ...others] = await changesOf(body.id)
  expect(others).toEqual([])
  expect(change).toMatchObject({ actorId: viewer.id, action: 'added the product', before: {} })
  expect(change?.after).toMatchObject({ name: 'Shea Butter Cream', price: 145.5, stock_quantity: 10 })
  const moved = await context.db.select().from(stockMovements).where(eq(stockMovements.productId, body.id))
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
  const files = await context.files.list('pictures/')
  const { status, body } = await add({ name: 'Half a product' }, [
    await photo(),
    Buffer.from('<svg onload=alert(1)>'),
  ])
  expect([status, body.code]).toEqual([415, 'image_not_supported'])
  expect((await ask<ProductResponse[]>('GET', '/api/products?q=Half')).body).toEqual([])
  expect(await context.files.list('pictures/')).toEqual(files)
})

test('a deleted product leaves the shop and the list of the back office, once', async () => {
  const { body } = await add({ name: 'Leaving Lotion' })
  expect(await ask('DELETE', `/api/products/${body.id}`, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await ask('GET', `/api/products/${body.id}`)).status).toBe(404)
  const listed = await ask<ProductResponse[]>('GET', '/api/products?admin=1&q=Leaving', { token })
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
  const cached = body.orders.find(({ tracking_code }) => tracking_code === order.body.tracking_code)
  expect(cached?.items).toMatchObject([{ product_name: 'Ordered Oil', quantity: 1, total_price: 50 }])
})

test('the back office finds what is nearly gone', async () => {
  const few = await shelve(context, { name: 'Few Left', stock: 5 })
  const some = await shelve(context, { name: 'Six Left', stock: 6 })
  const { body, headers } = await ask<ProductResponse[]>('GET', '/api/products?low_stock=1&admin=1&q=Left', {
    token,
  })
  expect(body.map(({ id }) => id)).toEqual([few])
  expect(headers['x-total-count']).toBe('1')
  expect(body.map(({ id }) => id)).not.toContain(some)
})
