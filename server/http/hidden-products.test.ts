import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { filledProductForm } from '../testing/forms.ts'
import { item, orderBody } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const shop = await openTestShop({ withPages: true })
const { ask, context, signedInAs } = shop
afterAll(shop.close)

const { token } = await signedInAs('admin')

async function read(path: string): Promise<string> {
  const { body } = await ask('GET', path)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function bulk(action: string, ids: number[]) {
  return ask('POST', '/api/products/bulk', { token, body: { action, ids } })
}

test('a hidden product is nowhere in the shop, at once and on cached pages too, and comes back when it is shown', async () => {
  const jar = await shelve(context, { name: 'Quokka toner', category: 'toner', isFeatured: true })
  const beside = await shelve(context, { name: 'Toner beside', category: 'toner' })
  const shelves = ['/', '/shop', '/shop?category=toner', '/shop?q=quokka', '/sitemap.xml']
  const pages = [...shelves, `/product/${beside}`, `/wishlist/products?ids=${jar}`]
  const sees = async () => {
    const texts = await Promise.all(pages.map(read))
    return texts.map((text) => text.includes('Quokka toner') || text.includes(`/product/${jar}<`))
  }
  expect(await sees()).toEqual(pages.map(() => true))
  await bulk('hide', [jar])
  expect(await sees()).toEqual(pages.map(() => false))
  expect((await ask('GET', `/product/${jar}`)).status).toBe(404)
  expect((await ask('GET', `/api/products/${jar}`)).status).toBe(404)
  expect((await ask<ProductResponse[]>('GET', '/api/products')).body.map(({ id }) => id)).not.toContain(jar)
  await bulk('show', [jar])
  expect(await sees()).toEqual(pages.map(() => true))
})

test('the last product of a category takes the category’s links with it when it is hidden', async () => {
  const only = await shelve(context, { name: 'Only mask', category: 'mask' })
  const link = '/shop?category=mask'
  expect(await read('/about')).toContain(link)
  await bulk('hide', [only])
  expect(await read('/about')).not.toContain(link)
  expect(await read('/sitemap.xml')).not.toContain('category=mask')
})

test('a hidden product that lies in a cart cannot be ordered, and its name is not told', async () => {
  const draft = await shelve(context, { name: 'Secret serum', isHidden: true })
  const { status, body } = await ask<RefusalResponse>('POST', '/api/orders', {
    body: orderBody([item(draft)]),
  })
  expect([status, body.code, body.error]).toEqual([409, 'not_available', 'One product cannot be bought.'])
  expect(JSON.stringify(body)).not.toContain('Secret')
})

test('the back office sees hidden products, marked, counted and by themselves; nobody else may ask for them', async () => {
  const draft = await shelve(context, { name: 'Draft cream', isHidden: true })
  const all = await ask<ProductResponse[]>('GET', '/api/products?admin=1', { token })
  expect(all.body.find(({ id }) => id === draft)?.hidden).toBe(true)
  const hidden = await ask<ProductResponse[]>('GET', '/api/products?admin=1&hidden=1', { token })
  expect(hidden.body.every((product) => product.hidden)).toBe(true)
  expect(Number(all.headers['x-total-count'])).toBe(all.body.length)
  expect((await ask<ProductResponse>('GET', `/api/products/${draft}?admin=1`, { token })).body.hidden).toBe(
    true,
  )
  expect((await ask('GET', '/api/products?hidden=1')).status).toBe(401)
  const seen = (await ask<ProductResponse[]>('GET', '/api/products')).headers['x-total-count']
  expect(Number(seen)).toBe(all.body.length - hidden.body.length)
})

test('a form that says nothing about it leaves a hidden product hidden', async () => {
  const id = await shelve(context, { name: 'Not ready', isHidden: true })
  const form = await filledProductForm({ id: String(id), name: 'Not ready' })
  expect((await ask('PUT', '/api/products', { token, ...form })).status).toBe(200)
  expect((await ask('GET', `/api/products/${id}`)).status).toBe(404)
})
