import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { DeliveryDaysResponse, PlacedOrderResponse } from '#contract/checkout.ts'
import type { OrderEditResponse, TrackedOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { formatDeliveryDay, noDayFree } from '#rules/days.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { item, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context } = shop
afterAll(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await shop.close()
})

let token = ''
const jar = await shelve(context, { name: 'Shea', price: 8_500, stock: 900 })

const everyDay = {
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  slots: [],
  cut_off_days: 1,
  cut_off_hour: 16,
  capacity: 2,
}

/** Kumasi and Ho have days of their own; everywhere else nobody chooses one. */
async function offer(kumasi: object = {}, { isOn = true } = {}) {
  const delivery_fees = [
    { region: null, cities: ['Kumasi'], fee: 45, days: { ...everyDay, ...kumasi } },
    { region: null, cities: ['Ho'], fee: 45, days: { ...everyDay, capacity: 1 } },
    { region: null, cities: [], fee: 45 },
  ]
  const body = { version: 1_000, settings: { delivery_days: isOn, delivery_fees } }
  expect(await ask('PUT', '/api/settings', { token, body })).toMatchObject({ status: 200 })
}

const listDays = async (city = 'Kumasi', state = 'Ashanti') =>
  (await ask<DeliveryDaysResponse>('GET', `/api/delivery-days?state=${state}&city=${city}`)).body.days

const isFree = async (day: string, city = 'Kumasi') =>
  (await listDays(city))?.find(({ deliver_on }) => deliver_on === day)?.is_free

function order(details: object = {}) {
  return post<PlacedOrderResponse & RefusalResponse & DeliveryDaysResponse>(
    shop,
    orderBody([item(jar)], details),
  )
}

const read = async (id: number) =>
  (await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })).body

const track = async ({ tracking_code: code }: { tracking_code: string }) =>
  (await ask<{ order: TrackedOrderResponse }>('GET', `/api/order-tracking/${code}`)).body.order

const step = (id: number, body: object) => ask('PUT', `/api/orders/${id}`, { token, body })

/** Each test has days of its own, that no other has filled. */
beforeEach(async () => {
  clock.forward({ days: 40 })
  token = (await shop.signedInAs('admin')).token
  await offer()
})

const inDays = (days: number) => dayAfter(clock(), days)

test('switched off, nobody is asked for a day, and none is stored', async () => {
  await offer({}, { isOn: false })
  expect(await listDays()).toBeNull()
  const { status, body } = await order({ deliver_on: inDays(2) })
  expect([status, body.deliver_on]).toEqual([201, null])
})

test('switched on, a place shows its next days, and one without days shows none', async () => {
  expect(await listDays()).toHaveLength(7)
  expect(await listDays('Wa', 'Upper West')).toBeNull()
  expect((await order({ city: 'Wa', state: 'Upper West' })).body).toMatchObject({ deliver_on: null })
  expect((await order({ delivery_option: 'personal_rider' })).body).toMatchObject({ deliver_on: null })
})

test('the chosen day is the day of the order, for the customer, the office and the driver', async () => {
  await offer({ slots: ['09-12', '14-18'] })
  const chosen = { deliver_on: inDays(2), deliver_slot: '14-18' }
  const placed = await place(shop, [item(jar)], chosen)
  const driver = await shop.signedInAs('driver')
  const inWords = formatDeliveryDay(chosen.deliver_on, '14-18')
  expect(placed).toMatchObject({ ...chosen, delivery_day: inWords })
  expect(await track(placed)).toMatchObject({ ...chosen, missed: null })
  const mail = (await shop.mails()).findLast(({ subject }) => subject.includes(placed.tracking_code))
  expect(mail?.text).toContain(`We bring it on ${inWords}.`)
  expect(await read(placed.id)).toMatchObject(chosen)
  const given = { order_ids: [placed.id], driver_id: driver.viewer.id }
  await ask('PUT', '/api/orders/drivers', { token, body: given })
  await step(placed.id, { status: 'Processing' })
  await step(placed.id, { status: 'Shipped' })
  const day = await ask<{ orders: object[] }>('GET', '/api/orders/driver', { token: driver.token })
  expect(day.body.orders).toContainEqual(expect.objectContaining({ id: placed.id, ...chosen }))
  expect(await read(placed.id)).toMatchObject(chosen)
})

test('without a day, on a day without deliveries, after the cut-off or at no such time the order is refused with what is free', async () => {
  const tomorrow = inDays(1)
  const refused = async (details: object, words: string) => {
    const { status, body } = await order(details)
    expect([status, body.code, body.fields]).toEqual([409, 'delivery_day_gone', { deliver_on: words }])
    expect(body.days).toEqual(await listDays())
  }
  const gone = (day: string, slot?: string) =>
    `${formatDeliveryDay(day, slot)} is not free any more. Please choose another day.`
  await refused({}, 'Please choose a delivery day')
  await refused({ deliver_on: tomorrow, deliver_slot: '09-12' }, gone(tomorrow, '09-12'))
  await refused({ deliver_on: inDays(29) }, gone(inDays(29)))
  await refused({ deliver_on: inDays(-1) }, gone(inDays(-1)))
  const weekday = new Date(tomorrow).getUTCDay()
  await offer({ weekdays: [(weekday + 1) % 7] })
  await refused({ deliver_on: tomorrow }, gone(tomorrow))
  await offer({ cut_off_hour: clock().getUTCHours() })
  await refused({ deliver_on: tomorrow }, gone(tomorrow))
  expect(await order({ deliver_on: '2026-02-30' })).toMatchObject({ status: 400 })
})

test('a full day is refused, and a cancelled order gives its place back', async () => {
  const deliver_on = inDays(2)
  const [first] = [
    await place(shop, [item(jar)], { deliver_on }),
    await place(shop, [item(jar)], { deliver_on }),
  ]
  expect(await isFree(deliver_on)).toBe(false)
  const { status, body } = await order({ deliver_on })
  expect([status, body.code]).toEqual([409, 'delivery_day_gone'])
  expect(body.days?.find((each) => each.deliver_on === deliver_on)?.is_free).toBe(false)
  // Another row of the table has places of its own.
  expect(await isFree(deliver_on, 'Ho')).toBe(true)
  await step(first.id, { status: 'Cancelled' })
  expect(await isFree(deliver_on)).toBe(true)
  await place(shop, [item(jar)], { deliver_on })
  expect((await order({ deliver_on })).status).toBe(409)
})

test('of several who want the last places of a day at once, exactly as many get one', async () => {
  const deliver_on = inDays(2)
  const jars = await Promise.all(Array.from({ length: 8 }, () => shelve(context)))
  const answers = await Promise.all(
    jars.map((id, n) => {
      const body = orderBody([item(id)], { deliver_on, customer_phone: `024 123 450${n}` })
      return ask('POST', '/api/orders', { body, address: `10.3.3.${n}` })
    }),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
})

test('where nothing is free for four weeks, a sentence says so', async () => {
  const weekday = new Date(inDays(3)).getUTCDay()
  await offer({ weekdays: [weekday], capacity: 1 })
  for (const week of [0, 1, 2, 3]) await place(shop, [item(jar)], { deliver_on: inDays(3 + week * 7) })
  expect(await listDays()).toEqual([])
  expect((await order()).body).toMatchObject({ error: noDayFree, days: [] })
})

test('the same order sent again is the same order, also when its day is full by then', async () => {
  const deliver_on = inDays(2)
  const body = orderBody([item(jar)], { deliver_on })
  const first = await post(shop, body, { key: 'day once' })
  await place(shop, [item(jar)], { deliver_on })
  const again = await post(shop, body, { key: 'day once' })
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await post<RefusalResponse>(shop, { ...body, deliver_on: inDays(3) }, { key: 'day once' })
  expect(other.body.code).toBe('already_submitted')
})

async function editOwn({ tracking_code: code }: { tracking_code: string }, changes: object) {
  const send = (more: object = {}) =>
    ask<OrderEditResponse & RefusalResponse & DeliveryDaysResponse>('POST', '/api/orders/edit', {
      body: { code, phone: '024 123 4567', ...changes, ...more },
    })
  const preview = await send()
  if (preview.status !== 200) return preview
  const { updated_at: expected, after } = preview.body
  return await send({ expected, agreed_total: after.order_total })
}

test('a customer who moves to another row of the table chooses a day that is free there, and gives the old one back', {
  tags: 'faults',
}, async () => {
  const deliver_on = inDays(2)
  const placed = await place(shop, [item(jar)], { deliver_on })
  await place(shop, [item(jar)], { deliver_on })
  await place(shop, [item(jar)], { deliver_on, city: 'Ho', state: 'Volta' })
  // The same place: the day stays, although it is full.
  expect((await editOwn(placed, { customer_note: 'Ring twice' })).body).toMatchObject({ deliver_on })
  const ho = { city: 'Ho', state: 'Volta' }
  const refused = await editOwn(placed, ho)
  expect(refused).toMatchObject({ status: 409, body: { code: 'delivery_day_gone' } })
  expect(refused.body.days?.[1]).toMatchObject({ deliver_on, is_free: false })
  const moved = await editOwn(placed, { ...ho, deliver_on: inDays(3) })
  expect(moved.body).toMatchObject({ saved: true, deliver_on: inDays(3) })
  expect([await isFree(deliver_on), await isFree(inDays(3), 'Ho')]).toEqual([true, false])
  const { history } = await read(placed.id)
  expect(history.at(-1)?.edits).toContainEqual({
    part: 'day',
    name: '',
    before: formatDeliveryDay(deliver_on, null),
    after: formatDeliveryDay(inDays(3), null),
  })
  const rider = await editOwn(placed, { delivery_option: 'personal_rider' })
  expect(rider.body).toMatchObject({ saved: true, deliver_on: null })
  expect(await isFree(inDays(3), 'Ho')).toBe(true)
})

test('the staff gives any day, also a full one, to an order and to one taken by phone', async () => {
  const deliver_on = inDays(2)
  await place(shop, [item(jar)], { deliver_on })
  await place(shop, [item(jar)], { deliver_on })
  const other = await place(shop, [item(jar)], { deliver_on: inDays(3) })
  const edit = async (changes: object) => {
    const send = (more: object = {}) =>
      ask<OrderEditResponse & RefusalResponse>('PUT', `/api/orders/${other.id}/contents`, {
        token,
        body: { ...changes, ...more },
      })
    const { status, body } = await send()
    return status === 200
      ? await send({ expected: body.updated_at, agreed_total: body.after.order_total })
      : { status, body }
  }
  expect((await edit({ deliver_on, deliver_slot: '07-08' })).body).toMatchObject({
    saved: true,
    deliver_on,
    deliver_slot: '07-08',
  })
  expect((await edit({ deliver_on: inDays(61) })).body.fields).toHaveProperty('deliver_on')
  expect((await edit({ deliver_on: null })).body).toMatchObject({ deliver_on: null, deliver_slot: null })
  const { payment_method: _, ...body } = orderBody([item(jar)], { deliver_on, source: 'phone' }) as Record<
    string,
    unknown
  >
  const taken = await ask<PlacedOrderResponse>('POST', '/api/orders/manual', { token, body })
  expect(taken).toMatchObject({ status: 201, body: { deliver_on } })
  const without = await ask('POST', '/api/orders/manual', { token, body: { ...body, deliver_on: undefined } })
  expect(without).toMatchObject({ status: 201, body: { deliver_on: null } })
})

test('after a driver came in vain the customer chooses a day on which deliveries go there, and the office any', async () => {
  const deliver_on = inDays(2)
  const placed = await place(shop, [item(jar)], { deliver_on })
  const driver = await shop.signedInAs('driver')
  await ask('PUT', '/api/orders/drivers', {
    token,
    body: { order_ids: [placed.id], driver_id: driver.viewer.id },
  })
  await step(placed.id, { status: 'Shipped' })
  await ask('POST', `/api/orders/${placed.id}/attempts`, {
    token: driver.token,
    body: { outcome: 'not_at_home' },
    headers: { 'idempotency-key': 'days attempt' },
  })
  const weekday = new Date(inDays(3)).getUTCDay()
  await offer({ weekdays: [weekday] })
  expect(await track(placed)).toMatchObject({ deliver_on: null, delivery_weekdays: [weekday] })
  const answer = (day: string) =>
    ask<RefusalResponse>('POST', '/api/orders/new-day', {
      body: { code: placed.tracking_code, phone: '024 123 4567', day },
    })
  const refused = await answer(inDays(4))
  expect(refused.body.fields?.day).toMatch(/^We deliver there on \w{3}\. Please choose such a day\.$/)
  expect((await answer(inDays(3))).status).toBe(200)
  await ask('PUT', `/api/orders/${placed.id}/next-delivery`, {
    token,
    body: { driver_id: driver.viewer.id, deliver_on: inDays(4), expected_attempts: 1 },
  })
  expect(await track(placed)).toMatchObject({ deliver_on: inDays(4), deliver_slot: null })
})
