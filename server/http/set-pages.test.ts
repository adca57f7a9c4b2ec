import { afterAll, expect, test } from 'vitest'
import { item, place } from '../testing/sample-orders.ts'
import { addSamplePicture, shelve, shelveSet } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const shop = await openTestShop({ withPages: true })
const { ask, context, signedInAs } = shop
afterAll(shop.close)

async function read(path: string): Promise<string> {
  const { body } = await ask<string>('GET', path)
  // React writes empty comments between two texts.
  return body.replaceAll('<!-- -->', '')
}

test('the page of a set says what is in it and what it saves; page, feed and search engines follow its parts', async () => {
  const { token } = await signedInAs('admin')
  const soap = await shelve(context, { name: 'Moon Soap', price: 3_000, stock: 4 })
  const oil = await shelve(context, { name: 'Moon Oil', price: 5_000, stock: 2 })
  const { id: picture } = await addSamplePicture(context)
  const set = await shelveSet(context, { name: 'Moon Routine', price: 9_000, pictureIds: [picture] }, [
    { productId: soap, quantity: 2 },
    { productId: oil, quantity: 1 },
  ])
  const page = await read(`/product/${set}`)
  expect(page).toContain('In this set')
  expect(page).toMatch(new RegExp(`href="/product/${soap}"[^>]*>2 × Moon Soap<`))
  expect(page).toContain('You save Ghs 20.00')
  expect(page).toContain('https://schema.org/InStock')
  expect(await read('/feeds/products.xml')).toMatch(/Moon Routine[\s\S]*?in_stock/)
  expect(await read(`/product/${soap}`)).not.toContain('In this set')

  await ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids: [soap] } })
  const without = await read(`/product/${set}`)
  expect(without).not.toContain('Moon Soap')
  expect(without).toContain('https://schema.org/OutOfStock')
  await ask('POST', '/api/products/bulk', { token, body: { action: 'show', ids: [soap] } })
  expect(await read(`/product/${set}`)).toContain('https://schema.org/InStock')

  await place(shop, [item(oil, 2)])
  expect(await read(`/product/${set}`)).toContain('https://schema.org/OutOfStock')
  expect(await read('/feeds/products.xml')).toMatch(/Moon Routine[\s\S]*?out_of_stock/)
})
