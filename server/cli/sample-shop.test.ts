import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { NewSecretResponse } from '#contract/team.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { extraProduct } from '../../sample-shop/extra-product.ts'
import { sampleOrders } from '../../sample-shop/orders.ts'
import { ownerLinks, users } from '../features/accounts/tables.ts'
import { checkInvariants } from '../features/orders/invariants.ts'
import { webhooks } from '../features/webhooks/tables.ts'
import { readConfig } from '../platform/config.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { addDemoOrders, findDemoAccounts, makeDemoAccounts, mayHaveDemoAccounts } from './demo-shop.ts'
import { fillEmptyShop, fillSampleShop, prepareShop } from './sample-shop.ts'

async function openNewShop() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  return { ...opened, say: () => {} }
}

test('a new shop gets products with pictures in all sizes, posts, orders and demo accounts, once', async () => {
  const { context, shop, say } = await openNewShop()
  const accounts = await fillSampleShop(context, shop, say)
  expect(Object.keys(accounts ?? {})).toEqual(['admin', 'driver', 'customer'])
  const { products, total } = await shop.catalogue.list({ page: 1, limit: 100 })
  expect(products.map(({ name }) => name)).toEqual(
    expect.arrayContaining(sampleProducts.map(({ name }) => name)),
  )
  expect(products.every(({ picture }) => picture?.hasAvif)).toBe(true)
  expect(await fillSampleShop(context, shop, say)).toEqual(accounts)
  expect((await shop.catalogue.list({ page: 1, limit: 100 })).total).toBe(total)
})

test('a start that was cut off after the shelves were filled is finished by the next one', {
  tags: 'faults',
}, async () => {
  const { context, shop, say } = await openNewShop()
  await fillEmptyShop(context, say)
  expect(await fillSampleShop(context, shop, say)).not.toBeNull()
  expect((await shop.orders.list({}, { page: 1, limit: 1 })).total).toBeGreaterThan(0)
})

test('the sample shop has orders in every status, and its books agree', { tags: 'faults' }, async () => {
  const { mails, shop, context, close } = await openTestShop()
  onTestFinished(close)
  await mkdir(context.config.dataDir, { recursive: true })
  for (const { name, price, stock_quantity: stock } of [...sampleProducts, extraProduct]) {
    await shelve(context, { name, price, stock })
  }
  const accounts = await makeDemoAccounts(context, shop)
  await addDemoOrders(context, accounts)
  const { orders } = await shop.orders.list({}, { page: 1, limit: 100 })
  expect(orders).toHaveLength(sampleOrders.length)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses))
  expect(orders.some(({ driverName }) => driverName === 'Demo Driver')).toBe(true)
  const delivered = orders.filter(({ status }) => status === 'Delivered')
  expect(new Set(delivered.map(({ paymentState }) => paymentState))).toEqual(new Set(['Paid']))
  expect(await checkInvariants(context.db)).toEqual([])
  expect(await mails()).toEqual([])
})

const { context, shop, ask, close } = await openTestShop()
afterAll(close)

test('demo accounts sign in with the passwords in a file that only the owner can read', async () => {
  const accounts = await makeDemoAccounts(context, shop)
  const file = await stat(join(context.config.dataDir, 'demo-accounts.json'))
  expect(file.mode & 0o777).toBe(0o600)
  expect(await findDemoAccounts(context)).toEqual(accounts)
  for (const [role, { email, password }] of Object.entries(accounts)) {
    const { body } = await ask('POST', '/api/auth/signin', { body: { email, password } })
    expect(body).toMatchObject({ user: { email, is_admin: role === 'admin', is_driver: role === 'driver' } })
  }
  expect(new Set(Object.values(accounts).map(({ password }) => password)).size).toBe(3)
})

test.each([
  ['a database of its own choice', { DATABASE_URL: 'postgres://shop:secret@db.example.com/shop' }],
  ['production', { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }],
  ['an address that others can reach', { HOST: '0.0.0.0' }],
  ['an address on the web', { PUBLIC_URL: 'https://shop.example.com' }],
])('a shop with %s has no demo accounts, whatever files lie about', async (_what, settings) => {
  const elsewhere = { ...context, config: readConfig({ DATA_DIR: context.config.dataDir, ...settings }) }
  expect(mayHaveDemoAccounts(elsewhere)).toBe(false)
  expect(await findDemoAccounts(elsewhere)).toBeNull()
})

test('a sample shop that is opened to others loses its demo accounts with their keys and links, pauses their webhooks, and says so', async () => {
  const { context, shop, ask } = await openNewShop()
  const { admin } = await makeDemoAccounts(context, shop)
  const signIn = { body: { email: admin.email, password: admin.password } }
  const { body: demo } = await ask<{ token: string }>('POST', '/api/auth/signin', signIn)
  const order = { token: demo.token, body: { name: 'Till', role: 'manager' } }
  const { body: made } = await ask<{ key: string }>('POST', '/api/keys', order)
  expect((await ask('GET', '/api/orders', { token: made.key })).status).toBe(200)
  await ask('POST', '/api/setup/owner-link', { token: demo.token })
  const hook = { url: 'https://tool.example.com/in', events: ['order.created'] }
  const { body: added } = await ask<NewSecretResponse>('POST', '/api/webhooks', {
    token: demo.token,
    body: hook,
  })
  const known = { email: 'kofi@example.com', password: 'kente cloth shawl', displayName: 'Kofi' }
  await shop.accounts.createAccount({ ...known, isDriver: true })
  const [link] = await context.db.select().from(ownerLinks)
  const config = readConfig({ DATA_DIR: context.config.dataDir, PUBLIC_URL: 'https://shop.example.com' })
  const said: string[] = []
  const { demoAccounts } = await prepareShop({ ...context, config }, shop, (text) => said.push(text))
  expect(demoAccounts).toBeNull()
  expect(said).toEqual([
    'Removed the demo accounts: this shop can be reached by others.',
    'The webhook to tool.example.com was added with a demo account. It is paused: turn it on again under Team, Connections, if it is yours.',
    'kofi@example.com has a role in this shop and keeps it. If you do not know them, take it away under Team.',
  ])
  const [left] = await context.db.select().from(webhooks)
  expect(left).toMatchObject({ id: added.webhook.id, pausedAt: expect.any(Date) })
  expect(await context.db.$count(users, eq(users.isKey, false))).toBe(1)
  // Back on this machine alone: passwords that open nothing are not shown.
  expect(await findDemoAccounts(context)).toBeNull()
  expect((await ask('GET', '/api/orders', { token: made.key })).status).toBe(401)
  expect(link?.secret).toEqual(expect.any(String))
  expect(await context.db.$count(ownerLinks, eq(ownerLinks.secret, link?.secret ?? ''))).toBe(0)
})
