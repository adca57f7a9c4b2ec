import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { readAssets } from './assets.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'
import { loadBuiltPages } from './pages.ts'

const { shop, context, close } = await openTestShop()
afterAll(close)

test('a shop that is about to close says so at /readyz first, serves everybody, and keeps no line open', async () => {
  const leaving = new AbortController()
  const pages = { load: loadBuiltPages, readAssets: () => readAssets('build/client') }
  const server = await buildHttpServer({
    shop,
    context,
    pages,
    limits: { ...neverTooBusy, answerMs: 60_000 },
    leaving: leaving.signal,
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const visit = async (path: string) => {
    const answer = await fetch(address + path)
    await answer.text()
    return [answer.status, answer.headers.get('connection')]
  }
  expect(await visit('/readyz')).toEqual([200, 'keep-alive'])
  await visit('/about')
  leaving.abort()
  expect(await visit('/readyz')).toEqual([503, 'close'])
  expect(await visit('/healthz')).toEqual([200, 'close'])
  // One goes the usual way, the other lies ready.
  expect(await visit('/api/products')).toEqual([200, 'close'])
  expect(await visit('/about')).toEqual([200, 'close'])
  await server.close()
})
