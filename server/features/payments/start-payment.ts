import { setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { keptByHand } from '#rules/order-ledger.ts'
import { holdMinutes } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { lastMomentToHold, notePayments } from '../orders/receive-money.ts'
import type { OrderRow } from '../orders/tables.ts'
import { checkPayment, sentAgainForSeconds } from './check-payment.ts'
import {
  claimSending,
  endSending,
  getNamedOrder,
  getPayment,
  isBeingSent,
  listAttempts,
  lockAttempts,
  type NamedOrder,
  sendingFrom,
} from './find-payment.ts'
import { type Gateway, pageLost, unreachable } from './gateways/gateway.ts'
import {
  factsOf,
  isHosted,
  isUnsent,
  isWithoutPage,
  type PaymentsContext,
  toGatewayStatus,
} from './payments-context.ts'
import { later, nextCheckAt, planCheck, shareOf } from './schedule.ts'
import { neverReceived, type Step, settle, takeStep } from './settle-payment.ts'
import { isLive, reasonMessages } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'

type Started = { reference: string; paymentUrl: string }

export async function startPayment(
  context: PaymentsContext,
  address: string,
  named: NamedOrder,
): Promise<Started> {
  const gateway = openFor(context)
  const phone = readPhone(gateway, named.phone)
  const { id: orderId } = await getNamedOrder(context, address, named)
  return await start(context, gateway, { orderId, amount: named.amount, phone, share: shareOf(address) })
}

/** Whoever has the reference of a try that came to nothing may try again, with the same number or another. */
export async function retryPayment(
  context: PaymentsContext,
  reference: string,
  typedPhone: string,
): Promise<Started> {
  const gateway = openFor(context)
  const { orderId, phone, share } = await getPayment(context.db, reference)
  const wanted = typedPhone === '' ? phone : readPhone(gateway, typedPhone)
  // What it costs now: the order may have been changed since.
  const { total: amount } = await getOrderRow(context.db, orderId)
  return await start(context, gateway, { orderId, amount, phone: wanted, share, after: reference })
}

async function start(context: PaymentsContext, gateway: Gateway, input: Input): Promise<Started> {
  const [last] = await listAttempts(context.db, input.orderId)
  // Nothing is sent here: whoever names another number must not be rung on the old one.
  if (last && mustAskFirst(last, input)) await checkPayment(context, last.reference, { resends: false })
  const opened = await inTransaction(context.db, (db) => openAttempt(context, db, gateway, input))
  const { turn, isNew } = opened
  const { reference } = opened.payment
  if (turn === 'send') await send(context, gateway, opened)
  if (turn === 'wait') await waitUntilSent(context, reference)
  if (turn === 'ask') await checkPayment(context, reference, { resends: true })
  const payment = await getPayment(context.db, reference)
  if (payment.stage === 'failed' && (turn === 'send' || turn === 'wait')) {
    // Nobody can have paid on a page whose address was lost: the customer gets a new one.
    if (payment.reason === pageLost && !isNew) return await start(context, gateway, input)
    throw refused(payment.reason ?? '', reference)
  }
  return startedOf(context, payment)
}

/** What was not paid, or not there, when we last looked may be so by now. */
function mustAskFirst(last: PaymentRow, { after, phone }: Input): boolean {
  if (last.stage === 'expired_local') return true
  return isOpenPage(last) ? last.reference === after : last.stage === 'unknown' && last.phone !== phone
}

/** What was written down is sent now. */
async function send(context: PaymentsContext, gateway: Gateway, { payment, order }: Opened): Promise<void> {
  const { reference } = payment
  try {
    const answer = await gateway.start(factsOf(payment, order))
    const hostedUrl = answer.is === 'accepted' ? answer.hostedUrl : undefined
    // A question may have been answered before the start was: an address is stored all the same.
    await settle(context, reference, toGatewayStatus(answer), {
      onlyIf: (now) => isUnsent(now) || isWithoutPage(now),
      ...(hostedUrl === undefined ? {} : { hostedUrl }),
    })
    if (answer.is === 'accepted' && answer.isRepeat) await checkPayment(context, reference)
  } finally {
    await endSending(context.db, reference, context.clock())
  }
}

const looksWhileWaiting = 48
const pauseMs = 250

/** A second tab waits for what the first one hears, as long as a start may take. */
async function waitUntilSent({ db, clock }: Context, reference: string): Promise<void> {
  for (let look = 0; look < looksWhileWaiting; look++) {
    if (!isBeingSent(await getPayment(db, reference), clock())) return
    await wait(pauseMs)
  }
}

/** With its reference the order can still be paid on delivery. */
function refused(reason: string, referenceId: string): Refusal {
  const details = { referenceId }
  if (reason === unreachable || reason === pageLost) return new Refusal('gateway_unreachable', { details })
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
  share: number
  /** The try that the customer gave up, when it is not the first. */
  after?: string
}

/** What is left to do about a try: it is ours to send, somebody sends it, it was sent without an answer, or the gateway has it. */
type Turn = 'send' | 'wait' | 'ask' | 'none'

type Opened = { payment: PaymentRow; order: OrderRow; turn: Turn; isNew: boolean }

/** The try that this customer waits for already, or a new one. Nobody gets the reference of a try with another number or amount. */
async function openAttempt(context: Context, db: Database, gateway: Gateway, input: Input): Promise<Opened> {
  const now = context.clock()
  const locked = await lockAttempts(db, input.orderId)
  const { order } = locked
  refuseUnlessPayable(order, now)
  if (input.amount !== order.total) throw new Refusal('amount_mismatch')
  const attempts = await giveUp(context, db, locked, input)
  const running = attempts.find((each) => isInTheWay(each, now))
  if (running) {
    const isTheirs =
      running.stage !== 'review' &&
      running.phone === input.phone &&
      running.amount === input.amount &&
      (running.reference !== input.after || isUnsent(running) || isWithoutPage(running))
    if (!isTheirs) throw new Refusal('payment_running')
    return { payment: running, order, turn: await findTurn(db, running, now), isNew: false }
  }
  if (attempts[0]) refuseIfUncertain(attempts[0], now)
  await limitAttempts(db, gateway, input, now)
  const { payment, holdUntil } = await writeAttempt(context, db, gateway, order, attempts, input)
  await notePayments(db, order.id, { paymentState: 'awaiting', holdUntil })
  await planCheck(context, db, payment)
  return { payment, order: { ...order, holdUntil }, turn: 'send', isNew: true }
}

/** A prompt must not ring twice, so what may have arrived is asked about first; a page without an address rings nobody. */
async function findTurn(db: Database, payment: PaymentRow, now: Date): Promise<Turn> {
  if (!isUnsent(payment) && !isWithoutPage(payment)) return 'none'
  if (isBeingSent(payment, now)) return 'wait'
  if (!isHosted(payment)) return 'ask'
  return (await claimSending(db, payment.reference, now)) ? 'send' : 'wait'
}

export function refuseUnlessPayable(order: OrderRow, now: Date): void {
  if (order.status === 'Cancelled') throw new Refusal('order_cancelled')
  // What is delivered was paid at the door.
  if (order.paidAt !== null || order.status === 'Delivered' || order.total === 0)
    throw new Refusal('already_paid')
  if (keptByHand(order) > 0) {
    throw new Refusal('already_paid', {
      text: 'Money for this order came in another way. Please write to us, should something be left to pay.',
    })
  }
  if (order.holdUntil !== null && now >= lastMomentToHold(order)) throw new Refusal('order_cancelled')
}

/** A try that could still bring money soon, or has brought money that somebody must look at. */
export function isInTheWay(payment: PaymentRow, now: Date): boolean {
  const { stage, stageAt, takenAt, idleAt } = payment
  if (isLive(stage) || stage === 'review') return true
  if (stage !== 'expired_local' || isHosted(payment)) return false
  const wasNeverThere = takenAt === null && isWithin(idleAt, heardWithinSeconds, now)
  return !wasNeverThere && now < later(stageAt, quietSeconds)
}

/** Before a second prompt goes out, the gateway must have said just now that the first one came to nothing. */
function refuseIfUncertain(last: PaymentRow, now: Date): void {
  if (last.stage !== 'expired_local') return
  if (last.hostedUrl !== null) refuseUnlessIdle(last, now)
  else if (!isHosted(last) && !isWithin(last.heardAt, heardWithinSeconds, now)) {
    throw new Refusal('gateway_unreachable')
  }
}

function isWithin(moment: Date | null, seconds: number, now: Date): boolean {
  return moment !== null && now <= later(moment, seconds)
}

const rangNobody = [unreachable, pageLost, neverReceived]

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
    or(isNull(payments.reason), notInArray(payments.reason, rangNobody)),
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
  { amount, phone, share }: Input,
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
      share,
      stage: 'created',
      sendingUntil: sendingFrom(createdAt),
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

/**
 * The customer has left the page unpaid, or named another number for what the gateway does not have. Both are still asked about:
 * whoever pays after all has paid.
 */
async function giveUp(
  context: Context,
  db: Database,
  { order, attempts }: { order: OrderRow; attempts: PaymentRow[] },
  input: Input,
): Promise<PaymentRow[]> {
  const now = context.clock()
  const page = attempts.find((each) => each.reference === input.after && isOpenPage(each))
  const payment = page ?? attempts.find((each) => each.phone !== input.phone && neverCame(each, now))
  if (payment === undefined) return attempts
  if (page) refuseUnlessIdle(page, now)
  const step: Step = page
    ? { stage: 'expired_local', reason: null }
    : { stage: 'failed', reason: neverReceived }
  await takeStep(context, db, { order, payment, attempts }, step, {})
  return await listAttempts(db, order.id)
}

/** The shop no longer sends it by itself, and the gateway has just said that it is not there. */
function neverCame({ stage, createdAt, idleAt }: PaymentRow, now: Date): boolean {
  const isOld = now >= later(createdAt, sentAgainForSeconds)
  return stage === 'unknown' && isOld && isWithin(idleAt, heardWithinSeconds, now)
}

/** Somebody who is paying there at this moment would pay twice. */
function refuseUnlessIdle({ idleAt, heardAt }: PaymentRow, now: Date): void {
  if (isWithin(idleAt, idleWithinSeconds, now)) return
  throw new Refusal(isWithin(heardAt, idleWithinSeconds, now) ? 'payment_running' : 'gateway_unreachable')
}
