import { eq } from 'drizzle-orm'
import { orders } from '../features/orders/tables.ts'
import { item, place } from './sample-orders.ts'
import { shelve } from './sample-rows.ts'
import type { TestShop } from './test-shop.ts'

/** Ama's, Kofi's and Yaa's orders, a day between each; Kofi's is shipped and given to the driver. */
export async function placeThreeOrders(shop: TestShop) {
  const { ask, clock, signedInAs, context } = shop
  const admin = await signedInAs('admin')
  const driver = await signedInAs('driver')
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
  await ask('PUT', `/api/orders/${kofi.id}`, { token: admin.token, body: { status: 'Shipped' } })
  await context.db.update(orders).set({ driverId: driver.viewer.id }).where(eq(orders.id, kofi.id))
  return { admin, driver, jar, ama, kofi, yaa }
}
