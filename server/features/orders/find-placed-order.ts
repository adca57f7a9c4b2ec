import { and, eq, or, sql } from 'drizzle-orm'
import type { OrderRequest } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import { formatDeliveryDay } from '#rules/days.ts'
import { pinOf } from '#rules/delivery-pin.ts'
import { normaliseDiscountCode } from '#rules/discount-texts.ts'
import type { Pesewas } from '#rules/money.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import { type Database, findEarlier, preparedQuery } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { RequestedLine } from './agree-on-prices.ts'
import { orderLines, orders } from './tables.ts'
import { type PlacedRow, placedColumns, type SoldLine } from './write-order.ts'

export type PlacedOrder = {
  order: PlacedRow & { lines: PlacedLine[]; deliveryDay: string }
  isRepeat: boolean
}

type PlacedLine = SoldLine & { totalPrice: Pesewas }

export type RequestIdentity = {
  /** Null: nothing came with the order that could tell a repetition from a second order. */
  key: string | null
  contents: string
  /** Without a key of its own, an order is known by its code and its contents. */
  code: string | null
}

export function identify(
  request: OrderRequest,
  lines: readonly RequestedLine[],
  givenKey: string | null,
): RequestIdentity {
  const contents = hashOf(...contentsOf(request, lines))
  if (givenKey) return { key: hashOf('key', givenKey), contents, code: null }
  const code = request.proposedCode || null
  return { key: code && hashOf('code', code, contents), contents, code }
}

/** Prices are left out: they are what we check, not what was ordered. */
function contentsOf(request: OrderRequest, lines: readonly RequestedLine[]): unknown[] {
  const { customerName, customerEmail, customerPhone, address, city, region, zip } = request
  const { customerNote, giftNote } = request
  const wanted = lines.map(({ productId, quantity }) => [productId, quantity])
  return [
    [customerName, customerEmail, customerPhone, address, city, region, zip],
    [request.deliveryOption, request.paymentMethod],
    wanted.toSorted(([one = 0], [other = 0]) => one - other),
    ...(customerNote || giftNote ? [[customerNote, giftNote]] : []),
    ...(request.deliverOn ? [{ deliverOn: request.deliverOn, deliverSlot: request.deliverSlot }] : []),
    ...(request.newsBy ? [{ newsBy: request.newsBy }] : []),
    // An order without a code keeps the hash that it had before there were any.
    ...(request.discountCode ? [normaliseDiscountCode(request.discountCode)] : []),
  ]
}

const hasKey = eq(orders.requestKey, sql.placeholder('key'))

const hasCode = and(
  eq(orders.trackingCode, sql.placeholder('code')),
  eq(orders.contentsHash, sql.placeholder('contents')),
)

/** Only the number, as there is mostly none: the database describes each column that it is asked for, also where it finds nothing. */
const findByKey = preparedQuery('placed-order', (db) =>
  db.select({ id: orders.id }).from(orders).where(hasKey),
)

const findByKeyOrCode = preparedQuery('placed-order-by-code', (db) =>
  db.select({ id: orders.id }).from(orders).where(or(hasKey, hasCode)).limit(1),
)

/** The same key, or without one the same code and contents, is the same order. */
export async function findPlaced(
  db: Database,
  request: OrderRequest,
  { key, contents, code }: RequestIdentity,
): Promise<PlacedOrder | null> {
  const earlier = await findEarlier(db, {
    key,
    // Whoever asks by a key of their own is not looked for by code: with an `or` PostgreSQL reads all of a small table.
    find: () =>
      code === null
        ? findByKey(db, { key })
        : findByKeyOrCode(db, { key, code: normaliseTrackingCode(code), contents }),
  })
  if (earlier === null) return null
  const [order] = await db.select(placedColumns).from(orders).where(eq(orders.id, earlier.id))
  if (order === undefined) throw new Error('The order disappeared while its key was locked')
  if (order.contentsHash !== contents) throw alreadySubmitted(order, request)
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(orderLines.position)
  return { order: withLines(order, lines), isRepeat: true }
}

export function withLines(order: PlacedRow, lines: readonly SoldLine[]): PlacedOrder['order'] {
  const priced = lines.map((line) => ({ ...line, totalPrice: line.pricePerItem * line.quantity }))
  const { deliverOn, deliverSlot } = order
  const deliveryDay = deliverOn === null ? '' : formatDeliveryDay(deliverOn, deliverSlot)
  return { ...order, deliveryPin: pinOf(order), lines: priced, deliveryDay }
}

/** Only whoever knows the number of the first order is told its code: a key could have been guessed. */
function alreadySubmitted({ customerPhone, trackingCode }: PlacedRow, request: OrderRequest): Refusal {
  const isSamePerson = normalisePhone(customerPhone) === normalisePhone(request.customerPhone)
  return new Refusal('already_submitted', {
    details: isSamePerson ? { tracking_code: trackingCode } : {},
  })
}
