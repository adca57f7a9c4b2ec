import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { products } from '#server/features/catalogue/tables.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, context, close } = await openTestShop()
afterAll(close)

const ids: Record<string, number> = {}

beforeAll(async () => {
  ids.cream = await shelve(context, { name: 'Shea Cream', price: 5_000, isFeatured: true })
  ids.serum = await shelve(context, { name: 'Hibiscus Glow', category: 'Serums', price: 18_550 })
  ids.vitamin = await shelve(context, {
    name: 'Baobab & Vitamin C Drops',
    category: 'serum',
    price: 9_900,
    isFeatured: true,
    ingredients: ['Aqua', 'Niacinamide'],
  })
  ids.eyes = await shelve(context, { name: 'Bright Eyes', category: 'Eye Cream', price: 9_900, stock: 0 })
  ids.gone = await shelve(context, { name: 'Gone Toner', category: 'toner' })
  await takeOff(ids.gone)
})

async function takeOff(id: number): Promise<void> {
  await context.db.update(products).set({ removedAt: context.clock() }).where(eq(products.id, id))
}

async function names(query = ''): Promise<string[]> {
  const { status, body } = await ask<ProductResponse[]>('GET', `/api/products${query}`)
  expect(status).toBe(200)
  return body.map(({ name }) => name)
}

async function refused(query: string): Promise<Record<string, string> | undefined> {
  const { status, body } = await ask<RefusalResponse>('GET', `/api/products?${query}`)
  expect(`${query}: ${status} ${body.code}`).toBe(`${query}: 400 invalid_input`)
  return body.fields
}

test('a product has the names and types of the specification on the wire', async () => {
  const picture = await addSamplePicture(context)
  const second = await addSamplePicture(context)
  const id = await shelve(context, {
    name: 'Moringa Oil',
    description: 'Pressed cold.',
    brands: 'Adom',
    category: 'Moisturisers',
    price: 12_345,
    stock: 7,
    howToUse: 'Two drops.',
    benefits: ['Glow', 'Calm'],
    ingredients: ['Moringa seed oil', 'Tocopherol'],
    isBestSeller: true,
    pictureIds: [picture.id, second.id],
  })
  onTestFinished(() => takeOff(id))
  const images = [`/media/pictures/${picture.id}/200.webp`, `/media/pictures/${second.id}/200.webp`]
  const wire = {
    id,
    name: 'Moringa Oil',
    description: 'Pressed cold.',
    brands: 'Adom',
    price: 123.45,
    image: images[0],
    images,
    category: 'moisturizer',
    how_to_use: 'Two drops.',
    benefits: 'Glow\nCalm',
    ingredients: 'Moringa seed oil, Tocopherol',
    stock_quantity: 7,
    featured: false,
    best_seller: true,
    created_at: '2026-03-05T09:00:00.000Z',
    rating: null,
    review_count: 0,
  }
  expect(await ask('GET', `/api/products/${id}`)).toMatchObject({ status: 200, body: wire })
  const list = await ask<ProductResponse[]>('GET', '/api/products?limit=1')
  expect(list.body).toEqual([wire])
  expect((await ask('GET', images[0] ?? '')).status).toBe(200)
})

test('a product without pictures has no image and an empty list', async () => {
  const { body } = await ask<ProductResponse>('GET', `/api/products/${ids.cream}`)
  expect(body).toMatchObject({ image: null, images: [] })
})

test('the list is newest first and leaves out what has left the shop', async () => {
  expect(await names()).toEqual(['Bright Eyes', 'Baobab & Vitamin C Drops', 'Hibiscus Glow', 'Shea Cream'])
})

test.each([
  ['featured', ['Baobab & Vitamin C Drops', 'Shea Cream', 'Bright Eyes', 'Hibiscus Glow']],
  ['price-low', ['Shea Cream', 'Bright Eyes', 'Baobab & Vitamin C Drops', 'Hibiscus Glow']],
  ['price-high', ['Hibiscus Glow', 'Bright Eyes', 'Baobab & Vitamin C Drops', 'Shea Cream']],
  ['newest', ['Bright Eyes', 'Baobab & Vitamin C Drops', 'Hibiscus Glow', 'Shea Cream']],
])('sorted by %s', async (sort, expected) => {
  expect(await names(`?sort=${sort}`)).toEqual(expected)
})

test.each(['serum', 'serums', 'SERUM', 'Serums', '%20serum%20'])('category %s is one shelf', async (word) => {
  expect(await names(`?category=${word}`)).toEqual(['Baobab & Vitamin C Drops', 'Hibiscus Glow'])
})

test.each(['eye cream', 'Eye Creams', 'eye-cream', 'EYE_CREAM'])('category %s is one shelf', async (word) => {
  expect(await names(`?category=${encodeURIComponent(word)}`)).toEqual(['Bright Eyes'])
})

test('a shelf that does not exist is empty', async () => {
  expect(await names('?category=perfume')).toEqual([])
})

test.each([
  ['hibiscus', 'Hibiscus Glow'],
  ['hibiskus', 'Hibiscus Glow'],
  ['HIBISC', 'Hibiscus Glow'],
  ['vitamin c', 'Baobab & Vitamin C Drops'],
  ['vitmin c', 'Baobab & Vitamin C Drops'],
  ['drops vitamn', 'Baobab & Vitamin C Drops'],
  ['hibiskus glwo', 'Hibiscus Glow'],
  ['drosp', 'Baobab & Vitamin C Drops'],
  ['dops', 'Baobab & Vitamin C Drops'],
  ['dtrops', 'Baobab & Vitamin C Drops'],
  ['brops', 'Baobab & Vitamin C Drops'],
  ['niacinamide', 'Baobab & Vitamin C Drops'],
  ['eye', 'Bright Eyes'],
])('a search for %s finds %s', async (typed, found) => {
  expect(await names(`?q=${encodeURIComponent(typed)}`)).toEqual([found])
})

test('whatever carries the word in its name comes before what only mentions it', async () => {
  expect(await names('?q=shea')).toEqual(['Shea Cream', 'Bright Eyes', 'Hibiscus Glow'])
})

test.each(['shae', 'sheaa', 'hsea'])('%s finds what shea finds', async (typed) => {
  expect(await names(`?q=${typed}`)).toEqual(await names('?q=shea'))
})

test('a short word that is written as it is heard is found, also where it is only in a product', async () => {
  const id = await shelve(context, { name: 'Black Soap', ingredients: ['Zinc oxide', 'Palm oil'] })
  onTestFinished(() => takeOff(id))
  for (const typed of ['sope', 'black sope', 'balck sope', 'zink'])
    expect(await names(`?q=${encodeURIComponent(typed)}`)).toEqual(['Black Soap'])
  for (const word of ['balm', 'mink', 'white sope'])
    expect(await names(`?q=${encodeURIComponent(word)}`)).toEqual([])
})

test('what a hidden product is called decides about no search', async () => {
  await shelve(context, { name: 'Hsea Mist', isHidden: true })
  expect(await names('?q=hsea')).toEqual(await names('?q=shea'))
})

test.each([
  'xylophone',
  'hibiscus xylophone',
  'cat',
  'drip',
  'blow',
  'blow eyed',
  "'; drop table products --",
  '(xy+)+$',
])('a search for %s finds nothing', async (typed) => {
  expect(await names(`?q=${encodeURIComponent(typed)}`)).toEqual([])
})

test.each([':* & !', '%', '_', '\\', '😀'])(
  'signs without a word, such as %s, find nothing',
  async (typed) => {
    const { headers, body } = await ask('GET', `/api/products?q=${encodeURIComponent(typed)}`)
    expect(body).toEqual([])
    expect(headers['x-total-count']).toBe('0')
  },
)

test.each(['', '%20%20'])('an empty search, such as "%s", is no search', async (typed) => {
  expect(await names(`?q=${typed}`)).toHaveLength(4)
})

test('a search keeps to its shelf', async () => {
  expect(await names('?q=shea&category=serum')).toEqual(['Hibiscus Glow'])
})

test('a page says how many products there are and where its neighbours lie', async () => {
  const { headers, body } = await ask<ProductResponse[]>('GET', '/api/products?limit=1&page=2&sort=price-low')
  expect(body.map(({ name }) => name)).toEqual(['Bright Eyes'])
  expect(headers['x-total-count']).toBe('4')
  const page = (number: number) => `</api/products?limit=1&page=${number}&sort=price-low>`
  expect(headers.link).toBe(
    `${page(1)}; rel="first", ${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(4)}; rel="last"`,
  )
})

test('the first and the last page have no neighbour on the other side', async () => {
  const first = await ask('GET', '/api/products?limit=4')
  expect(first.headers.link).not.toMatch(/rel="(prev|next)"/)
  const beyond = await ask<ProductResponse[]>('GET', '/api/products?limit=4&page=9')
  expect(beyond.body).toEqual([])
  expect(beyond.headers).toMatchObject({ 'x-total-count': '4' })
})

test('a page has at most a hundred products', async () => {
  expect(await refused('limit=101')).toEqual({ limit: 'Please use a whole number from 1 to 100.' })
  expect((await ask('GET', '/api/products?limit=100&page=10000')).status).toBe(200)
})

test.each([
  'limit=0',
  'limit=-1',
  'limit=1.5',
  'limit=1e1',
  'limit=0x10',
  'limit=',
  'limit=many',
  'page=0',
  'page=10001',
  'page=1&page=2',
  'sort=cheapest',
  'sort=newest&sort=featured',
  'q=%00',
  `q=${'x'.repeat(101)}`,
  `category=${'x'.repeat(61)}`,
])('%s is refused', async (query) => {
  const name = query.split('=', 1)[0] ?? ''
  expect(Object.keys((await refused(query)) ?? {})).toEqual([name])
})

test('a question that the list does not know is refused by its name', async () => {
  expect(await refused('colour=red&limit=1')).toEqual({ colour: 'This field is not known here.' })
})

test.each(['0', '-1', '1.5', '1e0', '0x1', 'abc', '2147483648', '99999999999', '%00', 'x'.repeat(320)])(
  'there is no product %s',
  async (id) => {
    const { status, body } = await ask<RefusalResponse>('GET', `/api/products/${id}`)
    expect(status).toBe(404)
    expect(body).toEqual({ error: 'We could not find that.', code: 'not_found' })
  },
)

test('an unknown product and one that left the shop are not found alike', async () => {
  const unknown = await ask('GET', '/api/products/2147483647')
  const gone = await ask('GET', `/api/products/${ids.gone}`)
  expect(unknown).toMatchObject({
    status: 404,
    body: { error: 'Product not found', code: 'product_not_found' },
  })
  expect(gone.body).toEqual(unknown.body)
})
