import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { AlertsResponse } from '#contract/team.ts'
import type { AlertKind, AlertWay } from '#rules/staff-alerts.ts'
import { pushPhones } from '#server/features/accounts/tables.ts'
import { tellStaff } from '#server/features/alerts/staff-alerts.ts'
import { pushKeys } from '#server/features/alerts/tables.ts'
import type { KnownEvent } from '#server/features/events/announce.ts'
import { shopEvents } from '#server/features/events/tables.ts'
import { openFakePush } from '#server/testing/fake-push.ts'
import { browserPhone } from '#server/testing/forms.ts'
import { item, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type Person } from '#server/testing/test-shop.ts'

const lines: string[] = []
const shop = await openTestShop({ callsLoopback: true, logTo: { write: (line) => lines.push(line) } })
const { ask, clock, context, signedInAs } = shop
const service = await openFakePush()
afterAll(async () => {
  await shop.close()
  await service.goDown()
})
beforeEach(async () => {
  await context.jobs.runDue({ evenLater: true })
  await context.db.delete(pushPhones)
  service.messages.length = 0
})

let phones = 0

async function withPhone(person: Person) {
  const signedIn = await signedInAs(person)
  const name = `phone${++phones}`
  const body = service.addPhone(name)
  const answer = await ask<AlertsResponse & RefusalResponse>('PUT', '/api/alerts/phone', {
    token: signedIn.token,
    body,
  })
  expect(answer.status).toBe(200)
  await context.jobs.runDue()
  const read = () =>
    service.messages.filter(({ phone }) => phone === `/${name}`).map(({ message }) => message.title)
  expect(read()).toEqual(['Alerts are on'])
  service.messages.length = 0
  return { ...signedIn, body, read, alerts: answer.body }
}

function choose(token: string, kind: AlertKind, way: AlertWay, on: boolean) {
  return ask<AlertsResponse & RefusalResponse>('PUT', '/api/alerts', { token, body: { kind, way, on } })
}

async function mailsTo(email: string) {
  return (await shop.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('a phone of the staff shows a new order with its number and amount, and nothing about the customer', async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  const order = await place(shop, [item(jar)])
  await context.jobs.runDue()
  const [{ message, headers } = expect.fail('Nothing came')] = service.messages
  expect(message).toEqual({
    title: `New order #${order.id}`,
    body: `Ghs ${order.order_total.toFixed(2)}, paid on delivery`,
    path: `/admin/orders?order=${order.id}`,
    tag: expect.stringMatching(/^event-\d+$/),
  })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' })
  expect(String(headers.authorization)).toContain(`k=${helper.alerts.push_key}`)
})

test('an order that is undone tells nobody, and no order waits for anybody who is told', async () => {
  const jar = await shelve(context, { stock: 1 })
  const helper = await withPhone('helper')
  await service.goDown()
  expect((await post(shop, orderBody([item(jar, 2)]))).status).toBe(409)
  const order = await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect(helper.read()).toEqual([])
  await service.comeBack()
  await context.jobs.runDue({ evenLater: true })
  expect(helper.read()).toEqual([`New order #${order.id}`])
})

test('a message that cannot be sent is tried again; a browser that is gone is forgotten', async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  service.answerWith(503)
  const order = await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect(helper.read()).toEqual([])
  service.answerWith(201)
  await context.jobs.runDue({ evenLater: true })
  expect(helper.read()).toEqual([`New order #${order.id}`])

  for (const status of [410]) {
    await context.db.delete(pushPhones)
    await withPhone('helper')
    service.answerWith(status)
    await place(shop, [item(jar)])
    await context.jobs.runDue()
    expect(await context.db.$count(pushPhones)).toBe(0)
    service.answerWith(201)
  }
})

test('an event that is handled a second time, as after a kill, tells nobody twice', async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  const [event] = await context.db.select().from(shopEvents).where(eq(shopEvents.type, 'order.created'))
  await context.jobs.send(context.db, 'tell-event', { eventId: event?.id })
  await context.jobs.runDue()
  expect(helper.read()).toHaveLength(1)
})

test('of orders that come in together each is told once', { tags: 'faults' }, async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  const orders = [
    await place(shop, [item(jar)]),
    await place(shop, [item(jar)]),
    await place(shop, [item(jar)]),
  ]
  const events = await context.db
    .update(shopEvents)
    .set({ handledAt: clock() })
    .where(isNull(shopEvents.handledAt))
    .returning()
  await tellStaff(context, context.db, events as KnownEvent[])
  await context.jobs.runDue()
  expect(helper.read().toSorted()).toEqual(orders.map(({ id }) => `New order #${id}`).toSorted())
})

test('everybody hears only of what is their business, and of what they chose', async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  const manager = await withPhone('manager')
  expect(helper.alerts.choices.map(({ kind }) => kind)).toEqual(['order', 'message', 'low_stock'])
  expect(manager.alerts.choices.map(({ kind }) => kind)).toEqual(['order', 'payment', 'message', 'low_stock'])
  expect((await choose(helper.token, 'payment', 'push', true)).status).toBe(403)

  await choose(manager.token, 'order', 'push', false)
  const order = await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect([helper.read(), manager.read()]).toEqual([[`New order #${order.id}`], []])
  await choose(manager.token, 'order', 'push', true)
})

test('who takes an order by phone is not told of it; the others are', async () => {
  const jar = await shelve(context, { stock: 100 })
  const helper = await withPhone('helper')
  const manager = await withPhone('manager')
  const { payment_method: _, ...body } = orderBody([item(jar)], { source: 'phone', note: '' }) as Record<
    string,
    unknown
  >
  await post(shop, body, { token: helper.token, url: '/api/orders/manual' })
  await context.jobs.runDue()
  expect([helper.read().length, manager.read().length]).toEqual([0, 1])
})

test('low stock is told once, when it falls to the level, and not with each sale below', async () => {
  const helper = await withPhone('helper')
  const jar = await shelve(context, { name: 'Rare oil', stock: 7 })
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect(helper.read()).not.toContain('Low stock')
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  const told = service.messages.map(({ message }) => message)
  expect(told).toContainEqual(expect.objectContaining({ title: 'Low stock', body: 'Rare oil: 5 left' }))
  await place(shop, [item(jar)])
  const sale = { token: helper.token, body: [{ productId: jar, quantity: 1 }] }
  await ask('POST', '/api/products/update-stock', sale)
  await context.jobs.runDue()
  expect(helper.read().filter((title) => title === 'Low stock')).toHaveLength(1)
})

test('an admin gets mails until they are switched off; a message reaches the shop’s own mailbox once', async () => {
  const jar = await shelve(context, { stock: 100 })
  const admin = await signedInAs('admin')
  const order = await place(shop, [item(jar)])
  expect(await mailsTo('admin@example.com')).toContain(`New order #${order.id}`)
  const contact = { name: 'Kofi', email: 'kofi@example.com', subject: 'Other', message: 'Hello' }
  await ask('POST', '/api/contact', { body: contact })
  expect(await mailsTo('admin@example.com')).toContain('New message')
  expect((await mailsTo(context.config.mail.to)).filter((subject) => subject.includes('Kofi'))).toHaveLength(
    1,
  )

  await choose(admin.token, 'order', 'mail', false)
  const silent = await place(shop, [item(jar)])
  expect(await mailsTo('admin@example.com')).not.toContain(`New order #${silent.id}`)
  await choose(admin.token, 'order', 'mail', true)
})

test('the open back office hears of what is new by a number that grows, and of nothing when sound is off', async () => {
  const jar = await shelve(context, { stock: 100 })
  const { token } = await signedInAs('helper')
  const newest = async () =>
    (await ask<OfficeCountsResponse>('GET', '/api/dashboard/counts', { token })).body.newestSound
  const before = (await newest()) ?? -1
  await place(shop, [item(jar)])
  const after = (await newest()) ?? -1
  expect(after).toBeGreaterThan(before)
  await ask('POST', '/api/contact', {
    body: { name: 'Esi', email: 'esi@example.com', subject: 'Other', message: 'Hi' },
  })
  expect(await newest()).toBe(after)
  await choose(token, 'order', 'sound', false)
  expect(await newest()).toBeNull()
  await choose(token, 'order', 'sound', true)
})

test('signing out on a phone, losing the role and being blocked each end its alerts at once', async () => {
  const jar = await shelve(context, { stock: 100 })
  const { token: boss } = await signedInAs('admin')
  const first = await withPhone('helper')
  await ask('POST', '/api/auth/signout', { token: first.token })
  expect(await context.db.$count(pushPhones)).toBe(0)

  const second = await withPhone('helper')
  const person = `/api/team/${second.viewer.id}`
  await ask('PUT', person, { token: boss, body: { is_helper: false } })
  expect(await context.db.$count(pushPhones)).toBe(0)
  await ask('PUT', person, { token: boss, body: { is_helper: true } })
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect([first.read(), second.read()]).toEqual([[], []])

  await withPhone('helper')
  await ask('PUT', `${person}/block`, { token: boss, body: { is_blocked: true } })
  expect(await context.db.$count(pushPhones)).toBe(0)
  await ask('PUT', `${person}/block`, { token: boss, body: { is_blocked: false } })
})

test('whoever signs in again on the same phone goes on hearing; nobody renews the phone of somebody else', async () => {
  const jar = await shelve(context, { stock: 100 })
  const manager = await withPhone('manager')
  const renew = (token: string) =>
    ask<AlertsResponse>('PUT', '/api/alerts/phone', { token, body: { ...manager.body, renew: true } })
  const { token: other } = await signedInAs('helper')
  expect((await renew(other)).body.phones).toEqual([])
  const again = await signedInAs('manager')
  expect((await renew(again.token)).body.phones).toMatchObject([{ is_this_one: true }])
  await ask('POST', '/api/auth/signout', { token: manager.token })
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect(manager.read()).toHaveLength(1)
  // After a month without any sign-in the phone may be anybody's.
  clock.forward({ days: 31 })
  await place(shop, [item(jar)])
  await context.jobs.runDue()
  expect(manager.read()).toHaveLength(1)
})

test('an address that is none of a browser is refused, and nobody adds phones without end', async () => {
  const real = await openTestShop()
  const { token } = await real.signedInAs('helper')
  const add = (body: object) =>
    real.ask<AlertsResponse & RefusalResponse>('PUT', '/api/alerts/phone', { token, body })
  for (const endpoint of [
    service.url,
    'https://127.0.0.1/send',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://localhost/',
    'http://push.example.com/send/1',
    'https://ama:pass@push.example.com/',
  ]) {
    expect([endpoint, (await add({ ...browserPhone, endpoint })).status]).toEqual([endpoint, 400])
  }
  expect((await add({ ...browserPhone, p256dh: 'AAAA' })).status).toBe(400)
  const statuses: number[] = []
  for (let n = 1; n <= 11; n++)
    statuses.push((await add({ ...browserPhone, endpoint: `https://push.example.com/${n}` })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 409])
  const { body } = await add({ ...browserPhone, endpoint: 'https://push.example.com/1' })
  await real.ask('DELETE', `/api/alerts/phones/${body.phones[0]?.id}`, { token })
  expect((await add({ ...browserPhone, endpoint: 'https://push.example.com/11' })).status).toBe(200)
  await real.close()
})

test('the shop’s keys are made once for all processes, and its private one is in no answer and no log', async () => {
  const beside = await openTestShop({ beside: shop })
  const { token } = await signedInAs('helper')
  const { body: here } = await ask<AlertsResponse>('GET', '/api/alerts', { token })
  const { body: there } = await beside.ask<AlertsResponse>('GET', '/api/alerts', { token })
  expect(there.push_key).toBe(here.push_key)
  const [{ privateKey } = expect.fail('There are no keys')] = await context.db.select().from(pushKeys)
  expect(JSON.stringify(here)).not.toContain(privateKey)
  expect(lines.join('')).not.toContain(privateKey)
  expect(lines.join('')).not.toContain(`${service.url}/phone`)
  await beside.close()
})
