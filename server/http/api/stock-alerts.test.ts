import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { correctStock } from '#server/features/catalogue/stock.ts'
import { tellWhoWaits } from '#server/features/stock-alerts/stock-alerts.ts'
import { stockAlerts } from '#server/features/stock-alerts/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context, signedInAs } = shop
afterAll(shop.close)

let askers = 0

function askFor(product: number, contact: string, more: object = {}) {
  const address = `10.3.${askers >> 8}.${askers++ & 255}`
  const body = { contact, ...more }
  return ask<RefusalResponse>('POST', `/api/products/${product}/back-in-stock`, { body, address })
}

function waitingFor(product: number) {
  return context.db.$count(stockAlerts, eq(stockAlerts.productId, product))
}

async function count(productId: number, counted: number) {
  await correctStock(context.db, { productId, counted, actorId: null, at: clock() })
  await tellWhoWaits(context)
  await context.jobs.runDue()
}

async function toldAbout(name: string) {
  return (await shop.mails()).filter(({ subject }) => subject === `${name} is back`).map(({ to }) => to)
}

test('whoever asked is told once, in the order of asking, three for each jar, and then forgotten', async () => {
  const name = 'Rare oil'
  const jar = await shelve(context, { name, stock: 0 })
  const people = [1, 2, 3, 4, 5, 6, 7].map((number) => `asks${number}@example.com`)
  for (const email of people) expect((await askFor(jar, email)).status).toBe(201)
  expect((await askFor(jar, ' ASKS1@example.com')).status).toBe(201)
  expect(await waitingFor(jar)).toBe(7)
  await tellWhoWaits(context)
  expect(await waitingFor(jar)).toBe(7)

  await count(jar, 1)
  expect(await toldAbout(name)).toEqual(people.slice(0, 3))
  await tellWhoWaits(context)
  expect(await waitingFor(jar)).toBe(4)
  await count(jar, 2)
  expect(await toldAbout(name)).toEqual(people.slice(0, 6))
  await count(jar, 0)
  await count(jar, 1)
  expect([await toldAbout(name), await waitingFor(jar)]).toEqual([people, 0])
})

test('a cancelled order that brings a jar back counts too, and a phone gets a message', async () => {
  const jar = await shelve(context, { name: 'Last jar', stock: 1 })
  const { id } = await place(shop, [item(jar)])
  expect((await askFor(jar, '024 765 4321')).status).toBe(201)
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
  await tellWhoWaits(context)
  expect(await waitingFor(jar)).toBe(0)
})

test('whoever asked for a way that is switched off keeps waiting, and is told when it is on again', {
  tags: 'faults',
}, async () => {
  const name = 'Quiet oil'
  const jar = await shelve(context, { name, stock: 0 })
  await askFor(jar, 'quiet@example.com')
  await askFor(jar, '024 700 1234')
  const { token } = await signedInAs('admin')
  const switchMails = async (email: boolean) => {
    const { body } = await ask<SettingsResponse>('GET', '/api/settings', { token })
    const news = body.settings.news.map((row) => (row.kind === 'back_in_stock' ? { ...row, email } : row))
    const settings = { ...body.settings, news }
    const saved = await ask('PUT', '/api/settings', { token, body: { version: body.version, settings } })
    expect(saved.status).toBe(200)
  }
  await switchMails(false)
  await count(jar, 5)
  expect([await toldAbout(name), await waitingFor(jar)]).toEqual([[], 1])
  await switchMails(true)
  await count(jar, 5)
  expect([await toldAbout(name), await waitingFor(jar)]).toEqual([['quiet@example.com'], 0])
})

test('two processes that look at the same moment tell everybody once', async () => {
  const name = 'Sought soap'
  const jar = await shelve(context, { name, stock: 0 })
  const people = ['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com']
  for (const email of people) await askFor(jar, email)
  await correctStock(context.db, { productId: jar, counted: 1, actorId: null, at: clock() })
  await Promise.all([tellWhoWaits(context), tellWhoWaits(context), tellWhoWaits(context)])
  await context.jobs.runDue()
  expect((await toldAbout(name)).toSorted()).toEqual(people.slice(0, 3).toSorted())
})

test('what is in stock, hidden or unknown takes nobody, and neither does a wrong contact', async () => {
  const there = await shelve(context)
  expect(await askFor(there, 'ama@example.com')).toMatchObject({
    status: 409,
    body: { code: 'back_in_stock' },
  })
  const hidden = await shelve(context, { stock: 0, isHidden: true })
  expect((await askFor(hidden, 'ama@example.com')).body.code).toBe('product_not_found')
  const jar = await shelve(context, { stock: 0 })
  for (const contact of ['', 'Ama', '030 212 3456'])
    expect((await askFor(jar, contact)).body.fields).toHaveProperty('contact')
  expect((await askFor(jar, 'program@example.com', { website: 'http://spam.example' })).status).toBe(201)
  expect(await waitingFor(jar)).toBe(0)
})

test('nobody is entered again and again, neither from one address nor for one recipient', {
  tags: 'faults',
}, async () => {
  const jars = await Promise.all(Array.from({ length: 11 }, () => shelve(context, { stock: 0 })))
  const statuses = []
  for (const jar of jars) statuses.push((await askFor(jar, 'flooded@example.com')).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
  const [jar = 0] = jars
  const body = { contact: '024 000 0001' }
  const from = () => ask('POST', `/api/products/${jar}/back-in-stock`, { body, address: '10.4.0.1' })
  for (let time = 0; time < 20; time++) await from()
  expect((await from()).status).toBe(429)
})

test('after 90 days a wish is forgotten; a person sees their own and takes them along', async () => {
  const jar = await shelve(context, { stock: 0 })
  const customer = await signedInAs('customer')
  await askFor(jar, customer.viewer.email)
  const data = await ask<{ stock_alerts: object[] }>('GET', '/api/account/data', customer)
  expect(data.body.stock_alerts).toMatchObject([{ product_id: jar, recipient: customer.viewer.email }])
  const body = { password: 'the customer’s password' }
  await ask('POST', '/api/account/delete', { token: customer.token, body })
  expect(await waitingFor(jar)).toBe(0)
  await askFor(jar, 'patient@example.com')
  clock.forward({ days: 89 })
  await context.jobs.send(context.db, 'forget-stock-alerts', {})
  await context.jobs.runDue()
  expect(await waitingFor(jar)).toBe(1)
  clock.forward({ days: 2 })
  await context.jobs.send(context.db, 'forget-stock-alerts', {})
  await context.jobs.runDue()
  expect(await waitingFor(jar)).toBe(0)
})
