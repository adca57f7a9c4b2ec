import type { DriverDayResponse } from '#contract/delivery.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { item, place } from './sample-orders.ts'
import { shelve } from './sample-rows.ts'
import type { SignedIn, TestShop } from './test-shop.ts'

/** A driver with the orders that an admin gives them, as over the API. */
export async function openDriverWorld(shop: TestShop) {
  const { ask, signedInAs, context } = shop
  const admin = await signedInAs('admin')
  const driver = await signedInAs('driver')
  const jar = await shelve(context, { name: 'Shea', price: 8_500, stock: 1_000_000 })
  const put = <Body>(who: SignedIn, path: string, body: object, key?: string) =>
    ask<Body>('PUT', `/api/orders/${path}`, {
      token: who.token,
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  return {
    admin,
    driver,
    put,
    /** Ghs 85.00 and 45.00 for the way. */
    async assigned(status: OrderStatus = 'Shipped', to: SignedIn = driver, details: object = {}) {
      const { id, tracking_code: code } = await place(shop, [item(jar)], details)
      await put(admin, 'drivers', { order_ids: [id], driver_id: to.viewer.id })
      if (status !== 'Pending') await put(admin, String(id), { status })
      return { id, code }
    },
    async day({ token }: SignedIn = driver, query = '') {
      const { body } = await ask<DriverDayResponse>('GET', `/api/orders/driver${query}`, { token })
      return body
    },
  }
}
