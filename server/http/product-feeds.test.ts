import { afterAll, expect, test } from 'vitest'
import { addSamplePicture, shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const { ask, context, signedInAs, close } = await openTestShop({ withPages: true })
afterAll(close)

test('both lists are read from the cache, follow every change, and have no hidden product', async () => {
  const { token } = await signedInAs('admin')
  const jar = await shelve(context, {
    name: 'Shea',
    price: 14_500,
    pictureIds: [(await addSamplePicture(context)).id],
  })
  const read = async (file: string) => await ask<string>('GET', `/feeds/${file}`)
  const feed = await read('products.xml')
  expect(feed.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(feed.body).toContain('<g:price>145.00 GHS</g:price>')
  const csv = await read('whatsapp.csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toContain(`/product/${jar},`)

  const picture = /<g:image_link>[^<]*(\/media\/[^<]+\.jpg)</.exec(feed.body)?.[1] ?? ''
  for (const time of ['made', 'stored']) {
    const { status, headers } = await ask('GET', picture)
    expect([time, status, headers['content-type']]).toEqual([time, 200, 'image/jpeg'])
  }
  const stored = await context.files.get(picture.replace('/media/', ''))
  expect(stored?.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect((await ask('GET', picture.replace(/\d+\.jpg$/, '77.jpg'))).status).toBe(404)

  await ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids: [jar] } })
  expect((await read('products.xml')).body).not.toContain('<item>')
  expect((await read('whatsapp.csv')).body).not.toContain('Shea')
  expect((await read('nothing.xml')).status).toBe(404)
})
