import { eq } from 'drizzle-orm'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { ChangeStatusResponse } from '#contract/orders.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { products } from '../features/catalogue/tables.ts'
import { orders } from '../features/orders/tables.ts'
import type { Context } from '../platform/context.ts'
import { shelve } from './sample-rows.ts'
import type { Answer, SignedIn, TestShop } from './test-shop.ts'

/** An ordinary order from Kumasi; what a test does not name is ordinary. */
export function orderBody(items: object[], details: object = {}): object {
  return {
    customer_name: 'Ama Mensah',
    customer_email: 'ama@example.com',
    customer_phone: '024 123 4567',
    address: 'House 4, behind the post office',
    city: 'Kumasi',
    state: 'Ashanti',
    zip: 'AK-039-5028',
    payment_method: 'whatsapp',
    items,
    ...details,
  }
}

/** One product, so often. */
export function item(productId: number, quantity = 1, pricePerItem?: number): object {
  const price = pricePerItem === undefined ? {} : { price_per_item: pricePerItem }
  return { product_id: productId, quantity, ...price }
}

type Way = { token?: string; key?: string; url?: string }

export function post<Body = PlacedOrderResponse>(
  { ask }: Pick<TestShop, 'ask'>,
  body: object,
  { token, key, url = '/api/orders' }: Way = {},
): Promise<Answer<Body>> {
  return ask<Body>('POST', url, {
    body,
    ...(token === undefined ? {} : { token }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
}

/** An order that must succeed. */
export async function place(
  shop: Pick<TestShop, 'ask'>,
  items: object[],
  details: object = {},
  way: Way = {},
): Promise<PlacedOrderResponse> {
  const { status, body } = await post(shop, orderBody(items, details), way)
  if (status !== 201) throw new Error(`The order was refused: ${JSON.stringify(body)}`)
  return body
}

/** A slow machine may ask to come back; the page does so with the same key. */
export async function postPatiently(
  shop: Pick<TestShop, 'ask'>,
  body: object,
  way: Way & { key: string },
): Promise<Answer<PlacedOrderResponse>> {
  for (;;) {
    const answer = await post(shop, body, way)
    if (answer.status !== 503) return answer
  }
}

export async function stockOf({ db }: Context, productId: number): Promise<number | undefined> {
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  return product?.stock
}

/** How the office changes orders in a test: by the real route, as an admin unless somebody else is named. */
export function openOrderActions(shop: TestShop, admin: { token: string }) {
  const put = (id: number, body: object, { token } = admin) =>
    shop.ask<ChangeStatusResponse & { code?: string }>('PUT', `/api/orders/${id}`, { token, body })

  /** An order in this status, of two jars out of ten. */
  const orderIn = async (status: OrderStatus, driverId: string | null = null) => {
    const jar = await shelve(shop.context)
    const { id } = await place(shop, [item(jar, 2)])
    if (status !== 'Pending') await put(id, { status })
    if (driverId) await shop.context.db.update(orders).set({ driverId }).where(eq(orders.id, id))
    return { id, jar }
  }

  return { put, orderIn }
}

/** Ama's, Kofi's and Yaa's orders, a day between each; Kofi's is shipped and given to the driver. */
export async function placeThreeOrders(shop: TestShop) {
  const { ask, clock, signedInAs, context } = shop
  const jar = await shelve(context, { name: 'Shea', price: 8_500, stock: 900 })
  const ama = await place(shop, [item(jar, 2)], { customer_name: 'Ama Mensah', tracking_code: 'AMA001' })
  clock.forward({ days: 1 })
  const kofi = await place(shop, [item(jar)], {
    customer_name: 'Kofi (Jr.) Owusu_5%',
    customer_email: 'Kofi.O@Example.com',
    customer_phone: '+233 20 987 6543',
    payment_method: 'mtn_momo',
    tracking_code: 'KOF002',
  })
  clock.forward({ days: 1 })
  const yaa = await place(shop, [item(jar)], {
    customer_name: 'Yaa',
    customer_email: '',
    customer_phone: '+44 7911 123456',
    delivery_option: 'personal_rider',
    address: '',
    tracking_code: 'YAA003',
  })
  const admin = await signedInAs('admin')
  const driver = await signedInAs('driver')
  const sent = { status: 'Shipped', pay_on_delivery: true }
  await ask('PUT', `/api/orders/${kofi.id}`, { token: admin.token, body: sent })
  const unpaid = { driverId: driver.viewer.id, paymentMethod: 'mtn_momo' } as const
  await context.db.update(orders).set(unpaid).where(eq(orders.id, kofi.id))
  return { admin, driver, jar, ama, kofi, yaa }
}

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
