import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { DriverOrderResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse, OwnOrderResponse } from '#contract/orders.ts'
import { users } from '#server/features/accounts/tables.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, place, placeThreeOrders } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const { admin, driver, jar, kofi } = await placeThreeOrders(shop)

function list(query = '') {
  return ask<{ orders: AdminOrderResponse[] }>('GET', `/api/orders${query}`, { token: admin.token })
}

test('a customer sees the orders of the account; those of a guest join once the e-mail is confirmed', async () => {
  const { token, viewer } = await signedInAs('customer')
  const { email } = viewer
  const guest = await place(shop, [item(jar)], { customer_email: email.toUpperCase() })
  const own = await place(shop, [item(jar)], { customer_email: 'another@example.com' }, { token })
  const { token: otherToken } = await signedInAs('other customer')
  await place(shop, [item(jar)], { customer_email: email }, { token: otherToken })
  const listed = async () => {
    const { body } = await ask<{ orders: OwnOrderResponse[] }>('GET', `/api/orders/user/${email}`, { token })
    return body.orders.map(({ id }) => id)
  }
  await db.update(users).set({ hasConfirmedEmail: false }).where(eq(users.id, viewer.id))
  expect(await listed()).toEqual([own.id])
  await db.update(users).set({ hasConfirmedEmail: true }).where(eq(users.id, viewer.id))
  expect(await listed()).toEqual([own.id, guest.id])
})

test('the orders of others are forbidden, whether they exist or not; admins may read any', async () => {
  const { token } = await signedInAs('other customer')
  const known = await ask('GET', '/api/orders/user/kofi.o@example.com', { token })
  const unknown = await ask('GET', '/api/orders/user/nobody@example.com', { token })
  expect([known.status, known.body]).toEqual([403, unknown.body])
  expect((await ask('GET', '/api/orders/user/kofi.o@example.com')).status).toBe(401)
  const { body } = await ask<{ orders: OwnOrderResponse[] }>('GET', '/api/orders/user/Kofi.O@example.com', {
    token: admin.token,
  })
  expect(body.orders.map(({ id }) => id)).toEqual([kofi.id])
})

test('an online order that nobody has paid for is not shown to its driver, nor moved by them', async () => {
  const { body } = await ask<{ orders: DriverOrderResponse[] }>('GET', '/api/orders/driver', driver)
  expect(body.orders).toEqual([])
  const step = { token: driver.token, body: { status: 'Delivered' } }
  expect((await ask('PUT', `/api/orders/${kofi.id}`, step)).status).toBe(404)
  await db.update(orders).set({ paymentMethod: 'whatsapp' }).where(eq(orders.id, kofi.id))
})

test('a driver sees the own assignments with what is needed at the door, and no e-mail', async () => {
  const { body, headers } = await ask<{ orders: DriverOrderResponse[] }>('GET', '/api/orders/driver', driver)
  expect(headers['x-total-count']).toBe('1')
  expect(body.orders).toEqual([
    {
      id: kofi.id,
      tracking_code: 'KOF002',
      customer_name: 'Kofi (Jr.) Owusu_5%',
      customer_phone: '+233 20 987 6543',
      order_status: 'Shipped',
      created_at: '2026-03-06T09:00:00.000Z',
      updated_at: '2026-03-07T09:00:00.000Z',
      shipping_address: 'House 4, behind the post office, Kumasi, Ashanti, AK-039-5028',
      delivery_option: 'delivery_service',
      payment_method: 'whatsapp',
      payment_state: 'Pay on delivery',
      order_total: 130,
      amount_to_collect: 130,
      note: '',
      items: [{ product_name: 'Shea', quantity: 1 }],
      collected: null,
      cash_reason: '',
      paid_by: 'cash',
      money_reference: '',
      photos: 0,
      has_code: false,
      attempts: 0,
      last_attempt: null,
      to_decide_since: null,
      deliver_on: null,
      deliver_slot: null,
      answer_day: null,
      answer_note: '',
      edited_at: null,
    },
  ])
  const other = await ask('GET', '/api/orders/driver', await signedInAs('other driver'))
  expect(other.body).toMatchObject({ orders: [], counts: { total: 0 } })
})

test('a driver’s list is filtered by status, and by code, name or phone', async () => {
  const answer = async (params: Record<string, string>) => {
    const url = `/api/orders/driver?${new URLSearchParams(params)}`
    return (await ask<{ orders: DriverOrderResponse[] }>('GET', url, driver)).body.orders.length
  }
  expect([await answer({ status: 'SHIPPED' }), await answer({ status: 'pending' })]).toEqual([1, 0])
  expect([await answer({ q: 'kof' }), await answer({ q: 'owusu' }), await answer({ q: '20 987' })]).toEqual([
    1, 1, 1,
  ])
  expect([await answer({ q: 'example.com' }), await answer({ q: '%%' })]).toEqual([0, 0])
})

test('nothing is collected at the door for what is paid', async () => {
  await db.update(orders).set({ paidAt: context.clock() }).where(eq(orders.id, kofi.id))
  const { body } = await ask<{ orders: DriverOrderResponse[] }>('GET', '/api/orders/driver', driver)
  expect(body.orders[0]?.amount_to_collect).toBe(0)
  expect((await list('?q=KOF002')).body.orders[0]?.payment_state).toBe('Paid')
})

test('the driver of a cancelled order collects nothing', async () => {
  await db
    .update(orders)
    .set({ paidAt: null, paidOnline: 0, status: 'Cancelled' })
    .where(eq(orders.id, kofi.id))
  const { body } = await ask<{ orders: DriverOrderResponse[] }>('GET', '/api/orders/driver', driver)
  expect(body.orders).toMatchObject([{ order_status: 'Cancelled', amount_to_collect: 0 }])
})
