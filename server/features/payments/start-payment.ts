import { and, count, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { holdMinutes } from '#rules/payment-states.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { findOrder } from '../orders/find-order.ts'
import { lastMomentToHold, notePayments } from '../orders/receive-money.ts'
import type { OrderRow } from '../orders/tables.ts'
import { checkPayment } from './check-payment.ts'
import { getPayment, listAttempts, lockAttempts } from './find-payment.ts'
import { type Gateway, unreachable } from './gateways/gateway.ts'
import { factsOf, isUnsent, type PaymentsContext, toGatewayStatus } from './payments-context.ts'
import { later, nextCheckAt, planCheck } from './schedule.ts'
import { settle, takeStep } from './settle-payment.ts'
import { isLive, reasonMessages } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'

type StartInput = {
  orderId: number | string
  amount: Pesewas
  phone: string
  trackingCode?: string | null | undefined
}

type Started = { reference: string; paymentUrl: string }

/** Order numbers can be guessed; whoever misses so often is guessing. */
const misses: Limit = { limit: 60, windowSeconds: 15 * 60 }

export async function startPayment(
  context: PaymentsContext,
  address: string,
  input: StartInput,
): Promise<Started> {
  const gateway = openFor(context)
  const phone = readPhone(gateway, input.phone)
  const { id: orderId } = await findTheirOrder(context, address, input)
  return await start(context, gateway, { orderId, amount: input.amount, phone })
}

/**
 * Order numbers follow one another and amounts can be guessed, so an order opens only to its own phone number or to its tracking code.
 * Every miss gets the same answer. Who brings the code does not guess, and is served also behind an address where others did.
 */
async function findTheirOrder(context: Context, address: string, input: StartInput): Promise<OrderRow> {
  const order = await findOrder(context.db, input.orderId)
  const isMeant = order !== null && order.total === input.amount
  if (isMeant && hasCode(order, input)) return order
  const name = 'paymentMissesFromAddress'
  const { allowed, retryAfterSeconds } = await context.limits.take(name, address, misses)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
  if (!isMeant || !hasPhone(order, input)) throw new Refusal('order_not_found')
  await context.limits.giveBack(name, address)
  return order
}

function hasCode({ trackingCode }: OrderRow, input: StartInput): boolean {
  return normaliseTrackingCode(input.trackingCode ?? '') === trackingCode
}

/** Compared by their digits: MTN's test numbers are foreign, and written without a +. */
function hasPhone({ customerPhone }: OrderRow, { phone }: StartInput): boolean {
  const [own, given] = [customerPhone, phone].map((each) => (normalisePhone(each) ?? each).replace(/\D/g, ''))
  return own !== '' && own === given
}

/** Whoever has the reference of a try that came to nothing may try again, with the same number or another. */
export async function retryPayment(
  context: PaymentsContext,
  reference: string,
  typedPhone: string,
): Promise<Started> {
  const gateway = openFor(context)
  const { orderId, amount, phone } = await getPayment(context.db, reference)
  const wanted = typedPhone === '' ? phone : readPhone(gateway, typedPhone)
  return await start(context, gateway, { orderId, amount, phone: wanted, after: reference })
}

async function start(context: PaymentsContext, gateway: Gateway, input: Input): Promise<Started> {
  const [last] = await listAttempts(context.db, input.orderId)
  const isLeft = last !== undefined && last.reference === input.after && isOpenPage(last)
  // What was not paid when we last looked may have been paid just now.
  if (last?.stage === 'expired_local' || isLeft) await checkPayment(context, last.reference)
  const { payment, order } = await inTransaction(context.db, (db) => openAttempt(context, db, gateway, input))
  return isUnsent(payment) ? await send(context, gateway, payment, order) : startedOf(context, payment)
}

/** What was written down is sent now. Sent twice under one reference, it still counts once. */
async function send(
  context: PaymentsContext,
  gateway: Gateway,
  payment: PaymentRow,
  order: OrderRow,
): Promise<Started> {
  const { reference } = payment
  const answer = await gateway.start(factsOf(payment, order))
  const hostedUrl = answer.is === 'accepted' ? answer.hostedUrl : undefined
  await settle(context, reference, toGatewayStatus(answer), {
    onlyIf: (stage) => isUnsent({ stage }),
    ...(hostedUrl === undefined ? {} : { hostedUrl }),
  })
  if (answer.is === 'accepted' && answer.isRepeat) await checkPayment(context, reference)
  const sent = await getPayment(context.db, reference)
  if (answer.is === 'refused' && sent.stage === 'failed') throw refused(answer.reason, reference)
  return startedOf(context, sent)
}

/** With its reference the order can still be paid on delivery. */
function refused(reason: string, referenceId: string): Refusal {
  const details = { referenceId }
  if (reason === unreachable) return new Refusal('gateway_unreachable', { details })
  return new Refusal('payment_failed', { details, text: reasonMessages('failed', reason) ?? '' })
}

function startedOf({ config }: Context, { reference, hostedUrl }: PaymentRow): Started {
  return { reference, paymentUrl: hostedUrl ?? `${config.publicUrl}/pay/${reference}` }
}

function openFor({ gateway }: PaymentsContext): Gateway {
  if (gateway === null) throw new Refusal('payments_off')
  return gateway
}

function readPhone(gateway: Gateway, typed: string): string {
  const phone = gateway.readPhone(typed)
  if (phone !== null) return phone
  throw new Refusal('invalid_input', { fields: { customerPhone: 'Enter a valid MTN MoMo number' } })
}

/** A prompt that was not answered may still be on the phone for a while. */
const quietSeconds = 3 * 60
const heardWithinSeconds = 60

const windowSeconds = 15 * 60
const attemptsPerOrder = 3
const attemptsPerPhone = 5

type Input = {
  orderId: number
  amount: Pesewas
  phone: string
  /** The try that the customer gave up, when it is not the first. */
  after?: string
}

/** The try that this customer waits for already, or a new one. Nobody gets the reference of a try with another number or amount. */
async function openAttempt(
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

const idleWithinSeconds = 10

/** A page of the gateway that waits for somebody to pay there; it may be left for a new one. */
export function isOpenPage({ stage, hostedUrl }: PaymentRow): boolean {
  return isLive(stage) && hostedUrl !== null
}

/** The customer has left the page unpaid. It is still asked about: whoever pays there after all has paid. */
async function giveUpPage(
  context: Context,
  db: Database,
  { order, attempts }: { order: OrderRow; attempts: PaymentRow[] },
  after: string | undefined,
): Promise<PaymentRow[]> {
  const payment = attempts.find((each) => each.reference === after && isOpenPage(each))
  if (payment === undefined) return attempts
  refuseUnlessIdle(payment, context.clock())
  await takeStep(context, db, { order, payment, attempts }, { stage: 'expired_local', reason: null }, {})
  return await listAttempts(db, order.id)
}

/** Somebody who is paying there at this moment would pay twice. */
function refuseUnlessIdle({ idleAt, heardAt }: PaymentRow, now: Date): void {
  const isFresh = (moment: Date | null) => moment !== null && now <= later(moment, idleWithinSeconds)
  if (isFresh(idleAt)) return
  throw new Refusal(isFresh(heardAt) ? 'payment_running' : 'gateway_unreachable')
}
