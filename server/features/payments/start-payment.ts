import { isRefusal, Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import type { Tools } from '#server/platform/tools.ts'
import { findOrderToPay } from '../orders/find-order-to-pay.ts'
import type { OrderRow } from '../orders/write-order.ts'
import { checkPayment } from './check-payment.ts'
import { type Gateway, unreachable } from './gateways/gateway.ts'
import { getPayment, listAttempts } from './hold-payment.ts'
import { isOpenPage } from './leave-page.ts'
import { openAttempt, type Wish } from './open-attempt.ts'
import { reasonWords } from './reasons.ts'
import { factsOf, isUnsent, type Room, toWord } from './room.ts'
import { settle } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

export type StartWish = { orderId: number | string; amount: Pesewas; phone: string }

export type Started = { reference: string; paymentUrl: string }

/** Order numbers can be guessed; whoever misses so often is guessing. */
const misses: Limit = { limit: 60, windowSeconds: 15 * 60 }

export async function startPayment(room: Room, address: string, wish: StartWish): Promise<Started> {
  const { tools } = room
  const gateway = openFor(room)
  const phone = readPhone(gateway, wish.phone)
  return await countMisses(tools, address, async () => {
    const order = await findOrderToPay(tools.db, wish.orderId)
    if (order === null) throw new Refusal('order_not_found')
    return await start(room, gateway, { orderId: order.id, amount: wish.amount, phone })
  })
}

/** Whoever has the reference of a try that came to nothing may try again, with the same number or another. */
export async function retryPayment(room: Room, reference: string, typedPhone: string): Promise<Started> {
  const gateway = openFor(room)
  const { orderId, amount, phone } = await getPayment(room.tools.db, reference)
  const wanted = typedPhone === '' ? phone : readPhone(gateway, typedPhone)
  return await start(room, gateway, { orderId, amount, phone: wanted, after: reference })
}

async function start(room: Room, gateway: Gateway, wish: Wish): Promise<Started> {
  const { tools } = room
  const [last] = await listAttempts(tools.db, wish.orderId)
  const isLeft = last !== undefined && last.reference === wish.after && isOpenPage(last)
  // What was not paid when we last looked may have been paid just now.
  if (last?.stage === 'expired_local' || isLeft) await checkPayment(room, last.reference)
  const { payment, order } = await inTransaction(tools.db, (db) => openAttempt(tools, db, gateway, wish))
  return isUnsent(payment) ? await send(room, gateway, payment, order) : startedOf(tools, payment)
}

/** What was written down is sent now. Sent twice under one reference, it still counts once. */
async function send(room: Room, gateway: Gateway, payment: PaymentRow, order: OrderRow): Promise<Started> {
  const { tools } = room
  const { reference } = payment
  const answer = await gateway.start(factsOf(payment, order))
  const hostedUrl = answer.is === 'accepted' ? answer.hostedUrl : undefined
  await settle(tools, reference, toWord(answer), {
    onlyIf: (stage) => isUnsent({ stage }),
    ...(hostedUrl === undefined ? {} : { hostedUrl }),
  })
  if (answer.is === 'accepted' && answer.isRepeat) await checkPayment(room, reference)
  const sent = await getPayment(tools.db, reference)
  if (answer.is === 'refused' && sent.stage === 'failed') throw refused(answer.reason, reference)
  return startedOf(tools, sent)
}

/** With its reference the order can still be paid on delivery. */
function refused(reason: string, referenceId: string): Refusal {
  const details = { referenceId }
  if (reason === unreachable) return new Refusal('gateway_unreachable', { details })
  return new Refusal('payment_failed', { details, text: reasonWords('failed', reason) ?? '' })
}

function startedOf({ config }: Tools, { reference, hostedUrl }: PaymentRow): Started {
  return { reference, paymentUrl: hostedUrl ?? `${config.publicUrl}/pay/${reference}` }
}

function openFor({ gateway }: Room): Gateway {
  if (gateway === null) throw new Refusal('payments_off')
  return gateway
}

function readPhone(gateway: Gateway, typed: string): string {
  const phone = gateway.readPhone(typed)
  if (phone !== null) return phone
  throw new Refusal('invalid_input', { fields: { customerPhone: 'Enter a valid MTN MoMo number' } })
}

async function countMisses<T>(tools: Tools, address: string, work: () => Promise<T>): Promise<T> {
  const name = 'paymentMissesFromAddress'
  const { allowed, retryAfterSeconds } = await tools.limits.take(name, address, misses)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
  let isMiss = false
  try {
    return await work()
  } catch (error) {
    isMiss = isRefusal(error) && (error.code === 'order_not_found' || error.code === 'amount_mismatch')
    throw error
  } finally {
    if (!isMiss) await tools.limits.forget(name, address)
  }
}
