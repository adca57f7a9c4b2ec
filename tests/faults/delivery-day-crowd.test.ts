import { afterAll, expect, test } from 'vitest'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { sizeOf } from './size.ts'

const people = sizeOf({ small: 40, full: 600 })
const places = sizeOf({ small: 5, full: 60 })

/** Three processes on one database, each with its own connections. */
const shop = await openTestShop()
const branches = await Promise.all([1, 2].map(() => openTestShop({ beside: shop })))
const doors = [shop, ...branches]
afterAll(async () => {
  for (const branch of branches) await branch.close()
  await shop.close()
})

test('of a crowd that wants one time at once, exactly as many get it as there are places', {
  meta: { size: `${people} buyers for ${places} places, three processes` },
  timeout: 600_000,
}, async () => {
  const { context, ask, clock } = shop
  const { token } = await shop.signedInAs('admin')
  const days = {
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    slots: ['09-12', '14-18'],
    cut_off_days: 0,
    cut_off_hour: 24,
    capacity: places,
  }
  const settings = { delivery_days: true, delivery_fees: [{ region: null, cities: [], fee: 45, days }] }
  await ask('PUT', '/api/settings', { token, body: { version: 1_000, settings } })
  // A jar and an address for each: nothing but the day itself makes one wait for another.
  const jars: number[] = []
  for (let n = 0; n < people; n++) jars.push(await shelve(context, { stock: 10 }))
  const chosen = { deliver_on: dayAfter(clock(), 2), deliver_slot: '14-18' }
  const order = async (name: string, n: number) => {
    // The towns differ, the row of the fee table is one.
    const details = { ...chosen, city: n % 2 ? 'Ho' : 'Wa', customer_phone: `024${String(1_000_000 + n)}` }
    const body = orderBody([item(jars[n] ?? 0)], details)
    const headers = { 'idempotency-key': `${name} ${n}` }
    const door = doors[n % doors.length] ?? shop
    for (;;) {
      const asked = { body, headers, address: `10.9.${n >> 8}.${n & 255}` }
      const answer = await door.ask<PlacedOrderResponse>('POST', '/api/orders', asked)
      // A slow machine may ask to come back; the page does so with the same key.
      if (answer.status !== 503) return answer
    }
  }
  const crowd = (name: string) => Promise.all(Array.from({ length: people }, (_, n) => order(name, n)))
  const answers = await crowd('first')
  const sold = answers.filter(({ status }) => status === 201)
  expect(sold).toHaveLength(places)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(people - places)

  const given = sold.slice(0, Math.ceil(places / 2)).map(({ body: order }) => order.id)
  const cancel = (id: number) => ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
  // While the next ones come, so that places are taken and given back at the same time.
  const [again] = await Promise.all([crowd('second'), ...given.map(cancel)])
  const late = await crowd('third')
  const more = [...again, ...late].filter(({ status }) => status === 201)
  expect(more).toHaveLength(given.length)
  expect(await checkShop(context, { unnotifiedHours: 0 })).toEqual([])
})
