import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { TrackedOrder } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { balanceOf } from '#rules/order-money.ts'
import { isTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findPage, type ListedOrder, type Page, readHistory, readLines } from './list-orders.ts'
import { orders } from './tables.ts'

const limits = {
  trackingFromAddress: { limit: 30, windowSeconds: 60 },
  /** Whoever misses so often in a row is guessing; a hit starts over. */
  missesFromAddress: { limit: 20, windowSeconds: 15 * 60, penaltyUpToSeconds: 3_600 },
} satisfies Record<string, Limit>

/** Six letters are weak proof, so guessing is slow and the answer has no phone, e-mail or street. */
export async function trackOrder(context: Context, address: string, typed: string): Promise<TrackedOrder> {
  await take(context, 'trackingFromAddress', address)
  await take(context, 'missesFromAddress', address)
  const order = await findByCode(context.db, normaliseTrackingCode(typed))
  if (order === null) throw new Refusal('order_not_found')
  await context.limits.forget('missesFromAddress', address)
  return order
}

async function findByCode(db: Database, code: string): Promise<TrackedOrder | null> {
  if (!isTrackingCode(code)) return null
  const [order] = await db.select().from(orders).where(eq(orders.trackingCode, code))
  if (order === undefined) return null
  const lines = await readLines(db, [order.id])
  const history = await readHistory(db, [order.id])
  return {
    id: order.id,
    trackingCode: order.trackingCode,
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    customerName: order.customerName,
    subtotal: order.subtotal,
    deliveryFee: order.deliveryFee,
    total: order.total,
    refunded: order.refunded,
    paymentState: balanceOf(order).paymentState,
    lines: lines.get(order.id) ?? [],
    history: (history.get(order.id) ?? []).map(({ status, at }) => ({ status, at })),
  }
}

async function take(context: Context, name: keyof typeof limits, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await context.limits.take(name, key, limits[name])
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}

/**
 * Orders belong to the account that placed them. What was ordered as a guest with the same e-mail joins them once
 * that e-mail is confirmed: an address typed into a sign-up form proves nothing.
 */
export async function listOwnOrders(
  db: Database,
  viewer: Viewer,
  typedEmail: string,
  page: Page,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const email = normaliseEmail(typedEmail)
  if (email !== viewer.email && !viewer.isAdmin) throw new Refusal('not_allowed')
  const asGuest = and(isNull(orders.userId), eq(orders.customerEmail, email))
  const mayHaveGuestOrders = viewer.isAdmin || viewer.hasConfirmedEmail
  const account = sql`(select ${users.id} from ${users} where ${users.email} = ${email})`
  const inAccount = eq(orders.userId, account)
  return findPage(db, mayHaveGuestOrders ? or(inAccount, asGuest) : inAccount, page)
}
