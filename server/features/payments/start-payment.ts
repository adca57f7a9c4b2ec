import { isRefusal, Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { findOrder } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { isOpenPage } from './abandon-checkout.ts'
import { checkPayment } from './check-payment.ts'
import { type Gateway, unreachable } from './gateways/gateway.ts'
import { getPayment, listAttempts } from './lock-payment.ts'
import { type Input, openAttempt } from './open-attempt.ts'
import { factsOf, isUnsent, type PaymentsContext, toGatewayStatus } from './payments-context.ts'
import { reasonMessages } from './reasons.ts'
import { settle } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

export type StartInput = { orderId: number | string; amount: Pesewas; phone: string }

export type Started = { reference: string; paymentUrl: string }

/** Order numbers can be guessed; whoever misses so often is guessing. */
const misses: Limit = { limit: 60, windowSeconds: 15 * 60 }

export async function startPayment(
  context: PaymentsContext,
  address: string,
  input: StartInput,
): Promise<Started> {
  const gateway = openFor(context)
  const phone = readPhone(gateway, input.phone)
  return await countMisses(context, address, async () => {
    const order = await findOrder(context.db, input.orderId)
    if (order === null) throw new Refusal('order_not_found')
    return await start(context, gateway, { orderId: order.id, amount: input.amount, phone })
  })
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

async function countMisses<T>(context: Context, address: string, work: () => Promise<T>): Promise<T> {
  const name = 'paymentMissesFromAddress'
  const { allowed, retryAfterSeconds } = await context.limits.take(name, address, misses)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
  let isMiss = false
  try {
    return await work()
  } catch (error) {
    isMiss = isRefusal(error) && (error.code === 'order_not_found' || error.code === 'amount_mismatch')
    throw error
  } finally {
    if (!isMiss) await context.limits.forget(name, address)
  }
}
