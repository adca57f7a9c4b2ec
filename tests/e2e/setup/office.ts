import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { PostResponse } from '#contract/content.ts'

export const sizes = { laptop: { width: 1280, height: 800 }, phone: { width: 360, height: 800 } }

/** No other test uses it, and a search takes its letters for one word. */
export function ownWord(): string {
  return randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 8)
}

export function ownName(words: string): string {
  return `${words} ${ownWord()}`
}

export function productDrawer(page: Page) {
  return page.getByRole('dialog', { name: /^(Add New|Edit) Product$/ })
}

export async function searchProducts(page: Page, words: string) {
  await page.goto(`/admin/products?q=${encodeURIComponent(words)}`)
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue(words)
}

/** Where a post is written as it will look. */
export function visualEditor(page: Page) {
  return page.getByRole('textbox', { name: 'Content' }).first()
}

/** A picture drawn by the browser itself; so small that the shop has next to no work with it. */
export async function smallPicture(page: Page, colour = '#97432a', width = 128, height = 160) {
  const drawn = await page.evaluate(
    ([fill, wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const paper = canvas.getContext('2d')
      if (!paper) throw new Error('This browser cannot draw')
      paper.fillStyle = fill
      paper.fillRect(0, 0, wide, high)
      return canvas.toDataURL('image/jpeg', 0.8)
    },
    [colour, width, height] as const,
  )
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  return { name: `${colour.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer }
}

type Texts = Record<string, string>

const madeHere: { path: string; token: string }[] = []

/** All tests share one shop: what one put on its shelves must not push aside what others look for. */
export async function tidyUp(request: APIRequestContext): Promise<void> {
  // The newest first: a set goes before its parts.
  for (const { path, token } of madeHere.splice(0).reverse())
    await request.delete(path, { headers: bearer(token) })
}

/** A product of this test alone, made through the API. */
export async function newProduct(
  request: APIRequestContext,
  page: Page,
  token: string,
  fields: Texts,
  pictures = 1,
): Promise<ProductResponse> {
  const texts: Texts = {
    description: 'Made for a test.',
    brands: 'Adom',
    price: '145.50',
    category: 'mask',
    how_to_use: 'Put it on.',
    stock_quantity: '10',
    featured: '0',
    best_seller: '0',
    benefits: '',
    ingredients: '',
    ...fields,
  }
  const { name, mimeType: type, buffer } = await smallPicture(page)
  const multipart = new FormData()
  for (const [field, text] of Object.entries(texts)) multipart.append(field, text)
  for (let n = 0; n < pictures; n++) multipart.append('images', new File([buffer], name, { type }))
  const answer = await request.post('/api/products', { headers: bearer(token), multipart })
  expect(answer.status()).toBe(201)
  const product = await answer.json()
  madeHere.push({ path: `/api/products/${product.id}`, token })
  return product
}

export async function newPost(
  request: APIRequestContext,
  page: Page,
  token: string,
  fields: Texts,
): Promise<PostResponse> {
  const multipart = {
    excerpt: 'Written for a test.',
    content: '<p>Words.</p>',
    published: 'true',
    ...fields,
    image: await smallPicture(page, '#5b7553', 160, 90),
  }
  const answer = await request.post('/api/blog-posts', { headers: bearer(token), multipart })
  expect(answer.status()).toBe(201)
  const post = await answer.json()
  madeHere.push({ path: `/api/blog-posts/${post.id}`, token })
  return post
}

export function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

/** A product of this test alone, and orders of it, by customers whom no other test knows. */
export async function openShelf(request: APIRequestContext, page: Page, token: string, stock = 50) {
  const surname = `Z${randomUUID().slice(0, 8)}`
  const product = await newProduct(request, page, token, {
    name: `Shelf jar ${surname}`,
    price: '100',
    stock_quantity: String(stock),
  })
  return {
    /** Finds these customers and nobody else. */
    surname,
    product,
    async order(firstName: string, details: object = {}): Promise<PlacedOrderResponse> {
      const answer = await request.post('/api/orders', {
        data: {
          customer_name: `${firstName} ${surname}`,
          customer_phone: '024 123 4567',
          address: 'House 14, behind Shell',
          city: 'Kumasi',
          state: 'Ashanti',
          items: [{ product_id: product.id, quantity: 2 }],
          ...details,
        },
      })
      expect(answer.status()).toBe(201)
      return answer.json()
    },
    async stock(): Promise<number> {
      const answer = await request.get(`/api/products/${product.id}`)
      return (await answer.json()).stock_quantity
    },
    async setStatus({ id }: { id: number }, status: string): Promise<void> {
      const answer = await request.put(`/api/orders/${id}`, { headers: bearer(token), data: { status } })
      expect(answer.status()).toBe(200)
    },
  }
}

export function rowOf(page: Page, { tracking_code }: { tracking_code: string }): Locator {
  return page.getByRole('row').filter({ hasText: tracking_code })
}

export function statusOf(page: Page, { tracking_code }: { tracking_code: string }): Locator {
  return page.getByRole('table').getByRole('combobox', { name: `Status of ${tracking_code}` })
}
