import { afterAll, expect, test } from 'vitest'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const { ask, context, signedInAs, close } = await openTestShop({ withPages: true })
afterAll(close)

async function read(path: string): Promise<string> {
  const { body } = await ask<string>('GET', path)
  // React writes empty comments between two texts.
  return body.replaceAll('<!-- -->', '')
}

test('pages as the server writes them offer the choices by links, and cached ones follow every change', async () => {
  const { token } = await signedInAs('admin')
  const shade = (label: string, price: number, stock: number) =>
    shelve(context, { name: `Lip Tint ${label}`, article: 'Lip Tint', choiceLabel: label, price, stock })
  const ruby = await shade('Ruby', 5_000, 3)
  const clay = await shade('Clay', 7_500, 0)

  const shop = await read('/shop')
  expect(shop.match(/<article/g)).toHaveLength(1)
  expect(shop).toContain('from <span')
  expect(shop).toContain('Ghs 50.00')
  expect(shop).toContain('1 product')

  const page = await read(`/product/${ruby}`)
  expect(page).toMatch(new RegExp(`<a aria-current="true"[^>]*href="/product/${ruby}"`))
  expect(page).toContain(`href="/product/${clay}"`)
  expect(page).toMatch(/Clay<span[^>]*>Out of Stock/)
  expect(page).toContain('"inProductGroupWithID":"Lip Tint"')
  expect(page).toContain('"price":"50.00"')
  expect(page).not.toContain('You may also like')
  expect(await read('/sitemap.xml')).toContain(`/product/${clay}<`)

  await ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids: [clay] } })
  expect(await read('/shop')).not.toContain('from <span')
  expect(await read(`/product/${ruby}`)).not.toContain(`/product/${clay}`)
})
