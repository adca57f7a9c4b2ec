import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SetupResponse } from '#contract/settings.ts'
import { auditEntries } from '../features/audit/tables.ts'
import { withOwnConnection } from '../platform/database/database.ts'
import { item, orderBody } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const world = await openTestShop({ withPages: true })
const { ask, context, signedInAs, shop } = world
afterAll(world.close)

const { token } = await signedInAs('admin')
const jar = await shelve(context, { name: 'Shea Cream', stock: 500 })

async function setOpen(isOpen: boolean) {
  return await ask<SetupResponse>('PUT', '/api/setup/opening', { token, body: { is_open: isOpen } })
}

beforeEach(async () => {
  await setOpen(false)
})

async function read(path: string, headers: Record<string, string> = {}) {
  const { status, body, headers: answered } = await ask<string>('GET', path, { headers })
  return { status, body: String(body), headers: answered }
}

/** What the browser of an admin says with each page. */
async function previewCookie(): Promise<string> {
  const { headers } = await ask('POST', '/api/setup/preview', { token })
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

test.each([
  '/',
  '/shop',
  '/shop?category=serum',
  `/product/${jar}`,
  '/blog',
  '/about',
  '/cart',
  '/checkout',
  '/faq',
])(
  'a visitor of a closed shop reads at %s that it opens soon, and search engines note nothing',
  async (path) => {
    const { status, body, headers } = await read(path)
    expect(status).toBe(200)
    expect(body).toContain('Opening soon')
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('Shea Cream')
    expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(headers['set-cookie']).toBeUndefined()
  },
)

test('a closed shop says how to reach it, once its owner has entered that', async () => {
  expect((await read('/')).body).not.toContain('wa.me')
  const contact = { phone: '030 222 3333', email: 'hello@kente.example', address: 'Tema', hours: '9 to 5' }
  const settings = { shop_name: 'Kente & Co', chat_number: '0241234567', contact }
  await ask('PUT', '/api/settings', { token, body: { version: 0, settings } })
  const { body } = await read('/')
  for (const said of [
    'Kente &amp; Co',
    'https://wa.me/233241234567',
    '030 222 3333',
    'mailto:hello@kente.example',
  ])
    expect(body).toContain(said)
})

test.each([
  '/login',
  '/signup',
  '/welcome?token=x',
  '/admin',
  '/admin/start',
  '/account',
  '/track-order',
  '/driver',
])('whoever works in a closed shop, or waits for an order, finds %s as ever', async (path) => {
  expect((await read(path)).body).not.toContain('Opening soon')
})

test.each(['/sitemap.xml', '/blog/rss.xml', '/feeds/products.xml'])(
  'a closed shop has no %s',
  async (path) => {
    expect((await read(path)).status).toBe(404)
  },
)

test('a browser that is here already is told to load the whole page', async () => {
  const { status, body } = await read('/shop.data?category=serum')
  expect(status).toBe(202)
  expect(body).toContain('/shop?category=serum')
  expect(body).not.toContain('Shea Cream')
})

test('whoever works here sees the shop as it will be, from no cache, until the cookie of the last closing is worth nothing', async () => {
  const cookie = await previewCookie()
  expect(cookie).toMatch(/^shop_preview=[\w-]{32}$/)
  const seen = await read('/shop', { cookie: `theme=dark; ${cookie}` })
  expect(seen.body).toContain('Shea Cream')
  expect(seen.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
  expect((await read('/shop')).body).toContain('Opening soon')
  await setOpen(true)
  await setOpen(false)
  expect((await read('/shop', { cookie })).body).toContain('Opening soon')
  expect((await read('/shop', { cookie: 'shop_preview=' })).body).toContain('Opening soon')
})

test('one switch opens the shop at once, closes it at once, and both are in the list of changes', async () => {
  expect((await setOpen(true)).body).toMatchObject({ is_open: true })
  expect((await read('/shop')).body).toContain('Shea Cream')
  expect((await read('/sitemap.xml')).status).toBe(200)
  expect((await read('/opening-soon')).headers.location).toBe('/')
  expect((await setOpen(false)).body).toMatchObject({ is_open: false })
  expect((await read('/shop')).body).toContain('Opening soon')
  expect((await read('/sitemap.xml')).status).toBe(404)
  const entries = await context.db.select().from(auditEntries).orderBy(auditEntries.id)
  const actions = entries.map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['opened the shop', 'closed the shop'])
})

test('a second process closes, too', { tags: 'faults' }, async () => {
  await setOpen(true)
  const beside = await openTestShop({ withPages: true, beside: world })
  expect((await beside.ask<string>('GET', '/shop')).body).toContain('Shea Cream')
  await setOpen(false)
  await expect.poll(async () => (await beside.ask<string>('GET', '/shop')).body).toContain('Opening soon')
  await beside.close()
})

test('a closed shop takes orders of its staff, who try it out, and of nobody else', async () => {
  const order = (who?: string) =>
    ask<RefusalResponse>('POST', '/api/orders', {
      body: orderBody([item(jar)]),
      ...(who ? { token: who } : {}),
    })
  expect(await order()).toMatchObject({ status: 409, body: { code: 'shop_closed' } })
  const customer = await signedInAs('customer')
  expect(await order(customer.token)).toMatchObject({ status: 409, body: { code: 'shop_closed' } })
  expect((await order(token)).status).toBe(201)
  await setOpen(true)
  expect((await order()).status).toBe(201)
})

test('nobody but an admin opens, closes or looks ahead', async () => {
  for (const who of ['customer', 'driver'] as const) {
    const { token: other } = await signedInAs(who)
    const open = await ask('PUT', '/api/setup/opening', { token: other, body: { is_open: true } })
    expect([open.status, (await ask('POST', '/api/setup/preview', { token: other })).status]).toEqual([
      403, 403,
    ])
  }
  expect((await shop.opening.read()).isOpen).toBe(false)
})

async function expectSamples(setting: string, shown: number): Promise<void> {
  const bare = await openTestShop({ withPages: true, settings: { SAMPLE_SHOP: setting } })
  onTestFinished(bare.close)
  const samples = async (path: string) => {
    const { status, body } = await bare.ask<string>('GET', path)
    return { status, shown: body.match(/>Sample</g)?.length ?? 0, isSaid: /come back/.test(body) }
  }
  expect(await samples('/shop')).toEqual({ status: 200, shown, isSaid: shown === 0 })
  expect(await samples('/')).toEqual({ status: 200, shown: shown / 2, isSaid: shown === 0 })
  expect((await samples('/product/-1')).status).toBe(shown === 0 ? 404 : 200)
  await withOwnConnection(bare.database.connection, 'test', (client) =>
    client.query('alter table products rename to products_elsewhere'),
  )
  expect(await samples('/shop?sort=price-low')).toEqual({ status: 503, shown, isSaid: shown === 0 })
}

test.each([['full', 8]])(
  'with the samples %s, an empty or unreadable shelf of an open shop shows %i of them',
  expectSamples,
)

test('without samples it shows none', { tags: 'faults' }, () => expectSamples('none', 0))
