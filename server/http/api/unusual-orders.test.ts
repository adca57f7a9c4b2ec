import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminOrderResponse, ChangeStatusResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { item, orderBody, place, post, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop({ settings: { ORDERS_PER_PHONE: '8' } })
const { ask, clock, context, signedInAs } = shop
const { token } = await signedInAs('admin')
afterAll(async () => {
  expect(await checkInvariants(context.db)).toEqual([])
  await shop.close()
})
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))

let phones = 1_000_000

function own(details: object = {}): object {
  return { customer_phone: `024${phones++}`, ...details }
}

async function shown(id: number): Promise<AdminOrderResponse> {
  return (await ask<AdminOrderResponse>('GET', `/api/orders/${id}`, { token })).body
}

function decide(id: number, confirmed: boolean) {
  const url = `/api/orders/${id}/confirmation`
  return ask<ChangeStatusResponse & RefusalResponse>('PUT', url, { token, body: { confirmed } })
}

async function limit(order_limits: object): Promise<void> {
  const { body } = await ask<{ version: number }>('GET', '/api/settings', { token })
  const settings = { order_limits: { most_pieces: 0, release_after_hours: 0, ...order_limits } }
  await ask('PUT', '/api/settings', { token, body: { version: body.version, settings } })
}

test('an order that empties the shelf is marked, the owner is told at once, and one press gives the stock back', async () => {
  const jar = await shelve(context, { stock: 154 })
  const placed = await place(shop, [item(jar, 154)], own())
  expect(await stockOf(context, jar)).toBe(0)
  expect(await shown(placed.id)).toMatchObject({ to_confirm: ['many_pieces', 'most_of_stock'] })
  const mail = (await shop.mails()).find(({ subject }) => subject.includes(placed.tracking_code))
  expect(mail?.subject).toBe(`Order ${placed.tracking_code} is unusual: please confirm it`)
  expect(mail?.text).toContain(`/admin/orders?order=${placed.id}`)
  expect((await decide(placed.id, false)).body).toMatchObject({
    order_status: 'Cancelled',
    stockRestored: true,
  })
  expect(await stockOf(context, jar)).toBe(154)
  expect((await decide(placed.id, true)).body.code).toBe('order_changed')
})

test('a person who has rung confirms an unusual order, and it goes its way; an ordinary one needs nobody', async () => {
  const jar = await shelve(context, { stock: 20 })
  const usual = await place(shop, [item(jar, 2)], own())
  expect((await shown(usual.id)).to_confirm).toEqual([])
  const { id } = await place(shop, [item(jar, 12)], own())
  expect((await shown(id)).to_confirm).toEqual(['most_of_stock'])
  expect((await decide(id, true)).body).toMatchObject({ order_status: 'Pending', stockRestored: false })
  expect(await shown(id)).toMatchObject({ to_confirm: [], order_status: 'Pending' })
  expect(await stockOf(context, jar)).toBe(6)
})

test('many orders of one number in a short time are to be confirmed', async () => {
  const jar = await shelve(context, { stock: 100 })
  const phone = own()
  const marks: number[] = []
  for (let n = 0; n < 6; n++)
    marks.push((await shown((await place(shop, [item(jar)], phone)).id)).to_confirm.length)
  expect(marks).toEqual([0, 0, 0, 0, 1, 1])
})

test('without a limit guests order what is there; with one, more needs an account', async () => {
  const jar = await shelve(context, { stock: 500 })
  await place(shop, [item(jar, 100)], own())
  await limit({ most_pieces: 12 })
  const other = await shelve(context, { stock: 500 })
  const body = orderBody([item(jar, 8), item(other, 5)], own())
  expect(await post<RefusalResponse>(shop, body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { items: expect.stringContaining('at most 12 pieces') } },
  })
  expect((await post(shop, body, { token: (await signedInAs('customer')).token })).status).toBe(201)
  expect((await post(shop, orderBody([item(jar, 12)], own()))).status).toBe(201)
  await limit({})
})

test('what nobody confirms stays for ever, unless the owner has set a time after which it is released', async () => {
  const jar = await shelve(context, { stock: 60 })
  const first = await place(shop, [item(jar, 50)], own())
  const wait = async (hours: number) => {
    clock.forward({ hours })
    await context.jobs.send(context.db, 'unconfirmed-orders', {})
    await context.jobs.runDue()
  }
  await wait(100)
  expect(await stockOf(context, jar)).toBe(10)
  await limit({ release_after_hours: 24 })
  const usual = await place(shop, [item(jar, 2)], own())
  await wait(1)
  expect(await shown(first.id)).toMatchObject({ order_status: 'Cancelled', to_confirm: [] })
  expect(await stockOf(context, jar)).toBe(58)
  const second = await place(shop, [item(jar, 50)], own())
  await wait(23)
  expect((await shown(second.id)).order_status).toBe('Pending')
  await wait(2)
  expect((await shown(second.id)).order_status).toBe('Cancelled')
  expect((await shown(usual.id)).order_status).toBe('Pending')
  await limit({})
})
