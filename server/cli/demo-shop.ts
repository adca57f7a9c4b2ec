import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, isNotNull } from 'drizzle-orm'
import { defaultDeliveryFees, orderTotal } from '#rules/delivery-fee.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { extraProduct } from '../../sample-shop/extra-product.ts'
import { type SampleOrder, sampleOrders } from '../../sample-shop/orders.ts'
import { staffPasswordMistake } from '../features/accounts/passwords.ts'
import { users } from '../features/accounts/tables.ts'
import { listTeam } from '../features/accounts/team.ts'
import { productPictures, products } from '../features/catalogue/tables.ts'
import { collectCash } from '../features/delivery/collect-cash.ts'
import { markSamples, readOpening } from '../features/opening/opening.ts'
import { addLine } from '../features/orders/order-ledger.ts'
import { orderHistory, orders } from '../features/orders/tables.ts'
import {
  moveOrderStock,
  takeOrderStock,
  writeHistory,
  writeOrder,
  writeOrderParts,
} from '../features/orders/write-order.ts'
import { payments } from '../features/payments/tables.ts'
import { demoEmails, eraseDemoAccounts } from '../features/setup/setup.ts'
import type { Context } from '../platform/context.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { invalidating } from '../platform/database/invalidation.ts'
import { writeWhole } from '../platform/file-store.ts'
import type { Shop } from '../shop.ts'

type Account = { email: string; password: string }

export type DemoAccounts = { admin: Account; driver: Account; customer: Account }

/** Only where nobody but this machine can reach the shop and where it keeps its own database. */
export function mayHaveDemoAccounts({ config }: Context): boolean {
  return config.isTryout && config.database.url === undefined
}

/**
 * A shop that strangers can reach keeps none of an earlier sample, nor a key or an owner's link that was made with one: their
 * passwords lay in a file. A webhook waits until somebody turns it on again. Says what else the owner should look at; null
 * where there were none.
 */
export async function removeDemoAccounts(context: Context): Promise<string[] | null> {
  return await inTransaction(context.db, async (db) => {
    const found = await db.select({ id: users.id }).from(users).where(inArray(users.email, demoEmails))
    if (found.length === 0) return null
    const ids = found.map(({ id }) => id)
    const paused = await eraseDemoAccounts(context, db, ids)
    const { people } = await listTeam(db, { page: 1, limit: 100 })
    return [...paused.map(webhookPaused), ...people.map(({ name, email }) => staffStays(email || name))]
  })
}

function webhookPaused(url: string): string {
  return `The webhook to ${new URL(url).host} was added with a demo account. It is paused: turn it on again under Team, Connections, if it is yours.`
}

function staffStays(who: string): string {
  return `${who} has a role in this shop and keeps it. If you do not know them, take it away under Team.`
}

/** One in a hundred looks like a word to the check of staff passwords. */
function makePassword({ random }: Context): string {
  let password = ''
  while (staffPasswordMistake(password) !== null) password = random.secret(9)
  return password
}

export async function makeDemoAccounts(context: Context, shop: Shop): Promise<DemoAccounts> {
  const account = (name: string): Account => ({
    email: `${name}@demo.example`,
    password: makePassword(context),
  })
  const accounts = { admin: account('admin'), driver: account('driver'), customer: account('customer') }
  await writeWhole(fileOf(context), Buffer.from(JSON.stringify(accounts, null, 2)), 0o600)
  const made = await Promise.all([
    shop.accounts.createAccount({ ...accounts.admin, displayName: 'Demo Admin', isAdmin: true }),
    shop.accounts.createAccount({ ...accounts.driver, displayName: 'Demo Driver', isDriver: true }),
    shop.accounts.createAccount({ ...accounts.customer, displayName: 'Demo Customer' }),
  ])
  await markSamples(
    context.db,
    'account',
    made.map(({ id }) => id),
  )
  return accounts
}

/** Null when this shop has none, when they went with the samples, or when the owner threw the file away. */
export async function findDemoAccounts(context: Context): Promise<DemoAccounts | null> {
  if (!mayHaveDemoAccounts(context)) return null
  if (!(await readOpening(context)).hasSamples) {
    await rm(fileOf(context), { force: true })
    return null
  }
  const text = await readFile(fileOf(context), 'utf8').catch(() => null)
  // They went when the shop was opened to others: the passwords open nothing any more.
  const areThere = (await context.db.$count(users, inArray(users.email, demoEmails))) > 0
  return text === null || !areThere ? null : JSON.parse(text)
}

function fileOf({ config }: Context): string {
  return join(config.dataDir, 'demo-accounts.json')
}

type People = Record<'admin' | 'driver' | 'customer', string>

/** A few orders in every status, so that the back office and the driver's list have something to show. */
export async function addDemoOrders(context: Context, accounts: DemoAccounts): Promise<void> {
  await invalidating(context, ['catalogue', 'orders'], async (tx) => {
    const people = await findPeople(tx, accounts)
    for (const order of sampleOrders.toSorted((one, other) => other.hours_ago - one.hours_ago)) {
      const id = await addDemoOrder(context, tx, order, people, accounts.customer.email)
      await markSamples(tx, 'order', [id])
    }
    // Nobody gets e-mails about orders that never were.
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
): Promise<number> {
  const lines = await priceLines(db, order)
  const before = (hours: number) => new Date(context.clock().getTime() - hours * 3_600_000)
  const destination = { option: order.delivery_option, region: order.state, city: order.city }
  const priced = lines.map(({ pricePerItem, quantity }) => ({ price: pricePerItem, quantity }))
  const amounts = orderTotal(priced, destination, defaultDeliveryFees)
  const placed = {
    ...customerOf(order, people, demoEmail),
    ...amounts,
    discount: 0,
    discounts: [],
    source: 'shop' as const,
    toConfirm: [],
    deliverOn: null,
    deliverSlot: null,
    contentsHash: null,
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
  const added = await writeOrder(context.random, db, placed, order.tracking_code)
  await writeOrderParts(db, added, { lines, placedBy: placed.userId })
  await takeOrderStock(db, added, lines, placed.userId)
  for (const { status, hours_ago, by } of order.history.slice(1)) {
    const changedBy = by === 'admin' || by === 'driver' ? people[by] : null
    const at = before(hours_ago)
    if (status === 'Cancelled') await moveOrderStock(db, added.id, 'restore', { actorId: changedBy, at })
    await writeHistory(db, { orderId: added.id, status, changedBy, changedAt: at })
    await db.update(orders).set({ status, updatedAt: at }).where(eq(orders.id, added.id))
  }
  await takeCash(context, db, added.id, people)
  return added.id
}

/** What the demo driver has delivered for cash lies in their pocket; what a rider of the customer fetched was paid at the shop. */
async function takeCash(context: Context, db: Database, orderId: number, people: People): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (order?.status !== 'Delivered' || order.paidAt !== null) return
  const { driverId, total, updatedAt } = order
  const occasion = { actorId: driverId ?? people.admin, happenedAt: updatedAt, recordedAt: context.clock() }
  if (driverId !== null) {
    await collectCash(context, db, order, driverId, { collected: total, reason: '' }, occasion)
    return
  }
  const line = { kind: 'receipt', source: 'office', way: 'cash', amount: total } as const
  await addLine(db, { ...line, ...occasion, orderId })
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
      discount: 0,
    })
  }
  return priced
}

/** The test payments with which the paid demo orders were paid. */
async function addDemoPayments({ random }: Context, db: Database): Promise<void> {
  for (const { id, total, customerPhone, createdAt } of await db
    .select()
    .from(orders)
    .where(isNotNull(orders.paidAt))) {
    const reference = random.uuid()
    await db.insert(payments).values({
      reference,
      orderId: id,
      attempt: 1,
      gateway: 'test',
      isTest: true,
      amount: total,
      currency: 'GHS',
      reportedAmount: total,
      reportedCurrency: 'GHS',
      phone: normalisePhone(customerPhone) ?? '',
      stage: 'succeeded',
      paysOrder: true,
      testAnswer: 'approve',
      createdAt,
      stageAt: createdAt,
    })
    const times = { happenedAt: createdAt, recordedAt: createdAt }
    const line = { kind: 'receipt', source: 'gateway', way: 'gateway', amount: total } as const
    await addLine(db, { ...line, ...times, orderId: id, payment: reference })
  }
}
