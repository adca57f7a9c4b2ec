import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { ShopSettings } from '#contract/settings.ts'
import { blogPosts } from '../features/blog/tables.ts'
import { products } from '../features/catalogue/tables.ts'
import { shopSettings } from '../features/settings/tables.ts'
import { poolSize } from '../platform/database/database.ts'
import { invalidating, listenerName } from '../platform/database/invalidation.ts'
import { countWaiting, endConnections, sayAsOwner, untilQuiet } from '../testing/database.ts'
import { renameProduct, shelve, writePost } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const log: string[] = []
const here = await openTestShop({ withPages: true, logTo: { write: (line) => log.push(line) } })
const { app, ask, context, clock, signedInAs } = here
afterAll(here.close)

let jar = 0
beforeAll(async () => {
  jar = await shelve(context, { name: 'First name' })
  await writePost(context, { slug: 'harmattan', title: 'First title' })
})

function eventually<Value>(look: () => Value | Promise<Value>) {
  return expect.poll(look)
}

async function read(path: string): Promise<string> {
  return (await ask<string>('GET', path)).body
}

/** Behind the shop's back: nothing is invalidated. */
async function renameSecretly(name: string): Promise<void> {
  await context.db.update(products).set({ name }).where(eq(products.id, jar))
}

/** A page whose product has this name is in the memory afterwards. */
async function cacheShopPage(name: string) {
  await renameProduct(context, jar, name)
  await untilQuiet(context)
  const cached = await ask<string>('GET', '/shop')
  expect(cached.body).toContain(name)
  return cached
}

async function setPhone(phone: string): Promise<void> {
  await set('contact', { phone, email: '', address: 'Accra', hours: '' })
}

async function set<Name extends keyof ShopSettings>(name: Name, value: ShopSettings[Name]): Promise<void> {
  const row = { name, value, updatedAt: clock() }
  await context.db
    .insert(shopSettings)
    .values(row)
    .onConflictDoUpdate({ target: shopSettings.name, set: row })
}

test('a page is made once and then sent from memory, until somebody tells of a change', async () => {
  await cacheShopPage('Told name')
  await renameSecretly('Untold name')
  expect(await read('/shop')).toContain('Told name')
  await context.invalidation.publish(context.db, 'catalogue')
  await eventually(() => read('/shop')).toContain('Untold name')
})

test.each([
  '/',
  '/shop',
  '/shop?sort=price-low',
  '/shop?category=moisturizers',
  '/product/1',
  '/_.data',
  '/shop.data',
])('a change of the catalogue is on %s at once', async (path) => {
  for (const name of [`Before ${path}`, `After ${path}`]) {
    const shown = name.replaceAll(/[^\w ]/g, ' ')
    await renameProduct(context, jar, shown)
    expect(await read(path)).toContain(shown)
  }
})

test.each(['/', '/blog', '/blog/harmattan', '/blog/rss.xml'])(
  'a change of the blog is on %s at once',
  async (path) => {
    for (const title of ['Before the rain', 'After the rain']) {
      await invalidating(context, ['blog'], (tx) =>
        tx.update(blogPosts).set({ title }).where(eq(blogPosts.slug, 'harmattan')),
      )
      expect(await read(path)).toContain(title)
    }
  },
)

test('a new product and a new post are on the map for search engines at once', async () => {
  await read('/sitemap.xml')
  const id = await shelve(context)
  await writePost(context, { slug: 'fresh-post' })
  const map = await read('/sitemap.xml')
  expect(map).toContain(`/product/${id}<`)
  expect(map).toContain('/blog/fresh-post<')
})

test('a testimonial is on the home page as soon as it is written', async () => {
  await read('/')
  const { token } = await signedInAs('customer')
  await ask('POST', '/api/testimonials', { token, body: { quote: 'Worth every pesewa' } })
  expect(await read('/')).toContain('Worth every pesewa')
})

test('a changed setting is on every page at once', async () => {
  await read('/about')
  await invalidating(context, ['settings'], () => setPhone('030 111 1111'))
  expect(await read('/about')).toContain('030 111 1111')
})

test('on a home screen the shop has the name that its owner gave it', async () => {
  const names = async () => [
    JSON.parse(await read('/manifest.webmanifest')).name,
    JSON.parse(await read('/driver.webmanifest')).name,
  ]
  expect(await names()).toEqual(['Adom Beauty', 'Adom Beauty deliveries'])
  await invalidating(context, ['settings'], () => set('shopName', 'Efua Skin'))
  expect(await names()).toEqual(['Efua Skin', 'Efua Skin deliveries'])
  const { headers } = await ask('GET', '/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  await invalidating(context, ['settings'], () => set('shopName', 'Adom Beauty'))
})

test('a change made by one process reaches the cached pages of another', async () => {
  const there = await openTestShop({ withPages: true, beside: here })
  onTestFinished(there.close)
  const readThere = async () => (await there.ask<string>('GET', '/shop')).body
  await renameProduct(context, jar, 'Known to both')
  await untilQuiet(there.context)
  expect(await readThere()).toContain('Known to both')
  await renameSecretly('Known to nobody')
  expect(await readThere()).toContain('Known to both')
  await renameProduct(context, jar, 'Changed over here')
  await eventually(readThere).toContain('Changed over here')
  await renameProduct(there.context, jar, 'Changed over there')
  await eventually(() => read('/shop')).toContain('Changed over there')
})

test('a page made from old data is sent to whoever waited for it, but not cached', async () => {
  const retitle = (title: string) =>
    invalidating(context, ['blog'], (tx) =>
      tx.update(blogPosts).set({ title }).where(eq(blogPosts.slug, 'harmattan')),
    )
  await retitle('Old title')
  await untilQuiet(context)
  // The shelves of the footer are known.
  await read('/about')
  const asked = await context.db.transaction(async (tx) => {
    // The page has read its post and now waits for the products below it.
    await tx.execute(sql`lock table products in access exclusive mode`)
    const waiting = read('/blog/harmattan')
    await eventually(() => countWaiting(here.database)).toBe(1)
    await retitle('New title')
    return { waiting }
  })
  expect(await asked.waiting).toContain('Old title')
  expect(await read('/blog/harmattan')).toContain('New title')
})

test.each(['?utm_source=x', '?fbclid=1&x=2', '?_routes=root', '?q=', '?page=&category=', '?category'])(
  '%s means nothing to the shop page: the cached page is sent',
  async (query) => {
    const cached = await cacheShopPage('Cached name')
    await renameSecretly('Unkept name')
    const { body, headers } = await ask('GET', `/shop${query}`)
    expect(body).toContain('Cached name')
    expect(headers.etag).toBe(cached.headers.etag)
  },
)

test('however its path is written, it is one page', async () => {
  await invalidating(context, ['blog'], async () => {})
  await untilQuiet(context)
  const { headers } = await ask('GET', '/blog/harmattan')
  await context.db.update(blogPosts).set({ title: 'Unkept title' }).where(eq(blogPosts.slug, 'harmattan'))
  expect((await ask('GET', '/blog/%68armattan')).headers.etag).toBe(headers.etag)
})

test('a stranger’s host never gets into a page', async () => {
  await renameProduct(context, jar, 'Our name')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const asked = request({ port, path: 'http://evil.example/shop', headers: { host: 'evil.example' } }).end()
  const answer = await new Promise<NodeJS.ReadableStream>((resolve) => asked.once('response', resolve))
  const fresh = await text(answer)
  expect(fresh).toContain('Our name')
  expect(fresh).toContain('http://shop.example/shop')
  expect(fresh).not.toContain('evil.example')
  expect(await read('/shop')).not.toContain('evil.example')
})

test('searches have endless words and are cached for seconds, and a change is found at once', async () => {
  await renameProduct(context, jar, 'Baobab one')
  await untilQuiet(context)
  expect(await read('/shop?q=baobab')).toContain('Baobab one')
  await renameSecretly('Baobab two')
  expect(await read('/shop?q=baobab')).toContain('Baobab one')
  clock.forward({ seconds: 5 })
  expect(await read('/shop?q=baobab')).toContain('Baobab two')
  await renameProduct(context, jar, 'Baobab three')
  expect(await read('/shop?q=baobab')).toContain('Baobab three')
})

test('a page that is not there is not cached either', async () => {
  const next = (await shelve(context)) + 1
  const missing = await ask('GET', `/product/${next}`)
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  await context.db.execute(sql`
    insert into products (name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
    values ('Here now', '', '', 'mask', 100, 0, '', '', '')`)
  expect(await read(`/product/${next}`)).toContain('Here now')
})

test('a page is cached for a minute at most', async () => {
  await cacheShopPage('Young name')
  await renameSecretly('Grown-up name')
  clock.forward({ seconds: 59 })
  expect(await read('/shop')).toContain('Young name')
  clock.forward({ seconds: 1 })
  expect(await read('/shop')).toContain('Grown-up name')
})

async function expectOpen(table: string, path: string, part: string): Promise<void> {
  await renameProduct(context, jar, 'First name')
  await invalidating(context, ['blog', 'testimonials', 'settings'], async () => {})
  await sayAsOwner(here.database, `alter table ${table} rename to away`)
  const lacking = await ask('GET', path).finally(() =>
    sayAsOwner(here.database, `alter table away rename to ${table}`),
  )
  expect([lacking.status, lacking.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(lacking.body).toContain(part)
  const whole = await ask('GET', path)
  expect(whole.headers['cache-control']).toBe('public, max-age=0, s-maxage=5, must-revalidate')
  expect(whole.headers.etag).not.toBe(lacking.headers.etag)
}

test.each([
  ['products', '/', 'Letters about good skin'],
  ['shop_settings', '/about', 'Accra'],
  ['products', '/blog/harmattan', 'More from our blog'],
])('without %s the page %s opens all the same, and is not cached', expectOpen)

test.each([
  ['testimonials', '/', 'First name'],
  ['blog_posts', '/', 'Letters about good skin'],
])('nor does it matter to have no %s for %s', { tags: 'faults' }, expectOpen)

test('without its products the shop page shows samples, says 503 and why in the log, and is not cached', async () => {
  await sayAsOwner(here.database, 'alter table products rename to away')
  const lacking = await ask<string>('GET', '/shop?sort=newest').finally(() =>
    sayAsOwner(here.database, 'alter table away rename to products'),
  )
  expect([lacking.status, lacking.headers['cache-control']]).toEqual([503, 'no-store'])
  expect(lacking.body).toContain('Hibiscus Glow Serum')
  expect(log.filter((line) => line.includes('"message":"Network response was not ok"'))).toHaveLength(1)
  expect((await ask('GET', '/shop?sort=newest')).status).toBe(200)
})

test('while nobody would hear of a change, nothing is sent from memory', async () => {
  await invalidating(context, ['settings'], () => setPhone('030 000 0001'))
  await untilQuiet(context)
  await read('/about')
  await setPhone('030 000 0002')
  expect(await read('/about')).toContain('030 000 0001')

  await openEveryLine()
  await allowConnections(false)
  onTestFinished(() => allowConnections(true))
  await endConnections(here.database, listenerName)
  await eventually(context.invalidation.isListening).toBe(false)
  for (const phone of ['030 000 0003', '030 000 0004']) {
    await setPhone(phone)
    expect(await read('/about')).toContain(phone)
  }

  await allowConnections(true)
  await eventually(context.invalidation.isListening).toBe(true)
  await read('/about')
  await setPhone('030 000 0005')
  expect(await read('/about')).toContain('030 000 0004')
})

test('without its database the shop goes on with stale pages for a day, and from none that is gone', async () => {
  const gone = await shelve(context, { name: 'Soon gone' })
  await cacheShopPage('Stale name')
  const seen = ['/shop', '/shop.data', `/product/${jar}`]
  for (const path of [...seen, `/product/${gone}`]) await read(path)
  await invalidating(context, ['catalogue'], (tx) =>
    tx.update(products).set({ removedAt: clock() }).where(eq(products.id, gone)),
  )
  expect((await ask('GET', `/product/${gone}`)).status).toBe(404)

  await allowConnections(false)
  onTestFinished(() => allowConnections(true))
  // As when the database falls over.
  await endConnections(here.database)
  await eventually(context.invalidation.isListening).toBe(false)
  for (const path of seen) {
    const { status, body, headers } = await ask<string>('GET', path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    expect(body).toContain('Stale name')
  }
  expect((await ask('GET', `/product/${gone}`)).status).toBeGreaterThanOrEqual(500)
  expect((await ask('GET', '/shop?sort=price-high')).status).toBe(503)
  // A proxy goes on sending visitors here: all the other processes have lost the same database.
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'degraded' } })

  clock.forward({ hours: 24 })
  expect((await ask('GET', '/shop')).status).toBe(503)
})

test('a database that hangs keeps nobody waiting for a page that was read before', {
  tags: 'faults',
}, async () => {
  const hanging = await openTestShop({ withPages: true, limits: { answerMs: 1_000, staleAfterMs: 50 } })
  onTestFinished(hanging.close)
  const product = await shelve(hanging.context, { name: 'Stands here' })
  const path = `/product/${product}`
  await eventually(async () => (await hanging.ask('GET', path)).status).toBe(200)
  await renameProduct(hanging.context, product, 'Never seen')
  await untilQuiet(hanging.context)
  await hanging.context.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`)
    const { status, body, headers } = await hanging.ask<string>('GET', path)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('Stands here')
    expect((await hanging.ask('GET', '/shop')).status).toBe(503)
  })
  await eventually(async () => (await hanging.ask<string>('GET', path)).body).toContain('Never seen')
})

/** So many as the shop may have; afterwards it needs no new one. */
async function openEveryLine(): Promise<void> {
  const all = Promise.withResolvers<void>()
  let open = 0
  await Promise.all(
    Array.from({ length: poolSize }, () =>
      context.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        open += 1
        if (open === poolSize) all.resolve()
        await all.promise
      }),
    ),
  )
}

async function allowConnections(allowed: boolean): Promise<void> {
  const { database } = here.database.connection
  await sayAsOwner(
    { connection: inject('testPostgres') },
    `alter database ${database} allow_connections ${allowed}`,
  )
}
