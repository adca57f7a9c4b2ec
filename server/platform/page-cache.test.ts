import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestClock } from '../testing/clock-and-random.ts'
import { type CachedResponse, compressedBody, openPageCache, toCachedResponse } from './page-cache.ts'

function page(text: string, size = 10): CachedResponse {
  const part = Buffer.alloc(size)
  return { status: 200, headers: {}, etag: text, bodies: { identity: part }, isBrief: false }
}

function emptyCache({ maxBytes = 1_000_000, maxAgeMs = 60_000 } = {}) {
  const clock = openTestClock()
  const cache = openPageCache({ maxBytes, maxAgeMs, clock })
  const store = (key: string, topics = ['goods'], size = 10) =>
    cache.store(cache.begin(topics), key, page(key, size))
  return { cache, clock, store }
}

test('a cached response is found again, another address is not', () => {
  const { cache, store } = emptyCache()
  expect(store('/shop')).toBe(true)
  expect(cache.find('/shop')?.etag).toBe('/shop')
  expect(cache.find('/blog')).toBeNull()
})

test('a cached response lives no longer than its age', () => {
  const { cache, clock, store } = emptyCache({ maxAgeMs: 1_000 })
  store('/shop')
  clock.forward({ seconds: 0.999 })
  expect(cache.find('/shop')).not.toBeNull()
  clock.forward({ seconds: 0.001 })
  expect(cache.find('/shop')).toBeNull()
})

test('a cached response whose change is known beforehand lives until that very moment', () => {
  const { cache, clock } = emptyCache()
  const until = new Date(clock().getTime() + 1_500)
  expect(cache.store(cache.begin(['goods'], until), '/shop', page('x'))).toBe(true)
  clock.forward({ seconds: 1.499 })
  expect(cache.find('/shop')).not.toBeNull()
  clock.forward({ seconds: 0.001 })
  expect(cache.find('/shop')).toBeNull()
  expect(cache.store(cache.begin(['goods'], until), '/shop', page('late'))).toBe(false)
  // Not longer than any other either.
  cache.store(cache.begin(['goods'], new Date(until.getTime() + 600_000)), '/blog', page('x'))
  clock.forward({ seconds: 60 })
  expect(cache.find('/blog')).toBeNull()
})

test('dropping a topic removes what shows it and nothing else', () => {
  const { cache, store } = emptyCache()
  store('/', ['goods', 'posts'])
  store('/blog', ['posts'])
  store('/shop', ['goods'])
  cache.drop('posts')
  expect(['/', '/blog', '/shop'].map((key) => cache.find(key)?.etag)).toEqual([undefined, undefined, '/shop'])
  cache.drop('everything')
  expect(cache.find('/shop')).toBeNull()
})

test('a response made from data that changed meanwhile is not cached', () => {
  const { cache } = emptyCache()
  const ticket = cache.begin(['goods'])
  cache.drop('goods')
  expect(cache.store(ticket, '/shop', page('old'))).toBe(false)
  expect(cache.find('/shop')).toBeNull()
  expect(cache.store(cache.begin(['goods']), '/shop', page('new'))).toBe(true)
})

test('a change of another topic does not waste the response', () => {
  const { cache } = emptyCache()
  const ticket = cache.begin(['goods'])
  cache.drop('posts')
  expect(cache.store(ticket, '/shop', page('x'))).toBe(true)
})

test('dropping everything outdates every response that is being made', () => {
  const { cache } = emptyCache()
  const ticket = cache.begin(['goods'])
  cache.drop('everything')
  expect(cache.store(ticket, '/shop', page('x'))).toBe(false)
})

test('when the memory is full, what was not asked for the longest goes first', () => {
  const { cache, store } = emptyCache({ maxBytes: 10_000 })
  for (const key of ['a', 'b', 'c']) store(key, ['goods'], 1_400)
  cache.find('a')
  store('d', ['goods'], 1_400)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key) !== null)).toEqual([true, false, true, true])
})

test('a response larger than the whole memory is not cached and pushes nothing out', () => {
  const { cache, store } = emptyCache({ maxBytes: 10_000 })
  store('a')
  expect(store('huge', ['goods'], 10_000)).toBe(false)
  expect(cache.find('a')).not.toBeNull()
})

test('the count of bytes stays right through replacing, dropping and ageing', () => {
  const { cache, clock, store } = emptyCache({ maxBytes: 10_000, maxAgeMs: 1_000 })
  for (let round = 0; round < 50; round++) {
    store('a', ['goods'], 1_800)
    store('a', ['goods'], 1_800)
    store('b', ['posts'], 1_800)
    cache.drop('posts')
    clock.forward({ seconds: 1 })
    cache.find('a')
  }
  for (const key of ['a', 'b']) store(key, ['goods'], 1_800)
  expect(['a', 'b'].map((key) => cache.find(key) !== null)).toEqual([true, true])
})

test('topics without end do not fill the memory and never bring an old response back', () => {
  const { cache } = emptyCache()
  const ticket = cache.begin(['goods'])
  cache.drop('goods')
  for (let n = 0; n < 20_001; n++) cache.drop(`topic ${n}`)
  expect(cache.store(ticket, '/shop', page('old'))).toBe(false)
})

test('searches without end live for seconds in a small memory of their own, and push no page out', () => {
  const { cache, clock, store } = emptyCache({ maxBytes: 10_000 })
  const search = (word: string) =>
    cache.store(cache.begin(['goods']), word, page(word, 50_000), { briefly: true })
  store('/shop')
  for (let n = 0; n < 100; n++) expect(search(`word ${n}`)).toBe(true)
  expect(['/shop', 'word 0', 'word 99'].map((key) => cache.find(key) !== null)).toEqual([true, false, true])
  cache.drop('goods')
  expect(cache.find('word 99')).toBeNull()
  search('word 100')
  clock.forward({ seconds: 4.999 })
  expect(cache.find('word 100')).not.toBeNull()
  clock.forward({ seconds: 0.001 })
  expect(cache.find('word 100')).toBeNull()
})

test('a response is compressed once for each form that is asked for, and all say the same', async () => {
  const body = Buffer.from('<p>Akwaaba</p>'.repeat(100))
  const cached = toCachedResponse({ status: 200, headers: {}, body })
  expect(cached.bodies).toEqual({ identity: body })
  const brotli = await compressedBody(cached, 'br')
  expect(brotliDecompressSync(brotli ?? '')).toEqual(body)
  expect(brotli?.length).toBeLessThan(body.length / 5)
  expect(await compressedBody(cached, 'br')).toBe(brotli)
  expect(gunzipSync((await compressedBody(cached, 'gzip')) ?? '')).toEqual(body)
  expect(cached.etag).toMatch(/^W\/"[\w-]{27}"$/)
})

test('what compressing makes no smaller stays as it is', async () => {
  const cached = { ...page('photo'), bodies: { identity: Buffer.alloc(10), br: null } }
  expect(await compressedBody(cached, 'br')).toBeNull()
})
