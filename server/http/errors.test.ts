import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'

const { ask, shop, context, close } = await openTestShop()
afterAll(close)

test.each([
  ['GET', '/api/products?limit=0', 400, 'invalid_input'],
  ['GET', '/api/orders', 401, 'not_signed_in'],
  ['GET', '/api/products/999999', 404, 'product_not_found'],
  ['GET', '/api/nowhere', 404, 'not_found'],
] as const)('%s %s is answered with %i and words for a person', async (method, path, status, code) => {
  const answer = await ask<{ error: string; code: string }>(method, path)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.error).toMatch(/^[A-Z].*[.a-z]$/)
})

test('what breaks inside is told in plain words; neither message nor stack leaves the shop', async () => {
  const listDetails = () => Promise.reject(new Error('the secret of the shop'))
  const broken = { ...shop, catalogue: { ...shop.catalogue, listDetails } }
  const app = await buildHttpServer({ shop: broken, context, limits: neverTooBusy })
  onTestFinished(() => app.close())
  const answer = await app.inject('/api/products')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'broken',
  })
})

test.each([
  ['full', () => writeFile('/dev/full', 'a picture')],
  ['broken', () => readFile('/proc/self/mem')],
  ['not the folder that should be there', () => mkdir('/dev/null/pictures', { recursive: true })],
])(
  'a disk that is %s is no mistake of whoever sent the picture: the answer asks to try again',
  async (_, use) => {
    const troubled = { ...shop, catalogue: { ...shop.catalogue, listDetails: use } } as unknown as typeof shop
    const app = await buildHttpServer({ shop: troubled, context, limits: neverTooBusy })
    onTestFinished(() => app.close())
    const answer = await app.inject('/api/products')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'files_unavailable'])
  },
)
