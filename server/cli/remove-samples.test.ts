import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SamplesResponse, SetupResponse } from '#contract/settings.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { samplePosts } from '../../sample-shop/blog-posts.ts'
import { sampleOrders } from '../../sample-shop/orders.ts'
import { sampleTestimonials } from '../../sample-shop/testimonials.ts'
import { users } from '../features/accounts/tables.ts'
import { auditEntries } from '../features/audit/tables.ts'
import { blogPosts } from '../features/blog/tables.ts'
import { products, stockMovements } from '../features/catalogue/tables.ts'
import { checkShop } from '../features/dashboard/invariants.ts'
import { cashEntries } from '../features/delivery/tables.ts'
import { sampleRows, shopOpening } from '../features/opening/tables.ts'
import { orders } from '../features/orders/tables.ts'
import { payments } from '../features/payments/tables.ts'
import { testimonials } from '../features/testimonials/tables.ts'
import { webhooks } from '../features/webhooks/tables.ts'
import { item, orderBody } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { prepareShop } from './sample-shop.ts'

async function openSampleShop(settings: Record<string, string> = {}) {
  const opened = await openTestShop({ settings })
  onTestFinished(opened.close)
  const start = () => prepareShop(opened.context, opened.shop, () => {})
  const { demoAccounts } = await start()
  return { ...opened, start, demoAccounts }
}

async function read({ ask }: TestShop, token: string) {
  return (await ask<SetupResponse>('GET', '/api/setup', { token })).body
}

const remove = ({ ask }: TestShop, token: string) =>
  ask<SamplesResponse & RefusalResponse>('DELETE', '/api/setup/samples', { token })

async function findSample({ context }: TestShop, name = 'Hibiscus Glow Serum'): Promise<number> {
  const [found] = await context.db.select({ id: products.id }).from(products).where(eq(products.name, name))
  return found?.id ?? 0
}

test('the list of the first day follows what the owner does, and samples count for nothing', async () => {
  const world = await openSampleShop()
  const { ask, context } = world
  const { token } = await world.signedInAs('admin')
  const done = async () =>
    (await read(world, token)).items.filter(({ is_done }) => is_done).map(({ item }) => item)
  expect(await done()).toEqual([])
  const settings = { shop_name: 'Kente Skin', chat_number: '0241234567' }
  await ask('PUT', '/api/settings', { token, body: { version: 0, settings } })
  expect(await done()).toEqual(['name', 'phone'])
  const jar = await shelve(context, { name: 'Shea Cream' })
  await ask('POST', '/api/orders', { token, body: orderBody([item(jar)]) })
  expect(await done()).toEqual(['name', 'phone', 'product', 'order'])
  for (const each of ['fees', 'payments', 'messages', 'texts']) {
    const body = { is_confirmed: true }
    expect((await ask('PUT', `/api/setup/items/${each}`, { token, body })).status).toBe(200)
  }
  expect((await read(world, token)).items.every(({ is_done }) => is_done)).toBe(true)
  await ask('PUT', '/api/setup/items/fees', { token, body: { is_confirmed: false } })
  expect(await done()).not.toContain('fees')
  expect((await ask('PUT', '/api/setup/items/name', { token, body: { is_confirmed: true } })).status).toBe(
    404,
  )
})

test('the owner is told what goes, and then all of it goes: products, posts, testimonials, orders and demo accounts', async () => {
  const world = await openSampleShop()
  const { ask, context, shop } = world
  const { db } = context
  const { token } = await world.signedInAs('admin')
  const told = await ask<SamplesResponse>('GET', '/api/setup/samples', { token })
  expect(told.body).toEqual({
    products: sampleProducts.length + 1,
    posts: samplePosts.length,
    testimonials: sampleTestimonials.length,
    orders: sampleOrders.length,
    accounts: 3,
    kept_products: 0,
    kept_posts: 0,
    kept_orders: 0,
  })
  expect(await remove(world, token)).toMatchObject({ status: 200, body: told.body })
  const tables = [products, blogPosts, testimonials, orders, payments, stockMovements, sampleRows]
  for (const table of tables) expect(await db.$count(table)).toBe(0)
  expect(await db.$count(users)).toBe(1)
  expect(await read(world, token)).toMatchObject({ has_samples: false, is_open: true })
  expect((await shop.dashboard.read()).totalRevenue).toBe(0)
  expect((await shop.catalogue.list({ page: 1, limit: 10 })).total).toBe(0)
  expect(await checkShop(context)).toEqual([])
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.thingId, 'samples'))
  expect(entries).toMatchObject([{ action: 'removed the samples', before: { orders: sampleOrders.length } }])
  // A second press, and the next start, find nothing more.
  expect((await remove(world, token)).body).toMatchObject({ products: 0, accounts: 0 })
  expect(await world.start()).toEqual({ demoAccounts: null, ownerLink: null })
  expect(await db.$count(products)).toBe(0)
})

test('what the owner has made or changed stays, and the books agree', async () => {
  const world = await openSampleShop()
  const { ask, context, shop } = world
  const { db } = context
  const { token, viewer } = await world.signedInAs('admin')
  const own = await shelve(context, { name: 'Shea Cream', stock: 10 })
  const [changed, ordered, counted] = [
    await findSample(world),
    await findSample(world, sampleProducts[1]?.name),
    await findSample(world, sampleProducts[2]?.name),
  ]
  const {
    createdAt: _,
    updatedAt: __,
    pictures: ___,
    picture: ____,
    stock,
    id: _____,
    ...facts
  } = (await shop.catalogue.find(changed)) ?? ({} as never)
  await shop.catalogue.edit(viewer, changed, {
    facts: { ...facts, name: 'My own serum' },
    stock,
    photos: [],
  })
  await shop.catalogue.bulkUpdate(viewer, {
    action: 'set_stock',
    stock_quantity: 7,
    products: [{ id: counted }],
  })
  const placed = await ask<{ id: number }>('POST', '/api/orders', {
    token,
    body: orderBody([item(own), item(ordered)]),
  })
  expect(placed.status).toBe(201)
  await world.signedInAs('customer')
  expect((await remove(world, token)).body).toMatchObject({
    products: sampleProducts.length,
    kept_products: 1,
    orders: sampleOrders.length,
  })
  const left = await db.select({ id: products.id, removedAt: products.removedAt }).from(products)
  expect(left.filter(({ removedAt }) => removedAt === null).map(({ id }) => id)).toEqual(
    expect.arrayContaining([own, changed]),
  )
  expect(left).toHaveLength(3)
  expect(await db.select({ id: orders.id }).from(orders)).toEqual([{ id: placed.body.id }])
  const found = await shop.orders.get(placed.body.id)
  expect(found.lines.map(({ name }) => name)).toContain(sampleProducts[1]?.name)
  expect(await db.$count(users)).toBe(2)
  expect(await checkShop(context)).toEqual([])
})

test('an order with real money, or with cash that one of the own drivers has, stays', async () => {
  const world = await openSampleShop()
  const { context } = world
  const { token } = await world.signedInAs('admin')
  const driver = await world.signedInAs('driver')
  const [paid] = await context.db.select().from(payments).limit(1)
  await context.db
    .update(payments)
    .set({ isTest: false })
    .where(eq(payments.reference, paid?.reference ?? ''))
  const [collected] = await context.db.select().from(cashEntries).orderBy(cashEntries.id).limit(1)
  const driverId = driver.viewer.id
  await context.db
    .update(cashEntries)
    .set({ driverId })
    .where(eq(cashEntries.id, collected?.id ?? 0))
  await context.db
    .update(orders)
    .set({ driverId })
    .where(eq(orders.id, collected?.orderId ?? 0))
  const { body } = await remove(world, token)
  expect(body).toMatchObject({ orders: sampleOrders.length - 2, kept_orders: 2 })
  expect(await context.db.$count(orders)).toBe(2)
  expect(await checkShop(context)).toEqual([])
})

test('whoever is signed in with a demo account makes an own one first, by a link from here', async () => {
  const world = await openSampleShop()
  const { ask, demoAccounts, context } = world
  const signIn = async (body: object) =>
    (await ask<{ token: string }>('POST', '/api/auth/signin', { body })).body.token
  const demo = await signIn(demoAccounts?.admin ?? {})
  expect(await read(world, demo)).toMatchObject({ is_demo_account: true, has_samples: true })
  expect(await remove(world, demo)).toMatchObject({ status: 409, body: { code: 'own_account_first' } })
  expect(await context.db.$count(products)).toBeGreaterThan(0)
  const { body } = await ask<{ link: string }>('POST', '/api/setup/owner-link', { token: demo })
  const token = new URL(body.link).searchParams.get('token')
  const owner = { email: 'owner@example.com', password: 'kente cloth shawl' }
  expect((await ask('POST', '/api/auth/owner', { body: { token, ...owner } })).status).toBe(201)
  const own = await signIn(owner)
  expect((await ask('POST', '/api/setup/owner-link', { token: own })).status).toBe(403)
  const second = await ask<{ link: string }>('POST', '/api/setup/owner-link', { token: demo })
  const hook = { url: 'https://tool.example.com/in', events: ['order.created'] }
  expect((await ask('POST', '/api/webhooks', { token: demo, body: hook })).status).toBe(201)
  expect((await remove(world, own)).body).toMatchObject({ accounts: 3 })
  expect((await ask('GET', '/api/setup', { token: demo })).status).toBe(401)
  // Nor does anything go on that was made with it.
  const late = { token: new URL(second.body.link).searchParams.get('token'), email: 'late@example.com' }
  const entered = await ask('POST', '/api/auth/owner', { body: { ...late, password: owner.password } })
  expect(entered.status).not.toBe(201)
  expect(await context.db.select().from(webhooks)).toMatchObject([{ pausedAt: expect.any(Date) }])
})

test('a sample shop from before anybody wrote down what the samples are is recognised by its words', {
  tags: 'faults',
}, async () => {
  const world = await openSampleShop()
  const { context, start } = world
  const { db } = context
  await db.delete(sampleRows)
  await db.delete(shopOpening)
  await db
    .update(products)
    .set({ description: 'What I say about it' })
    .where(eq(products.id, await findSample(world)))
  const own = await shelve(context, { name: 'Shea Cream' })
  await start()
  const { token } = await world.signedInAs('admin')
  expect((await remove(world, token)).body).toMatchObject({
    products: sampleProducts.length,
    posts: samplePosts.length,
    testimonials: sampleTestimonials.length,
    orders: sampleOrders.length,
    accounts: 3,
  })
  const left = await db.select({ id: products.id }).from(products)
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([own]))
  expect(left).toHaveLength(2)
  expect(await checkShop(context)).toEqual([])
})

test('a shop of an owner, from before, is open and shows no samples', { tags: 'faults' }, async () => {
  const opened = await openTestShop({ settings: { SAMPLE_SHOP: 'none' } })
  onTestFinished(opened.close)
  await shelve(opened.context, { name: 'Shea Cream' })
  await prepareShop(opened.context, opened.shop, () => {})
  expect(await opened.shop.opening.read()).toMatchObject({ isOpen: true, hasSamples: false })
  expect(await opened.shop.opening.showsSamples()).toBe(false)
})
