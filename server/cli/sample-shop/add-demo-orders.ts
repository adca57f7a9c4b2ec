import { eq, inArray } from 'drizzle-orm'
import { defaultDeliveryFees, deliveryFee } from '../../../rules/delivery-fee.ts'
import { sampleProducts } from '../../../rules/sample-products.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { type SampleOrder, sampleOrders } from '../../../sample-shop/orders.ts'
import { users } from '../../features/accounts/tables.ts'
import { productPictures, products } from '../../features/catalogue/tables.ts'
import { orderHistory, orderLines, orders } from '../../features/orders/tables.ts'
import { changing } from '../../platform/database/changes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import type { DemoAccounts } from '../demo-accounts.ts'

type People = Record<'admin' | 'driver' | 'customer', string>

/** A few orders in every status, so that the back office and the driver's list have something to show. */
export async function addDemoOrders(tools: Tools, accounts: DemoAccounts): Promise<void> {
  await changing(tools, ['orders'], async (tx) => {
    const people = await findPeople(tx, accounts)
    for (const order of sampleOrders.toSorted((one, other) => other.hours_ago - one.hours_ago)) {
      await addDemoOrder(tools, tx, order, people, accounts.customer.email)
    }
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
  tools: Tools,
  db: Database,
  order: SampleOrder,
  people: People,
  demoEmail: string,
): Promise<void> {
  const lines = await priceLines(db, order)
  const subtotal = lines.reduce((sum, line) => sum + line.pricePerItem * line.quantity, 0)
  const fee = deliveryFee(
    { option: order.delivery_option, region: order.state, city: order.city },
    defaultDeliveryFees,
  )
  const before = (hours: number) => new Date(tools.clock().getTime() - hours * 3_600_000)
  const guest =
    order.customer === 'demo'
      ? { name: 'Demo Customer', phone: '024 000 0001', email: demoEmail }
      : order.customer
  const [added] = await db
    .insert(orders)
    .values({
      trackingCode: order.tracking_code,
      status: order.status,
      customerName: guest.name,
      customerEmail: guest.email ?? null,
      customerPhone: guest.phone,
      userId: order.customer === 'demo' ? people.customer : null,
      driverId: order.assigned_to_driver ? people.driver : null,
      address: order.address,
      city: order.city,
      region: order.state,
      zip: order.zip,
      deliveryOption: order.delivery_option,
      paymentMethod: order.payment_method,
      subtotal,
      deliveryFee: fee,
      total: subtotal + fee,
      createdAt: before(order.hours_ago),
      updatedAt: before(order.history.at(-1)?.hours_ago ?? order.hours_ago),
    })
    .returning({ id: orders.id })
  if (added === undefined) throw new Error('The database did not return the order')
  await db
    .insert(orderLines)
    .values(lines.map((line, position) => ({ ...line, orderId: added.id, position })))
  await db.insert(orderHistory).values(
    order.history.map(({ status, hours_ago, by }) => ({
      orderId: added.id,
      status,
      changedBy: by === 'admin' || by === 'driver' ? people[by] : null,
      changedAt: before(hours_ago),
    })),
  )
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
