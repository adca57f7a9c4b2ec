import { eq, inArray } from 'drizzle-orm'
import { defaultDeliveryFees, orderTotal } from '#rules/delivery-fee.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { users } from '#server/features/accounts/tables.ts'
import { productPictures, products } from '#server/features/catalogue/tables.ts'
import { collectCash } from '#server/features/delivery/collect-cash.ts'
import { orderHistory, orders } from '#server/features/orders/tables.ts'
import {
  moveOrderStock,
  takeOrderStock,
  writeHistory,
  writeOrder,
} from '#server/features/orders/write-order.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { type SampleOrder, sampleOrders } from '../../../sample-shop/orders.ts'
import type { DemoAccounts } from '../demo-accounts.ts'
import { addDemoPayments } from './add-demo-payments.ts'

type People = Record<'admin' | 'driver' | 'customer', string>

/** A few orders in every status, so that the back office and the driver's list have something to show. */
export async function addDemoOrders(context: Context, accounts: DemoAccounts): Promise<void> {
  await invalidating(context, ['catalogue', 'orders'], async (tx) => {
    const people = await findPeople(tx, accounts)
    for (const order of sampleOrders.toSorted((one, other) => other.hours_ago - one.hours_ago)) {
      await addDemoOrder(context, tx, order, people, accounts.customer.email)
    }
    // Nobody gets letters about orders that never were.
    await tx.update(orderHistory).set({ notifiedAt: context.clock() })
    await addDemoPayments(context, tx)
  })
}

async function findPeople(db: Database, { admin, driver, customer }: DemoAccounts): Promise<People> {
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [admin.email, driver.email, customer.email]))
  const idOf = (email: string) => found.find((user) => user.email === email)?.id ?? ''
  return { admin: idOf(admin.email), driver: idOf(driver.email), customer: idOf(customer.email) }
}

async function addDemoOrder(
  context: Context,
  db: Database,
  order: SampleOrder,
  people: People,
  demoEmail: string,
): Promise<void> {
  const lines = await priceLines(db, order)
  const before = (hours: number) => new Date(context.clock().getTime() - hours * 3_600_000)
  const destination = { option: order.delivery_option, region: order.state, city: order.city }
  const priced = lines.map(({ pricePerItem, quantity }) => ({ price: pricePerItem, quantity }))
  const placed = {
    ...customerOf(order, people, demoEmail),
    ...orderTotal(priced, destination, defaultDeliveryFees),
    driverId: order.assigned_to_driver ? people.driver : null,
    address: order.address,
    city: order.city,
    region: order.state,
    zip: order.zip,
    deliveryOption: order.delivery_option,
    paymentMethod: order.payment_method,
    paidAt: order.paid_online ? before(order.hours_ago) : null,
    createdAt: before(order.hours_ago),
  }
  const { order: added } = await writeOrder(context.random, db, placed, {
    lines,
    proposedCode: order.tracking_code,
    placedBy: placed.userId,
  })
  await takeOrderStock(db, added, lines, placed.userId)
  for (const { status, hours_ago, by } of order.history.slice(1)) {
    const changedBy = by === 'admin' || by === 'driver' ? people[by] : null
    const at = before(hours_ago)
    if (status === 'Cancelled') await moveOrderStock(db, added.id, 'restore', { actorId: changedBy, at })
    await writeHistory(db, { orderId: added.id, status, changedBy, changedAt: at })
    await db.update(orders).set({ status, updatedAt: at }).where(eq(orders.id, added.id))
  }
  await collectAtDoor(context, db, added.id, people.driver)
}

/** What the demo driver has delivered for cash lies in their pocket. */
async function collectAtDoor(
  context: Context,
  db: Database,
  orderId: number,
  driverId: string,
): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const isCash = order?.status === 'Delivered' && order.driverId === driverId && order.paidAt === null
  if (!isCash) return
  const occasion = { actorId: driverId, happenedAt: order.updatedAt, recordedAt: context.clock() }
  await collectCash(db, order, driverId, { collected: order.total, reason: '' }, occasion)
}

function customerOf({ customer }: SampleOrder, people: People, demoEmail: string) {
  const isDemo = customer === 'demo'
  const person = isDemo ? { name: 'Demo Customer', phone: '024 000 0001', email: demoEmail } : customer
  return {
    customerName: person.name,
    customerPhone: person.phone,
    customerEmail: person.email ?? null,
    userId: isDemo ? people.customer : null,
  }
}

async function priceLines(db: Database, { lines }: SampleOrder) {
  const priced = []
  for (const { slug, quantity } of lines) {
    const name = [...sampleProducts, extraProduct].find((product) => product.slug === slug)?.name ?? ''
    const [product] = await db
      .select({ id: products.id, price: products.price, pictureId: productPictures.pictureId })
      .from(products)
      .leftJoin(productPictures, eq(productPictures.productId, products.id))
      .where(eq(products.name, name))
      .orderBy(productPictures.position)
      .limit(1)
    if (product === undefined) throw new Error(`A sample order names the unknown product ${slug}`)
    priced.push({
      productId: product.id,
      productName: name,
      pictureId: product.pictureId,
      quantity,
      pricePerItem: product.price,
    })
  }
  return priced
}
