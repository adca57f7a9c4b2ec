import { and, count, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { checkSettled } from './check-settled.ts'
import { claimSending, endSending, isReference } from './find-payment.ts'
import { type CallFromOutside, type GatewayStatus, unreachable } from './gateways/gateway.ts'
import { factsOf, isUnsent, type PaymentsContext, toGatewayStatus } from './payments-context.ts'
import {
  betweenQuestions,
  checkJob,
  checkJobData,
  later,
  nextCheckAt,
  planCheck,
  planRefundCheck,
} from './schedule.ts'
import { settle } from './settle-payment.ts'
import { isSettled, isWatched, settledStages, watchedStages } from './stages.ts'
import { type PaymentRow, payments, refunds } from './tables.ts'
import { mayPay } from './write-refund.ts'

/** So long the shop sends by itself what the gateway does not have; after that only when the customer presses. */
export const sentAgainForSeconds = 2 * 60

/** What is not there by now did not arrive: MTN shows some requests only after a while. */
const hiddenSeconds = 60

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

/** When a payment that found no turn tries again. */
const postponedSeconds = 3

/** So long after a call the questions about its payment go first. */
const wokenSeconds = 90

/** Over this time the questions are shared. */
const sharedSeconds = 10

/**
 * A job says that a payment is due; which one the turn is for is decided when it has come. The answer holds no worker, however
 * long it takes. Must be called before the jobs start.
 */
export function defineCheckJob(context: PaymentsContext): void {
  const { db, jobs, clock, throttle } = context
  jobs.define(
    checkJob,
    checkJobData,
    async ({ reference }, { afterwards }) => {
      const isMeant = eq(payments.reference, reference)
      const [payment] = await db
        .select()
        .from(payments)
        .where(and(isMeant, isDue(clock())))
      if (payment === undefined) return
      if (!(await throttle(isWoken(payment, clock()) ? 'urgent' : 'planned'))) {
        const soon = later(clock(), postponedSeconds)
        await db
          .update(payments)
          .set({ nextCheckAt: soon })
          .where(and(isMeant, isDue(clock())))
        return await planCheck(context, db, { reference, nextCheckAt: soon })
      }
      const chosen = await claimNext(context)
      if (chosen === null) return
      afterwards(() => askAbout(context, chosen))
      if (chosen.reference !== reference) await planCheck(context, db, payment)
    },
    { retries: 2, timeLimitSeconds: 45, atOnce: 2 },
  )
}

function isDue(now: Date) {
  return and(
    lte(payments.nextCheckAt, later(now, tooEarlySeconds)),
    isLongAgo(now),
    or(notInArray(payments.stage, [...settledStages]), inArray(payments.stage, [...watchedStages])),
  )
}

function isLongAgo(now: Date) {
  return or(isNull(payments.askedAt), lte(payments.askedAt, later(now, -betweenQuestions)))
}

function isWoken({ wokenAt }: PaymentRow, now: Date): boolean {
  return wokenAt !== null && wokenAt > later(now, -wokenSeconds)
}

/**
 * Of everything that is due: first what the gateway called about, then what belongs to whoever had the fewest questions of late.
 * So many payments of one visitor wait for each other, and not everybody for them.
 */
async function claimNext({ db, clock }: Context): Promise<PaymentRow | null> {
  const now = clock()
  return await inTransaction(db, async (tx) => {
    const recent = tx
      .select({ share: payments.share, questions: count().as('questions') })
      .from(payments)
      .where(gt(payments.askedAt, later(now, -sharedSeconds)))
      .groupBy(payments.share)
      .as('recent')
    const wokenFirst = desc(
      sql`coalesce(${payments.wokenAt} > ${later(now, -wokenSeconds).toISOString()}::timestamptz, false)`,
    )
    const [best] = await tx
      .select({ payment: payments })
      .from(payments)
      .leftJoin(recent, eq(recent.share, payments.share))
      .where(isDue(now))
      .orderBy(wokenFirst, sql`coalesce(${recent.questions}, 0)`, payments.nextCheckAt)
      .limit(1)
      .for('update', { of: payments, skipLocked: true })
    if (best === undefined) return null
    // While its answer is on the way it is not due, or payments that hang would take the turns of all others.
    const asked = { ...best.payment, askedAt: now }
    const times = { askedAt: now, nextCheckAt: nextCheckAt(asked, now) }
    await tx.update(payments).set(times).where(eq(payments.reference, asked.reference))
    return { ...asked, ...times }
  })
}

async function askAbout(context: PaymentsContext, payment: PaymentRow): Promise<void> {
  if (isSettled(payment.stage)) return await checkSettled(context, payment)
  const order = await getOrderRow(context.db, payment.orderId)
  await settle(context, payment.reference, await ask(context, payment, order, { hasTurn: true }))
}

/**
 * Asks the gateway and believes what it says; at most once in five seconds, whoever wants to know. False: too many questions wait
 * for their turn, so this one was not asked.
 */
export async function checkPayment(
  context: PaymentsContext,
  reference: string,
  { resends }: { resends?: boolean } = {},
): Promise<boolean> {
  const payment = await claim(context, reference)
  if (payment === null) return true
  const order = await getOrderRow(context.db, payment.orderId)
  const status = await ask(context, payment, order, { resends })
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
  { resends, hasTurn }: { resends?: boolean | undefined; hasTurn?: boolean },
): Promise<GatewayStatus> {
  const { gateway, db, clock } = context
  if (gateway?.name !== payment.gateway) return { is: 'no_answer' }
  const facts = factsOf(payment, order)
  const status = await gateway.ask(facts, hasTurn)
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
  const isUnsettled = notInArray(payments.stage, [...settledStages])
  const [claimed] = await db
    .update(payments)
    .set({ askedAt: now })
    .where(and(eq(payments.reference, reference), isLongAgo(now), isUnsettled))
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
