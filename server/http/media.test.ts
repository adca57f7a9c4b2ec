import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureAddress, pictureKey } from '#rules/web-address.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  for (const width of [160, 320]) {
    await shop.context.files.put(
      pictureKey('serum', width, 'webp'),
      Buffer.from(`${width} wide`),
      'image/webp',
    )
  }
})
afterAll(() => shop.close())

const ask = (width: number, headers: Record<string, string> = {}) =>
  shop.ask<string>('GET', pictureAddress('serum', width, 'webp'), { headers })

test('a picture is sent as it was asked for, and cached for good', async () => {
  const { status, body, headers } = await ask(320)
  expect(status).toBe(200)
  expect(body).toBe('320 wide')
  expect(headers['content-type']).toBe('image/webp')
  expect(headers['cache-control']).toContain('immutable')
})

test('a phone that saves data gets the next smaller picture', async () => {
  expect((await ask(320, { 'save-data': 'on' })).body).toBe('160 wide')
})

test('the smallest picture stays the smallest', async () => {
  expect((await ask(160, { 'save-data': 'on' })).body).toBe('160 wide')
})

test('caches between shop and phone keep both sizes apart', async () => {
  const usual = await ask(320)
  const saving = await ask(320, { 'save-data': 'on' })
  expect(usual.headers.vary).toBe('save-data')
  expect(saving.headers.vary).toBe('save-data')
  expect(saving.headers.etag).not.toBe(usual.headers.etag)
})

test('a picture that is not there is not found, however small it is wanted', async () => {
  expect((await ask(800)).status).toBe(404)
  expect((await ask(1200, { 'save-data': 'on' })).status).toBe(404)
})
