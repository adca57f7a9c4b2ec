import { createHmac } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { DeliveryResponse, NewSecretResponse, WebhookResponse } from '#contract/team.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { mostWebhooks } from '#rules/connections.ts'
import type { KnownEvent } from '#server/features/events/announce.ts'
import { shopEvents } from '#server/features/events/tables.ts'
import { queueDeliveries } from '#server/features/webhooks/deliver.ts'
import { webhookDeliveries, webhooks } from '#server/features/webhooks/tables.ts'
import { type FakeResponse, openFakeServer, type Question } from '#server/testing/fake-server.ts'
import { item, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const lines: string[] = []
const shop = await openTestShop({ callsLoopback: true, logTo: { write: (line) => lines.push(line) } })
const { ask, clock, context, mails, signedInAs } = shop
const { jobs, db } = context
// Later than the clock of the queue, so that what is planned for later waits.
clock.forward({ days: 4_000 })
const { token } = await signedInAs('admin')
let answers: FakeResponse[] = []
const calls: Question[] = []
const receiver = await openFakeServer((call) => {
  calls.push(call)
  return answers.shift() ?? { status: 200 }
})
afterAll(async () => {
  await shop.close()
  await receiver.goDown()
})
beforeEach(async () => {
  await db.delete(webhooks)
  await jobs.runDue({ evenLater: true })
  answers = []
  calls.length = 0
  await receiver.comeBack()
})

const jar = await shelve(context, { stock: 1_000 })

async function add(path = '/shop', events: string[] = ['order.created']) {
  const body = { url: `${receiver.url}${path}`, events }
  const answer = await ask<NewSecretResponse>('POST', '/api/webhooks', { token, body })
  expect(answer.status).toBe(201)
  return { ...answer.body.webhook, secret: answer.body.secret }
}

const find = async (id: string) =>
  (await ask<WebhookResponse[]>('GET', '/api/webhooks', { token })).body.find((each) => each.id === id)

const log = async (id: string, query = '') =>
  (await ask<DeliveryResponse[]>('GET', `/api/webhooks/${id}/deliveries${query}`, { token })).body

/** What a receiver does, as docs/connections.md shows it. */
function isSigned({ headers, body }: Question, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${headers['adom-timestamp']}.${body}`).digest('hex')
  return headers['adom-signature'] === `v1=${expected}`
}

const bodies = () => calls.map(({ body }) => JSON.parse(body))

test('a new order is sent to whoever wants to know, signed, with its numbers and nothing about the customer', async () => {
  const hook = await add()
  await add('/other', ['stock.low'])
  const order = await place(shop, [item(jar)])
  await jobs.runDue()
  const [call = expect.fail('Nothing came')] = calls
  expect(calls).toHaveLength(1)
  expect(call).toMatchObject({
    method: 'POST',
    path: '/shop',
    headers: {
      'content-type': 'application/json',
      'adom-timestamp': String(Math.floor(clock().getTime() / 1_000)),
    },
  })
  expect(hook.secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(isSigned(call, hook.secret)).toBe(true)
  expect(isSigned({ ...call, body: `${call.body} ` }, hook.secret)).toBe(false)
  expect(JSON.parse(call.body)).toEqual({
    id: call.headers['adom-delivery'],
    event: 'order.created',
    created_at: clock().toISOString(),
    data: {
      id: order.id,
      tracking_code: order.tracking_code,
      order_status: 'Pending',
      order_total: order.order_total,
      payment_method: 'whatsapp',
    },
  })
  expect(await log(hook.id)).toEqual([
    {
      id: call.headers['adom-delivery'],
      event: 'order.created',
      state: 'delivered',
      tries: 1,
      status: 200,
      failure: null,
      created_at: clock().toISOString(),
      tried_at: clock().toISOString(),
      due_at: null,
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(hook.secret)
})

test('of orders that come in together each is sent once, to whoever wants to know', async () => {
  await add()
  await add('/other', ['stock.low'])
  const orders = [await place(shop, [item(jar)]), await place(shop, [item(jar)])]
  const events = await db
    .update(shopEvents)
    .set({ handledAt: clock() })
    .where(isNull(shopEvents.handledAt))
    .returning()
  await queueDeliveries(context, db, events as KnownEvent[])
  await jobs.runDue()
  const told = bodies().map(({ data }) => data.id)
  expect(told.toSorted()).toEqual(orders.map(({ id }) => id).toSorted())
})

test('a step of an order, a message and low stock are told in the words of the API', async () => {
  await add('/shop', ['order.status_changed', 'message.received', 'stock.low'])
  const rare = await shelve(context, { name: 'Rare oil', stock: 6 })
  const order = await place(shop, [item(rare)])
  await ask('PUT', `/api/orders/${order.id}`, { token, body: { status: 'Processing' } })
  const contact = { name: 'Esi', email: 'esi@example.com', subject: 'Other', message: 'Hello' }
  await ask('POST', '/api/contact', { body: contact })
  await jobs.runDue()
  const told = bodies().map(({ event, data }) => ({ event, data }))
  const expected = [
    { event: 'stock.low', data: { products: [{ id: rare, name: 'Rare oil', stock: 5 }] } },
    {
      event: 'order.status_changed',
      data: expect.objectContaining({ id: order.id, order_status: 'Processing', previous_status: 'Pending' }),
    },
    { event: 'message.received', data: { conversation_id: expect.any(Number) } },
  ]
  expect(told).toHaveLength(expected.length)
  expect(told).toEqual(expect.arrayContaining(expected))
})

test('an order that is undone is told to nobody, and no order waits for a receiver', async () => {
  const hook = await add()
  await receiver.goDown()
  const rare = await shelve(context, { stock: 1 })
  expect((await post(shop, orderBody([item(rare, 2)]))).status).toBe(409)
  const order = await place(shop, [item(jar)])
  await jobs.runDue()
  expect(await log(hook.id)).toMatchObject([
    { state: 'waiting', tries: 1, status: null, failure: 'unreachable' },
  ])
  await receiver.comeBack()
  clock.forward({ minutes: 1 })
  await jobs.runDue({ evenLater: true })
  expect(bodies()).toMatchObject([{ data: { id: order.id } }])
})

test('a receiver that fails is asked again, ever later, with the same number and a fresh signature', async () => {
  const hook = await add()
  answers = [{ status: 500 }, { status: 302 }, { status: 200, line: 'cut' }]
  await place(shop, [item(jar)])
  await jobs.runDue()
  const waits = [1, 10, 60]
  for (const minutes of waits) {
    const [{ due_at } = expect.fail()] = await log(hook.id)
    expect(due_at).toBe(new Date(clock().getTime() + minutes * 60_000).toISOString())
    // Whoever looks too early finds nothing due.
    await jobs.runDue({ evenLater: true })
    clock.forward({ minutes })
    await jobs.send(db, 'webhook', { webhookId: hook.id })
    await jobs.runDue()
  }
  expect(await log(hook.id)).toMatchObject([{ state: 'delivered', tries: 4, status: 200, failure: null }])
  expect(calls).toHaveLength(4)
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  expect(new Set(calls.map(({ headers }) => headers['adom-delivery'])).size).toBe(1)
  expect(new Set(calls.map(({ headers }) => headers['adom-signature'])).size).toBe(4)
  expect(calls.every((call) => isSigned(call, hook.secret))).toBe(true)
})

/** Each time after so many minutes. */
async function failAgain(id: string, waits: readonly number[]) {
  answers = [0, ...waits].map(() => ({ status: 503 }))
  await place(shop, [item(jar)])
  await jobs.runDue()
  for (const minutes of waits) {
    clock.forward({ minutes })
    await jobs.send(db, 'webhook', { webhookId: id })
    await jobs.runDue()
  }
}

test('after six tries it has failed, until somebody sends it again, with the same number', async () => {
  const hook = await add()
  await failAgain(hook.id, [1, 10, 60, 300, 1_080])
  const [failed = expect.fail()] = await log(hook.id, '?state=failed')
  expect(failed).toMatchObject({ state: 'failed', tries: 6, status: 503, due_at: null })
  const again = `/api/webhooks/${hook.id}/deliveries/${failed.id}/again`
  expect((await ask('POST', again, { token })).body).toMatchObject({ id: failed.id, state: 'waiting' })
  await jobs.runDue()
  expect(calls.at(-1)?.headers['adom-delivery']).toBe(failed.id)
  expect(await log(hook.id)).toMatchObject([{ state: 'delivered', tries: 7, status: 200 }])
  const other = await add('/other')
  expect((await ask('POST', again.replace(hook.id, other.id), { token })).status).toBe(404)
})

test('a receiver that hangs delays no other one, and gets one call at a time', async () => {
  const slow = await add('/slow')
  await add('/quick', ['order.created'])
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  answers = [{ status: 200, until: held }]
  await ask('POST', `/api/webhooks/${slow.id}/test`, { token })
  // Each of them waits at its end for the call that hangs.
  const running: Promise<number>[] = []
  const callsTo = (path: string) => calls.filter((call) => call.path === path).length
  const workUntilCalled = (path: string) =>
    expect
      .poll(() => {
        running.push(jobs.runDue())
        return callsTo(path)
      })
      .toBe(1)
  await workUntilCalled('/slow')
  await place(shop, [item(jar)])
  await workUntilCalled('/quick')
  expect(callsTo('/slow')).toBe(1)
  letGo()
  await Promise.all(running)
  await jobs.runDue()
  expect(callsTo('/slow')).toBe(2)
  expect((await log(slow.id)).map(({ state, tries }) => ({ state, tries }))).toEqual(
    [1, 2].map(() => ({ state: 'delivered', tries: 1 })),
  )
})

test('an event that is handled a second time, as after a kill, is sent once', async () => {
  const hook = await add()
  await place(shop, [item(jar)])
  await jobs.runDue()
  for (const { id } of await db.select().from(shopEvents)) await jobs.send(db, 'tell-event', { eventId: id })
  await jobs.send(db, 'webhook', { webhookId: hook.id })
  await jobs.runDue()
  expect(calls).toHaveLength(1)
})

test('a call whose process was killed, or whose job a backup did not carry, is made after all', async () => {
  const hook = await add()
  await place(shop, [item(jar)])
  await receiver.goDown()
  await jobs.runDue()
  const busyUntil = new Date(clock().getTime() + 30_000)
  await db.update(webhooks).set({ busyUntil })
  await jobs.runDue({ evenLater: true })
  await receiver.comeBack()
  clock.forward({ minutes: 4 })
  await jobs.send(db, 'webhooks-tidy', {})
  await jobs.runDue()
  expect(await log(hook.id)).toMatchObject([{ state: 'delivered', tries: 2 }])
})

test('a receiver that fails for three days is paused, and the admins learn of it', {
  tags: 'faults',
}, async () => {
  const hook = await add()
  await failAgain(hook.id, [1, 4_320])
  expect((await find(hook.id))?.failing_since).not.toBeNull()
  expect((await find(hook.id))?.paused_at).not.toBeNull()
  const mail = (await mails()).filter(({ subject }) => subject === 'A webhook was paused')
  expect(await log(hook.id)).toMatchObject([{ state: 'failed', failure: 'paused' }])
  expect(mail.map(({ to }) => to)).toEqual(['admin@example.com'])
  const before = calls.length
  await place(shop, [item(jar)])
  await jobs.runDue()
  expect(calls).toHaveLength(before)
  expect((await ask('POST', `/api/webhooks/${hook.id}/test`, { token })).status).toBe(409)

  const on = await ask<WebhookResponse>('PUT', `/api/webhooks/${hook.id}`, {
    token,
    body: { is_paused: false },
  })
  expect(on.body).toMatchObject({ paused_at: null, failing_since: null })
  answers = []
  await place(shop, [item(jar)])
  await jobs.runDue()
  expect(calls).toHaveLength(before + 1)
})

test('a renewed secret signs from the next call on, and the one before no longer', async () => {
  const hook = await add()
  const { body, status } = await ask<NewSecretResponse>('POST', `/api/webhooks/${hook.id}/secret`, { token })
  expect(status).toBe(201)
  await ask('POST', `/api/webhooks/${hook.id}/test`, { token })
  await jobs.runDue()
  const [call = expect.fail()] = calls
  expect(bodies()).toMatchObject([{ event: 'test', data: {} }])
  expect([isSigned(call, body.secret), isSigned(call, hook.secret)]).toEqual([true, false])
})

test('addresses of the shop’s own network are refused, and so is what is no address', async () => {
  const refused = async (url: string) =>
    (await ask<RefusalResponse>('POST', '/api/webhooks', { token, body: { url, events: ['stock.low'] } }))
      .body
  for (const url of [
    '',
    'tool',
    'ftp://tool.example.com',
    'http://tool.example.com',
    'https://10.0.0.1/x',
    'https://localhost/x',
    'https://me:word@tool.example.com',
    `https://tool.example.com/${'x'.repeat(500)}`,
  ])
    expect([url, (await refused(url)).fields]).toEqual([url, { url: expect.any(String) }])
  const strange = { url: `${receiver.url}/a\0b c`, events: ['stock.low'] }
  const { body } = await ask<NewSecretResponse>('POST', '/api/webhooks', { token, body: strange })
  expect(body.webhook.url).toBe(`${receiver.url}/a%00b%20c`)
  const none = { url: `${receiver.url}/x`, events: [] }
  expect(
    (await ask<RefusalResponse>('POST', '/api/webhooks', { token, body: none })).body.fields,
  ).toHaveProperty('events')
})

test('there is an end to their number; adding and removing is written down and mailed', async () => {
  const before = (await mails()).length
  const made = []
  for (let n = 0; n < mostWebhooks; n++) made.push(await add(`/tool${n}`))
  const body = { url: `${receiver.url}/more`, events: ['stock.low'] }
  expect((await ask('POST', '/api/webhooks', { token, body })).status).toBe(409)
  const [first = expect.fail()] = made
  expect((await ask('DELETE', `/api/webhooks/${first.id}`, { token })).status).toBe(200)
  expect(await find(first.id)).toBeUndefined()
  expect(((await log(first.id)) as unknown as RefusalResponse).code).toBe('not_found')
  const told = (await mails()).slice(before).map(({ text }) => text)
  expect(told).toHaveLength(mostWebhooks + 1)
  expect(told.at(-1)).toContain('Nothing is sent to 127.0.0.1')
  const { body: changes } = await ask<ChangesResponse>('GET', '/api/changes?thing=connection&limit=2', {
    token,
  })
  expect(changes.changes.map((change) => changeLabels(change).sentence)[0]).toMatch(
    /^admin removed a webhook: 127\.0\.0\.1:\d+$/,
  )
  // An address may carry a secret of its receiver.
  expect(JSON.stringify(changes)).not.toContain('/tool')
})

test('the log forgets after 30 days', async () => {
  const hook = await add()
  await ask('POST', `/api/webhooks/${hook.id}/test`, { token })
  await jobs.runDue()
  clock.forward({ days: 31 })
  await shop.shop.webhooks.sendTest(hook.id)
  await jobs.send(db, 'webhooks-tidy', {})
  await jobs.runDue()
  expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, hook.id))).toBe(1)
})
