import { and, eq, isNull, lte, notInArray, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { checkSettled } from './check-settled.ts'
import { claimSending, endSending, isReference } from './find-payment.ts'
import { type CallFromOutside, type GatewayStatus, unreachable } from './gateways/gateway.ts'
import { factsOf, isUnsent, type PaymentsContext, toGatewayStatus } from './payments-context.ts'
import { betweenQuestions, checkJob, checkJobData, later, planCheck, planRefundCheck } from './schedule.ts'
import { settle } from './settle-payment.ts'
import { isSettled, isWatched, settledStages } from './stages.ts'
import { type PaymentRow, payments, refunds } from './tables.ts'
import { mayPay } from './write-refund.ts'

/** So long the shop sends by itself what the gateway does not have; after that only when the customer presses. */
export const sentAgainForSeconds = 2 * 60

/** What is not there by now did not arrive: MTN shows some requests only after a while. */
const hiddenSeconds = 60

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

/** Must be called before the jobs start. */
export function defineCheckJob(context: PaymentsContext): void {
  const check = async ({ reference }: { reference: string }) => {
    const [payment] = await context.db.select().from(payments).where(eq(payments.reference, reference))
    const due = payment?.nextCheckAt
    if (!due || due > later(context.clock(), tooEarlySeconds)) return
    if (isSettled(payment.stage)) await checkSettled(context, reference)
    else await checkPayment(context, reference)
  }
  context.jobs.define(checkJob, checkJobData, check, { retries: 2, timeLimitSeconds: 45, atOnce: 2 })
}

/**
 * Asks the gateway and believes what it says; at most once in five seconds, whoever wants to know. False: too many questions wait
 * for their turn, so this one was not asked; the sweep finds it again.
 */
export async function checkPayment(
  context: PaymentsContext,
  reference: string,
  { resends }: { resends?: boolean } = {},
): Promise<boolean> {
  const payment = await claim(context, reference)
  if (payment === null) return true
  const order = await getOrderRow(context.db, payment.orderId)
  const status = await ask(context, payment, order, resends)
  if (status.is === 'not_asked') {
    await context.db.update(payments).set({ askedAt: null }).where(eq(payments.reference, reference))
    return false
  }
  await settle(context, reference, status)
  return true
}

/** A payment of a gateway that the shop no longer has stays unanswered until it is back. */
async function ask(
  context: PaymentsContext,
  payment: PaymentRow,
  order: OrderRow,
  resends: boolean | undefined,
): Promise<GatewayStatus> {
  const { gateway, db, clock } = context
  if (gateway?.name !== payment.gateway) return { is: 'no_answer' }
  const facts = factsOf(payment, order)
  const status = await gateway.ask(facts)
  const isYoung = clock() < later(payment.createdAt, sentAgainForSeconds)
  const mayResend = gateway.ringsPhones && isUnsent(payment) && (resends ?? isYoung)
  const { reference } = payment
  if (status.is !== 'not_found' || !mayResend || !(await claimSending(db, reference, clock()))) return status
  // It never arrived, and the customer still waits: sent again under the same reference, it cannot count twice.
  const answer = await gateway.start(facts)
  await endSending(db, reference, clock())
  return answer.is === 'refused' && !isFinal(answer.reason, payment, clock())
    ? status
    : toGatewayStatus(answer)
}

/** A refusal of the second sending says little about the first, which may be on a phone already. */
function isFinal(reason: string, { createdAt }: PaymentRow, now: Date): boolean {
  return reason !== unreachable && now >= later(createdAt, hiddenSeconds)
}

async function claim({ db, clock }: Context, reference: string): Promise<PaymentRow | null> {
  const now = clock()
  const isLongAgo = or(isNull(payments.askedAt), lte(payments.askedAt, later(now, -betweenQuestions)))
  const isUnsettled = notInArray(payments.stage, [...settledStages])
  const [claimed] = await db
    .update(payments)
    .set({ askedAt: now })
    .where(and(eq(payments.reference, reference), isLongAgo, isUnsettled))
    .returning()
  return claimed ?? null
}

/**
 * A call from outside is never believed, it only makes us ask. Says whether it came from the gateway at all; whether we know the
 * payment is nobody's business.
 */
export async function receiveWebhook(context: PaymentsContext, call: CallFromOutside): Promise<boolean> {
  const { gateway } = context
  const reference = gateway?.readCallback(call) ?? null
  if (reference === null) return false
  // Whatever else stands in a genuine call is about nothing of ours.
  if (!isReference(reference)) return true
  const isKnown = await inTransaction(context.db, async (db) => {
    const isRefund = await wakeRefund(context, db, reference)
    return (await wakePayment(context, db, reference)) || isRefund
  })
  if (!isKnown) {
    context.log.warn({ gateway: gateway?.name }, 'The gateway called about a payment that nobody knows')
  }
  return true
}

/** It is asked about as soon as may be. */
export async function wakePayment(context: Context, db: Database, reference: string): Promise<boolean> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (payment === undefined) return false
  if (isSettled(payment.stage) && !isWatched(payment.stage)) return true
  const woken = wakeNow(payment, context.clock())
  await db.update(payments).set(woken).where(eq(payments.reference, reference))
  await planCheck(context, db, { reference, ...woken })
  return true
}

/** Some gateways name the refund, others the payment that it comes from. */
async function wakeRefund(context: Context, db: Database, reference: string): Promise<boolean> {
  const isMeant = or(eq(refunds.reference, reference), eq(refunds.payment, reference))
  const found = await db.select().from(refunds).where(and(isMeant, mayPay))
  for (const refund of found) {
    const woken = wakeNow(refund, context.clock())
    await db.update(refunds).set(woken).where(eq(refunds.reference, refund.reference))
    await planRefundCheck(context, db, { reference: refund.reference, ...woken })
  }
  return found.length > 0
}

function wakeNow({ askedAt }: Pick<PaymentRow, 'askedAt'>, now: Date) {
  const earliest = askedAt && later(askedAt, betweenQuestions)
  return { wokenAt: now, nextCheckAt: earliest && earliest > now ? earliest : now }
}
