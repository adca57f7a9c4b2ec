import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { TrackedOrder } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import type { AttemptOutcome } from '#rules/delivery-attempts.ts'
import type { OrderEdit } from '#rules/order-edit.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { mayCustomerCancel } from '#rules/order-status.ts'
import type { OrderPaymentState } from '#rules/payment-states.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { may } from '#rules/rights.ts'
import { isTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { users } from '../accounts/tables.ts'
import { personOf, type Viewer } from '../accounts/viewer.ts'
import { readSettings } from '../settings/settings.ts'
import { moveOn } from './change-status.ts'
import { isOrderOf } from './data-export-and-erasure.ts'
import { rowWithDays } from './delivery-days.ts'
import { findByCode, lockOrder } from './find-order.ts'
import { findPage, type OwnOrder, type Page } from './list-orders.ts'
import { readLinesAndHistory } from './order-parts.ts'
import { hasNumber } from './order-search.ts'
import { type OrderRow, orders } from './tables.ts'

const limits = {
  /** A code that is asked for again, as by a page that stays open, is one guess. */
  unknownCode: { limit: 1, windowSeconds: 15 * 60 },
  /** Whoever asks for so many codes that do not exist is guessing. A right code does not take it back. */
  missesFromAddress: { limit: 60, windowSeconds: 15 * 60, penaltyUpToSeconds: 3_600 },
  /** Whoever has a code and tries numbers is guessing whose order it is; that must not keep its owner from using it. */
  phonesFromAddress: { limit: 5, windowSeconds: 3_600 },
  phonesForOrder: { limit: 100, windowSeconds: 3_600 },
} satisfies Record<string, Limit>

const firstTries = 3

/** Without the customer's answer to a driver who came in vain, which is kept with the delivery. */
type FollowedOrder = Omit<TrackedOrder, 'answerDay'>

/**
 * Six letters are weak proof, so guessing is slow and the answer has no phone, e-mail or street. Many phones share one address:
 * whoever has a right code is served, whatever others behind that address have typed.
 */
export async function trackOrder(context: Context, address: string, typed: string): Promise<FollowedOrder> {
  return await describe(context.db, await getTracked(context, address, typed))
}

/** The same for other pages that open with a code: a wrong one is counted, wherever it was typed. */
export async function getTracked(context: Context, address: string, typed: string): Promise<OrderRow> {
  const order = await findByCode(context.db, typed)
  if (order !== null) return order
  const code = normaliseTrackingCode(typed)
  if (isTrackingCode(code)) await countMiss(context, address, code)
  throw new Refusal('order_not_found')
}

/** Whether somebody with this number got what was ordered: an order alone proves nothing, anybody could have placed it. */
export async function hasBeenDelivered(db: Database, phone: string): Promise<boolean> {
  const [delivered] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(hasNumber(phone), eq(orders.status, 'Delivered')))
    .limit(1)
  return delivered !== undefined
}

/** A tracking code alone may be seen by many: the phone number of the order proves whose it is. A right one is not counted. */
export async function requirePhone(
  { limits: counts }: Context,
  address: string,
  order: OrderRow,
  phone: string,
): Promise<void> {
  const own = normalisePhone(order.customerPhone)
  const id = String(order.id)
  const fromAddress = await counts.take('phonesFromAddress', [id, address], limits.phonesFromAddress)
  const forOrder = await counts.take('phonesForOrder', id, limits.phonesForOrder)
  if (!fromAddress.allowed) throw tooManyGuesses(fromAddress)
  // However many have guessed from elsewhere: every address has its first tries, also after a slip of the thumb.
  const isAmongFirst = fromAddress.remaining >= limits.phonesFromAddress.limit - firstTries
  if (!forOrder.allowed && !isAmongFirst) {
    // Nothing was compared, so nothing was tried: two requests in one moment leave the address what it had.
    await counts.giveBack('phonesFromAddress', [id, address])
    throw tooManyGuesses(forOrder)
  }
  if (own === null || normalisePhone(phone) !== own) {
    const text = 'This is not the phone number of this order.'
    throw new Refusal('invalid_input', { text, fields: { phone: text } })
  }
  await counts.giveBack('phonesFromAddress', [id, address])
  await counts.giveBack('phonesForOrder', id)
}

function tooManyGuesses({ retryAfterSeconds }: { retryAfterSeconds: number }): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds })
}

/** While money is on its way nobody knows whether there is something to pay back. */
const moneyUnderWay: readonly (OrderPaymentState | null)[] = [
  'awaiting',
  'not_confirmed',
  'review',
  'questioned',
]

/** By the customer, within the first hour. Pressed twice, it is cancelled once; what was paid goes back by the shop. */
export async function cancelOwnOrder(
  context: Context,
  address: string,
  { code, phone }: { code: string; phone: string },
): Promise<void> {
  const found = await getTracked(context, address, code)
  // Later on nobody learns here whose order it is.
  const isOver = found.cancelReason !== 'by_customer' && !mayCustomerCancel(found, context.clock())
  if (isOver) throw new Refusal('cancel_too_late')
  await requirePhone(context, address, found, phone)
  await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, found.id)
    if (order.cancelReason === 'by_customer') return
    if (!mayCustomerCancel(order, context.clock())) throw new Refusal('cancel_too_late')
    if (moneyUnderWay.includes(order.paymentState)) throw new Refusal('payment_under_way')
    await moveOn(context, db, order, 'Cancelled', null)
    await db.update(orders).set({ cancelReason: 'by_customer' }).where(eq(orders.id, order.id))
  })
}

async function countMiss({ limits: counts }: Context, address: string, code: string): Promise<void> {
  const { allowed: isNew } = await counts.take('unknownCode', `${address} ${code}`, limits.unknownCode)
  if (!isNew) return
  await takeOrRefuse(counts, 'missesFromAddress', address, limits.missesFromAddress)
}

async function findPickup(db: Database, { deliveryOption }: OrderRow): Promise<TrackedOrder['pickup']> {
  if (deliveryOption !== 'pickup') return null
  const { address, hours } = (await readSettings(db)).pickup
  return { address, hours }
}

/** After a driver came in vain: on which days of the week one goes there again. */
async function findWeekdays(db: Database, order: OrderRow): Promise<TrackedOrder['deliveryWeekdays']> {
  if (missedReason(order) === null) return null
  const { deliveryOption: option, region, city } = order
  return rowWithDays(await readSettings(db), { option, region, city })?.days.weekdays ?? null
}

function missedReason({ status, toDecideSince, lastAttempt }: OrderRow): AttemptOutcome | null {
  return status === 'Shipped' && toDecideSince !== null ? lastAttempt : null
}

function isReturn(edits: readonly OrderEdit[]): boolean {
  return edits.some(({ part }) => part === 'return')
}

async function describe(db: Database, order: OrderRow): Promise<FollowedOrder> {
  const { lines, history } = (await readLinesAndHistory(db, [order.id]))(order.id)
  const balance = balanceOf(order)
  return {
    id: order.id,
    trackingCode: order.trackingCode,
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    customerName: order.customerName,
    deliveryOption: order.deliveryOption,
    pickup: await findPickup(db, order),
    subtotal: order.subtotal,
    deliveryFee: order.deliveryFee,
    discount: order.discount,
    // Without the code: the order may give it back, and its next user is not whoever knows a tracking code.
    discounts: order.discounts.map((each) => ({ ...each, code: null })),
    total: order.total,
    refunded: order.refunded,
    paymentState: balance.paymentState,
    amountToCollect: balance.amountToCollect,
    toPayBack: balance.toPayBack,
    missed: missedReason(order),
    deliveryWeekdays: await findWeekdays(db, order),
    deliverOn: order.deliverOn,
    deliverSlot: order.deliverSlot,
    lines,
    history: history.map(({ status, at, edits }) => ({
      status,
      at,
      ...(edits && (isReturn(edits) ? { isReturn: true as const } : { isEdit: true as const })),
    })),
  }
}

/**
 * Orders belong to the account that placed them. What was ordered as a guest with the same e-mail or phone joins them once
 * that is confirmed: an address typed into a sign-up form proves nothing. Instead of the e-mail, which not everybody has,
 * one's own id will do.
 */
export async function listOwnOrders(
  db: Database,
  viewer: Viewer,
  typedEmail: string,
  page: Page,
): Promise<{ orders: OwnOrder[]; total: number }> {
  const email = normaliseEmail(typedEmail)
  const isOwn = email === viewer.email || typedEmail === viewer.id
  if (isOwn) return findPage(db, isOrderOf(personOf(viewer)), page)
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const asGuest = and(isNull(orders.userId), eq(orders.customerEmail, email))
  const account = sql`(select ${users.id} from ${users} where ${users.email} = ${email})`
  return findPage(db, or(eq(orders.userId, account), asGuest), page)
}
