import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OrderDetailResponse, OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { stockMovements } from '#server/features/catalogue/tables.ts'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { orderReturns } from '#server/features/returns/tables.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { item, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve, shelveSet } from '#server/testing/sample-rows.ts'

const shop = await openRefundingShop()
const { ask, token, context, pass } = shop
const manager = await shop.signedInAs('manager')
const helper = await shop.signedInAs('helper')
const driver = await shop.signedInAs('driver')
afterAll(async () => {
  expect(await checkShop(context)).toEqual([])
  await shop.close()
})
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))

type Returns = OrderReturnsResponse & RefusalResponse

const shown = async (id: number) =>
  (await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })).body
const ledgerOf = async (id: number) =>
  (await ask<OrderLedgerResponse>('GET', `/api/orders/${id}/money`, { token })).body
const returnsOf = async (id: number) =>
  (await ask<Returns>('GET', `/api/orders/${id}/returns`, { token })).body

async function enter(id: number, entry: object): Promise<void> {
  const { last_line } = await ledgerOf(id)
  const body = { kind: 'receipt', way: 'cash', last_line, ...entry }
  expect((await ask('POST', `/api/orders/${id}/money`, { token, body })).status).toBe(201)
}

/** So many jars of 120 each, and delivery for 45, which have arrived; paid in cash where nothing else is said. */
async function delivered({ pieces = 2, isPaid = true, jar = shop.jar } = {}): Promise<number> {
  const { id, order_total } = await place(shop, [item(jar, pieces)])
  if (isPaid) await enter(id, { amount: order_total })
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  return id
}

const oneBack = (quantity = 1, product_id = shop.jar) => [
  { product_id, quantity, reason: 'damaged', condition: 'unopened' },
]

type Call = { who?: string; key?: string; expected?: string }

async function open(id: number, items = oneBack(), { who = token, key = randomUUID(), expected }: Call = {}) {
  const body = { items, expected: expected ?? (await returnsOf(id)).expected }
  const headers = { 'idempotency-key': key }
  return await ask<Returns>('POST', `/api/orders/${id}/returns`, { token: who, body, headers })
}

async function step(
  id: number,
  back: number,
  what: string,
  body: object,
  { who = token, expected }: Call = {},
) {
  const sent = { ...body, expected: expected ?? (await returnsOf(id)).expected }
  return await ask<Returns>('POST', `/api/orders/${id}/returns/${back}/${what}`, { token: who, body: sent })
}

const receive = (id: number, back: number, to_shelf: number, written_off = 0, call: Call = {}) =>
  step(id, back, 'receive', { items: [{ product_id: shop.jar, to_shelf, written_off }] }, call)

const settle = (id: number, back: number, body: object, call: Call = {}) =>
  step(id, back, 'settle', { way: 'cash', ...body }, call)

/** A return that is open. */
async function opened(id: number, pieces = 1): Promise<number> {
  const { status, body } = await open(id, oneBack(pieces))
  expect(status).toBe(201)
  return body.returns.at(-1)?.id ?? 0
}

/** One that is here, with every piece on the shelf. */
async function received(id: number, pieces = 1): Promise<number> {
  const back = await opened(id, pieces)
  expect((await receive(id, back, pieces)).status).toBe(200)
  return back
}

async function figures() {
  return (await ask<DashboardResponse>('GET', '/api/dashboard', { token })).body.totalRevenue
}

test('from the question to the money: one piece goes back on the shelf, one is written off, and the customer is paid', async () => {
  const id = await delivered({ pieces: 3 })
  const [stock, revenue] = [await stockOf(context, shop.jar), await figures()]
  const back = await opened(id, 2)
  expect(await returnsOf(id)).toMatchObject({
    return_state: 'asked',
    returnable: [{ product_id: shop.jar, quantity: 1 }],
    returns: [{ id: back, state: 'asked', opened_by: 'admin', amount: 0, most: 0, has_photo: false }],
  })
  expect((await step(id, back, 'step', { to: 'fetched' })).body.return_state).toBe('fetched')
  expect(await stockOf(context, shop.jar)).toBe(stock)

  const { body: here } = await receive(id, back, 1, 1)
  expect(here.returns).toMatchObject([
    { state: 'received', most: 240, items: [{ to_shelf: 1, written_off: 1 }] },
  ])
  expect(await stockOf(context, shop.jar)).toBe((stock ?? 0) + 1)
  const movements = and(eq(stockMovements.orderId, id), eq(stockMovements.cause, 'order_returned'))
  expect(await context.db.select().from(stockMovements).where(movements)).toMatchObject([{ change: 1 }])

  expect((await settle(id, back, { amount: 240.01 })).body.fields).toHaveProperty('amount')
  const { body: done } = await settle(id, back, { amount: 200, note: 'One was used' })
  expect(done).toMatchObject({ return_state: 'settled', returns: [{ state: 'settled', amount: 200 }] })
  expect(await ledgerOf(id)).toMatchObject({ cost: 205, kept: 205, to_pay_back: 0, payment_state: 'Paid' })
  expect((await ledgerOf(id)).lines.at(-1)).toMatchObject({
    ...{ kind: 'repayment', way: 'cash', amount: 200, by: 'admin' },
    note: `Return ${back}: One was used`,
  })
  expect(await figures()).toBe(Math.round((revenue - 200) * 100) / 100)
})

test('the history, the list of changes and the customer say what became of it', async () => {
  const id = await delivered()
  const back = await received(id)
  await settle(id, back, { amount: 120 })
  const { history, tracking_code } = await shown(id)
  expect(history.flatMap(({ edits }) => edits ?? [])).toMatchObject([
    { part: 'return', name: '1 × Shea Butter Cream', before: '', after: 'Asked for' },
    { before: 'Asked for', after: 'Received, 1 back on the shelf, 0 written off' },
    { before: 'Received', after: 'Settled, Ghs 120.00 less to pay' },
  ])
  const rows = await context.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, 'order'), eq(auditEntries.thingId, String(id))))
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['opened a return', 'changed a return', 'paid money back']),
  )
  const { body } = await ask<{ order: TrackedOrderResponse }>('GET', `/api/order-tracking/${tracking_code}`)
  expect(body.order.history.at(-1)).toMatchObject({ status: 'Delivered', is_return: true })
})

test('only what was delivered comes back, and never more of it than was bought', async () => {
  const { id: pending } = await place(shop, [item(shop.jar)])
  expect((await open(pending)).body.code).toBe('not_delivered')
  const id = await delivered({ pieces: 2 })
  expect((await open(id, oneBack(3))).body.fields).toHaveProperty('items')
  expect((await open(id, [])).body.fields).toHaveProperty('items')
  expect((await open(id, oneBack(1, 999_999))).status).toBe(400)
  const [other] = oneBack()
  expect((await open(id, [{ ...other, reason: 'other' } as never])).body.fields).toHaveProperty('note')
  await received(id, 2)
  expect((await open(id)).status).toBe(400)
  expect((await returnsOf(id)).returnable).toEqual([])
})

test('the same press opens one return, and whoever did not see the newest step is told so', async () => {
  const id = await delivered()
  const { expected } = await returnsOf(id)
  const press = () => open(id, oneBack(), { key: `press ${id}`, expected })
  const both = await Promise.all([press(), press()])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await returnsOf(id)).returns).toHaveLength(1)
  expect((await open(id, oneBack(), { expected })).body.code).toBe('order_changed')
})

test('two people at once on one return: one of them receives it, one of them settles it', async () => {
  const id = await delivered()
  const back = await opened(id, 2)
  const stock = (await stockOf(context, shop.jar)) ?? 0
  const { expected } = await returnsOf(id)
  const arrivals = await Promise.all([
    receive(id, back, 2, 0, { expected }),
    receive(id, back, 1, 1, { expected, who: helper.token }),
  ])
  expect(arrivals.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const shelved = (await returnsOf(id)).returns[0]?.items[0]?.to_shelf ?? 0
  expect(await stockOf(context, shop.jar)).toBe(stock + shelved)

  const { expected: now } = await returnsOf(id)
  const payers = await Promise.all([
    settle(id, back, { amount: 240 }, { expected: now }),
    settle(id, back, { amount: 240 }, { expected: now, who: manager.token }),
  ])
  expect(payers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await ledgerOf(id)).toMatchObject({ cost: 45, kept: 45, to_pay_back: 0 })
})

test('a step that the network repeats is taken once', async () => {
  const id = await delivered()
  const back = await opened(id)
  const { expected } = await returnsOf(id)
  const stock = (await stockOf(context, shop.jar)) ?? 0
  for (const _ of [1, 2]) expect((await receive(id, back, 1, 0, { expected })).status).toBe(200)
  expect(await stockOf(context, shop.jar)).toBe(stock + 1)
  const { expected: now } = await returnsOf(id)
  for (const _ of [1, 2])
    expect((await settle(id, back, { amount: 120 }, { expected: now })).status).toBe(200)
  expect((await ledgerOf(id)).lines.filter(({ kind }) => kind === 'repayment')).toHaveLength(1)
})

test('a step that the table does not have is refused, and an unknown return is nobody’s', async () => {
  const id = await delivered()
  const back = await received(id)
  expect((await step(id, back, 'step', { to: 'withdrawn' })).body.code).toBe('return_changed')
  expect((await receive(id, back, 0, 1)).body.code).toBe('return_changed')
  const other = await delivered()
  expect((await receive(other, back, 1)).body.code).toBe('return_not_found')
})

test('the status of an order stays while something of it comes back, so that no stock returns twice', async () => {
  const id = await delivered()
  const back = await opened(id)
  const cancel = () =>
    ask<RefusalResponse>('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
  expect((await cancel()).body.code).toBe('order_has_returns')
  expect((await step(id, back, 'step', { to: 'withdrawn' })).body.return_state).toBeNull()
  expect((await cancel()).status).toBe(200)
})

test('a helper opens and receives a return, and pays nothing out', async () => {
  const id = await delivered()
  const who = helper.token
  const { body } = await open(id, oneBack(), { who })
  const back = body.returns[0]?.id ?? 0
  expect((await receive(id, back, 1, 0, { who })).status).toBe(200)
  expect((await settle(id, back, { amount: 1 }, { who })).status).toBe(403)
  expect((await settle(id, back, { amount: 1 }, { who: manager.token })).status).toBe(200)
})

test('what was paid online goes back through the gateway, once, and the rest stays paid', async () => {
  const { placed, reference } = await shop.paid()
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Delivered' } })
  const back = await received(placed.id)
  expect((await settle(placed.id, back, { amount: 120, way: 'gateway' })).status).toBe(200)
  expect(await shown(placed.id)).toMatchObject({ payment_state: 'Refund on its way' })
  await pass({ seconds: 5 })
  expect(shop.sent(reference)).toHaveLength(1)
  expect(await shown(placed.id)).toMatchObject({ payment_state: 'Partly refunded', refunded: 120 })
  expect(await ledgerOf(placed.id)).toMatchObject({ cost: 45, kept: 45, to_pay_back: 0 })
  // What is left is a gesture, and asks for its word.
  const { body } = await shop.refund(reference, { amount: 46 })
  expect(body.fields).toHaveProperty('amount')
})

test('what was paid online can be given back in cash, and is then gone from the payment', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await shop.paid()
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Delivered' } })
  const back = await received(placed.id)
  await settle(placed.id, back, { amount: 120, way: 'cash' })
  expect((await ledgerOf(placed.id)).lines.at(-1)).toMatchObject({
    ...{ kind: 'repayment', way: 'by_hand', amount: 120 },
    note: `Return ${back}, Cash`,
  })
  expect(await shop.seen(reference)).toMatchObject({ refunded: 120, refundable: 45 })
})

test('a refund that cannot be sent refuses the whole step, and the return waits', async () => {
  const id = await delivered()
  const back = await received(id)
  const { body } = await settle(id, back, { amount: 120, way: 'wallet' })
  expect(body.fields).toHaveProperty('reference')
  expect((await returnsOf(id)).return_state).toBe('received')
  // Nothing came in online, so nothing goes back that way; the order costs less, and says what is to go back.
  await settle(id, back, { amount: 120, way: 'gateway' })
  expect(await ledgerOf(id)).toMatchObject({ to_pay_back: 120, payment_state: 'Refund due' })
})

test('what nobody has paid for is not paid back: the order costs less', async () => {
  const id = await delivered({ isPaid: false })
  const back = await received(id)
  await settle(id, back, { amount: 120 })
  expect(await ledgerOf(id)).toMatchObject({ cost: 165, kept: 0, open: 165, to_pay_back: 0, lines: [] })
})

test('later, it is entered with the money of the order, once', async () => {
  const id = await delivered()
  const back = await received(id)
  await settle(id, back, { amount: 120, way: 'later' })
  expect(await ledgerOf(id)).toMatchObject({ to_pay_back: 120, cost: 165 })
  await enter(id, { kind: 'repayment', amount: 120 })
  expect(await ledgerOf(id)).toMatchObject({ to_pay_back: 0, kept: 165, cost: 165 })
})

test('a set comes back as the parts that it had', async () => {
  const [soap, cream] = [await shelve(context), await shelve(context)]
  const set = await shelveSet(context, { name: 'Gift box' }, [
    { productId: soap, quantity: 2 },
    { productId: cream, quantity: 1 },
  ])
  const id = await delivered({ jar: set })
  const { body } = await open(id, oneBack(2, set))
  const items = [{ product_id: set, to_shelf: 1, written_off: 1 }]
  await step(id, body.returns[0]?.id ?? 0, 'receive', { items })
  expect([await stockOf(context, soap), await stockOf(context, cream)]).toEqual([8, 9])
})

test('an order with something on its way back is in the list of those, and in no driver’s list', async () => {
  const id = await delivered()
  await ask('PUT', '/api/orders/drivers', {
    token,
    body: { order_ids: [id], driver_id: driver.viewer.id },
  })
  const listed = async () => {
    const { body } = await ask<{ orders: { id: number }[] }>('GET', '/api/orders?returns=open', { token })
    return body.orders.some((order) => order.id === id)
  }
  expect(await listed()).toBe(false)
  const back = await opened(id)
  expect(await listed()).toBe(true)
  const { body: counts } = await ask<{ open_returns: number }>('GET', '/api/orders/counts', { token })
  expect(counts.open_returns).toBeGreaterThan(0)
  await receive(id, back, 1)
  await settle(id, back, { amount: 0 })
  expect(await listed()).toBe(false)
})

test('a photo of it is for the office alone, and goes when another one comes', async () => {
  const id = await delivered()
  const back = await opened(id)
  const address = `/api/orders/${id}/returns/${back}/photo`
  const send = async () =>
    ask<Returns>('PUT', address, { token, ...(await uploadForm([['photo', await photo()]])) })
  expect((await send()).body.returns[0]?.has_photo).toBe(true)
  const photoOf = async () => {
    const [row] = await context.db.select().from(orderReturns).where(eq(orderReturns.id, back))
    return row?.photoId ?? ''
  }
  const first = await photoOf()
  await send()
  await context.jobs.runDue()
  expect(await context.files.get(`private/returns/${first}.webp`)).toBeNull()
  expect((await ask('GET', address, { token: helper.token })).status).toBe(200)
  expect((await ask('GET', address, { token: driver.token })).status).toBe(403)
  expect((await ask('GET', `/media/private/returns/${await photoOf()}.webp`)).status).toBe(404)
})

test('whoever is forgotten is forgotten here too, once nothing is on its way back', async () => {
  const customer = await shop.signedInAs('customer')
  const { id } = await place(shop, [item(shop.jar)], {}, { token: customer.token })
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  const { expected } = await returnsOf(id)
  const body = { items: oneBack(), note: 'It smells of Ama’s kitchen', expected }
  const { body: made } = await ask<Returns>('POST', `/api/orders/${id}/returns`, { token, body })
  const back = made.returns[0]?.id ?? 0
  const { body: own } = await ask<{ returns: object[] }>('GET', '/api/account/data', {
    token: customer.token,
  })
  expect(own.returns).toMatchObject([{ order_id: id, state: 'asked', note: body.note }])
  const leave = () =>
    ask<RefusalResponse>('POST', '/api/account/delete', {
      token: customer.token,
      body: { password: 'the customer’s password' },
    })
  expect((await leave()).body.code).toBe('orders_under_way')
  await step(id, back, 'step', { to: 'refused' })
  expect((await leave()).status).toBe(200)
  expect((await returnsOf(id)).returns).toMatchObject([{ state: 'refused', note: '' }])
})
