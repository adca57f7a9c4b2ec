import { and, count, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { holdMinutes } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lastMomentToHold, notePayments } from '../orders/receive-money.ts'
import type { OrderRow } from '../orders/tables.ts'
import { giveUpPage, refuseUnlessIdle } from './abandon-checkout.ts'
import { planCheck } from './check-job.ts'
import { type Gateway, unreachable } from './gateways/gateway.ts'
import { lockAttempts } from './lock-payment.ts'
import { later, nextCheckAt } from './schedule.ts'
import { isLive } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'

/** A prompt that was not answered may still be on the phone for a while. */
export const quietSeconds = 3 * 60
const heardWithinSeconds = 60

const windowSeconds = 15 * 60
const attemptsPerOrder = 3
const attemptsPerPhone = 5

export type Input = {
  orderId: number
  amount: Pesewas
  phone: string
  /** The try that the customer gave up, when it is not the first. */
  after?: string
}

/** The try that this customer waits for already, or a new one. Nobody gets the reference of a try with another number or amount. */
export async function openAttempt(
  context: Context,
  db: Database,
  gateway: Gateway,
  input: Input,
): Promise<{ payment: PaymentRow; order: OrderRow }> {
  const now = context.clock()
  const locked = await lockAttempts(db, input.orderId)
  const { order } = locked
  refuseUnlessPayable(order, now)
  if (input.amount !== order.total) throw new Refusal('amount_mismatch')
  const attempts = await giveUpPage(context, db, locked, input.after)
  const running = attempts.find((each) => isInTheWay(each, now))
  if (running) {
    const isTheirs =
      running.stage !== 'review' &&
      running.phone === input.phone &&
      running.amount === input.amount &&
      running.reference !== input.after
    if (!isTheirs) throw new Refusal('payment_running')
    return { payment: running, order }
  }
  if (attempts[0]) refuseIfUncertain(attempts[0], now)
  await limitAttempts(db, gateway, input, now)
  const { payment, holdUntil } = await writeAttempt(context, db, gateway, order, attempts, input)
  await notePayments(db, order.id, { paymentState: 'awaiting', holdUntil })
  await planCheck(context, db, payment)
  return { payment, order: { ...order, holdUntil } }
}

export function refuseUnlessPayable(order: OrderRow, now: Date): void {
  if (order.status === 'Cancelled') throw new Refusal('order_cancelled')
  // What is delivered was paid at the door.
  if (order.paidAt !== null || order.status === 'Delivered' || order.total === 0)
    throw new Refusal('already_paid')
  if (order.holdUntil !== null && now >= lastMomentToHold(order)) throw new Refusal('order_cancelled')
}

/** A try that could still bring money soon, or has brought money that somebody must look at. */
export function isInTheWay(payment: PaymentRow, now: Date): boolean {
  if (isLive(payment.stage) || payment.stage === 'review') return true
  const mayRing = payment.stage === 'expired_local' && payment.hostedUrl === null
  return mayRing && now < later(payment.stageAt, quietSeconds)
}

/** Before a second prompt goes out, the gateway must have said just now that the first one came to nothing. */
function refuseIfUncertain(last: PaymentRow, now: Date): void {
  if (last.stage !== 'expired_local') return
  const { hostedUrl, heardAt } = last
  if (hostedUrl !== null) refuseUnlessIdle(last, now)
  else if (heardAt === null || now > later(heardAt, heardWithinSeconds)) {
    throw new Refusal('gateway_unreachable')
  }
}

/** Each try rings somebody's phone. One that never reached the gateway rang none. */
async function limitAttempts(
  db: Database,
  { ringsPhones }: Gateway,
  { orderId, phone }: Input,
  now: Date,
): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${phone}`}, 0))`)
  const recent = and(
    gt(payments.createdAt, later(now, -windowSeconds)),
    or(isNull(payments.reason), ne(payments.reason, unreachable)),
  )
  const countOf = async (whose: ReturnType<typeof eq>) => {
    const [counted] = await db.select({ n: count() }).from(payments).where(and(recent, whose))
    return counted?.n ?? 0
  }
  const isTooOften =
    (await countOf(eq(payments.orderId, orderId))) >= attemptsPerOrder ||
    (ringsPhones && (await countOf(eq(payments.phone, phone))) >= attemptsPerPhone)
  if (isTooOften) throw new Refusal('too_many_requests', { retryAfterSeconds: windowSeconds })
}

async function writeAttempt(
  context: Context,
  db: Database,
  gateway: Gateway,
  order: OrderRow,
  attempts: readonly PaymentRow[],
  { amount, phone }: Input,
) {
  const createdAt = context.clock()
  const times = { createdAt, stageAt: createdAt, wokenAt: null, askedAt: null }
  const [payment] = await db
    .insert(payments)
    .values({
      ...times,
      reference: context.random.uuid(),
      orderId: order.id,
      attempt: (attempts[0]?.attempt ?? 0) + 1,
      gateway: gateway.name,
      isTest: gateway.isTest,
      amount,
      currency: gateway.currency,
      phone,
      stage: 'created',
      nextCheckAt: nextCheckAt({ ...times, stage: 'created' }, createdAt),
    })
    .returning()
  if (payment === undefined) throw new Error('The payment was not written down')
  return { payment, holdUntil: extendReservation(order, createdAt) }
}

/** A customer who is about to pay gets time to finish, but not for ever. */
function extendReservation(order: OrderRow, now: Date): Date | null {
  if (order.holdUntil === null) return null
  const last = lastMomentToHold(order)
  const wanted = later(now, holdMinutes * 60)
  const until = wanted < last ? wanted : last
  return until > order.holdUntil ? until : order.holdUntil
}
