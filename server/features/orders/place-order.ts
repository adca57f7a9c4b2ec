import { and, eq, or } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { toCedis } from '#rules/money.ts'
import type { ManualOrderSource } from '#rules/order-status.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import { holdMinutes } from '#rules/payment-states.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import { atOnce, type Database, inTransaction } from '#server/platform/database/database.ts'
import { findEarlier } from '#server/platform/database/idempotency.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { refuseIfShort, toShelf } from '../catalogue/shortages.ts'
import { lockProducts } from '../catalogue/stock.ts'
import { readSettings } from '../settings/settings.ts'
import { agreeOnPrices, type SoldLine } from './agree-on-prices.ts'
import { limitOrders } from './order-limits.ts'
import { postNews } from './order-news.ts'
import {
  identify,
  mergeLines,
  type OrderRequest,
  type RequestedLine,
  type RequestIdentity,
} from './order-request.ts'
import { takeOrderStock } from './order-stock.ts'
import type { OrderRow } from './tables.ts'
import { orderLines, orders } from './tables.ts'
import { writeOrder } from './write-order.ts'

/** Who orders, and from where. What the staff took by phone or chat is not the order of whoever typed it. */
export type Buyer = {
  viewer: Viewer | null
  address: string
  taken?: { source: ManualOrderSource; note: string }
}

export type PlacedOrder = { order: OrderRow; lines: SoldLine[]; isRepeat: boolean }

/** One order is placed once, with its stock, its history and its messages, or not at all. */
export async function placeOrder(
  context: Context,
  buyer: Buyer,
  request: OrderRequest,
  givenKey: string | null,
): Promise<PlacedOrder> {
  if (request.paymentMethod === 'mtn_momo' && context.config.payments.gateway === 'none') {
    throw new Refusal('invalid_input', {
      fields: { payment_method: 'Online payment is not offered at the moment' },
    })
  }
  const lines = mergeLines(request.lines)
  const identity = identify(request, lines, givenKey)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findPlaced(db, request, identity)
    return earlier ?? (await placeNew(context, db, buyer, request, lines, identity))
  })
}

async function placeNew(
  context: Context,
  db: Database,
  { viewer, address, taken }: Buyer,
  request: OrderRequest,
  lines: readonly RequestedLine[],
  identity: RequestIdentity,
): Promise<PlacedOrder> {
  const ids = lines.map(({ productId }) => productId)
  const [, locked, settings] = await atOnce(
    taken ? Promise.resolve() : limitOrders(context, db, { address, phone: request.customerPhone }),
    lockProducts(db, ids),
    readSettings(db),
  )
  const shelf = toShelf(locked)
  refuseIfShort(lines, shelf)
  if (!taken) refuseUnoffered(settings, request.paymentMethod)
  const { lines: sold, ...amounts } = agreeOnPrices(request, lines, shelf, settings)
  const { lines: _, agreedSubtotal: __, agreedDeliveryFee: ___, proposedCode, ...details } = request
  const placedBy = viewer?.id ?? null
  const createdAt = context.clock()
  const { order, historyId } = await writeOrder(
    context.random,
    db,
    {
      ...details,
      ...amounts,
      ...taken,
      userId: taken ? null : placedBy,
      requestKey: identity.key,
      contentsHash: identity.contents,
      createdAt,
      holdUntil: request.paymentMethod === 'mtn_momo' && !taken ? holdFrom(createdAt) : null,
    },
    { lines: sold, proposedCode, placedBy },
  )
  await atOnce(
    takeOrderStock(db, order, sold, placedBy),
    postNews(context, db, historyId),
    taken ? recordTaken(db, order, placedBy) : Promise.resolve(),
    context.invalidation.publish(db, 'catalogue'),
  )
  return { order, lines: sold, isRepeat: false }
}

/** What the owner has switched off while a checkout lay open is not taken any more. */
function refuseUnoffered({ paymentMethods }: ShopSettings, method: PaymentMethod): void {
  if (paymentMethods[method]) return
  throw new Refusal('invalid_input', {
    fields: { payment_method: 'This way to pay is not offered at the moment' },
  })
}

/** An online order keeps its products for a while; what nobody pays for goes back on the shelf. */
function holdFrom(createdAt: Date): Date {
  return new Date(createdAt.getTime() + holdMinutes * 60_000)
}

async function recordTaken(db: Database, order: OrderRow, actorId: string | null): Promise<void> {
  const { id: thingId, createdAt: at, trackingCode: code, source, total } = order
  const after = { code, source, total: toCedis(total) }
  await recordChange(db, { at, actorId, thing: 'order', thingId, action: 'took an order', after })
}

/** The same key, or without one the same code and contents, is the same order. */
async function findPlaced(
  db: Database,
  request: OrderRequest,
  { key, contents, code }: RequestIdentity,
): Promise<PlacedOrder | null> {
  const sameCode = and(
    eq(orders.trackingCode, normaliseTrackingCode(code ?? '')),
    eq(orders.contentsHash, contents),
  )
  const order = await findEarlier(db, {
    key,
    find: () =>
      db
        .select()
        .from(orders)
        .where(or(eq(orders.requestKey, key ?? ''), sameCode))
        .limit(1),
    compare: (earlier) => {
      if (earlier.contentsHash !== contents) throw alreadySubmitted(earlier, request)
    },
  })
  if (order === null) return null
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(orderLines.position)
  return { order, lines, isRepeat: true }
}

/** Only whoever knows the number of the first order is told its code: a key could have been guessed. */
function alreadySubmitted({ customerPhone, trackingCode }: OrderRow, request: OrderRequest): Refusal {
  const isSamePerson = normalisePhone(customerPhone) === normalisePhone(request.customerPhone)
  return new Refusal('already_submitted', {
    details: isSamePerson ? { tracking_code: trackingCode } : {},
  })
}
