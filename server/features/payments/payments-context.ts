import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { approvalMinutes } from '#rules/payment-states.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Clock, Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OrderRow } from '../orders/tables.ts'
import type {
  Gateway,
  GatewayStatus,
  PaymentFacts,
  RefundFacts,
  RefundStart,
  RefundStatus,
  StartResult,
  Throttle,
  Urgency,
} from './gateways/gateway.ts'
import { openMtn } from './gateways/mtn.ts'
import { openPaystack } from './gateways/paystack.ts'
import { isLive } from './stages.ts'
import { gatewayThrottle, type PaymentRow, type RefundRow } from './tables.ts'

/** What the use cases of payments work with. Without a gateway this shop takes no money online. */
export type PaymentsContext = Context & { gateway: Gateway | null; throttle: Throttle }

export function factsOf(payment: PaymentRow, order: OrderRow): PaymentFacts {
  const { reference, amount, currency, phone, createdAt, testAnswer } = payment
  const { trackingCode, customerEmail: email } = order
  return { reference, amount, currency, phone, createdAt, testAnswer, trackingCode, email }
}

export function refundFactsOf(refund: RefundRow, payment: PaymentRow, order: OrderRow): RefundFacts {
  const { reference, amount, gatewayId } = refund
  const { currency, transactionId } = payment
  return {
    reference,
    amount,
    currency,
    payment: payment.reference,
    transactionId,
    gatewayId,
    trackingCode: order.trackingCode,
  }
}

export function toRefundStatus(answer: RefundStart): RefundStatus {
  switch (answer.is) {
    case 'accepted':
      return { is: 'pending', ...(answer.gatewayId === null ? {} : { gatewayId: answer.gatewayId }) }
    case 'refused':
      return { is: 'failed', reason: answer.reason, raw: '', isRefused: true }
    case 'unknown':
      return { is: 'no_answer' }
  }
}

/** A start is one more word of the gateway. */
export function toGatewayStatus(answer: StartResult): GatewayStatus {
  switch (answer.is) {
    case 'accepted':
      return { is: 'pending' }
    case 'refused':
      return { is: 'failed', reason: answer.reason, raw: '' }
    case 'unknown':
      return { is: 'no_answer' }
  }
}

/** Only while nobody knows whether the gateway has it. */
export function isUnsent({ stage }: Pick<PaymentRow, 'stage'>): boolean {
  return stage === 'created' || stage === 'unknown'
}

/** The customer pays on a page of the gateway. */
export function isHosted({ gateway }: Pick<PaymentRow, 'gateway'>): boolean {
  return gateway === 'paystack'
}

/** The gateway may have opened a page, but nobody knows its address: nobody can pay there. */
export function isWithoutPage(payment: PaymentRow): boolean {
  return isHosted(payment) && isLive(payment.stage) && payment.hostedUrl === null
}

/** Null: this shop takes no money online. */
export function openGateway(
  { config: { payments, publicUrl }, clock }: Context,
  throttle: Throttle,
): Gateway | null {
  switch (payments.gateway) {
    case 'mtn':
      return openMtn(payments, publicUrl, clock, throttle)
    case 'paystack':
      return openPaystack(payments, publicUrl, throttle)
    case 'test':
      return openTestGateway(clock)
    case 'none':
      return null
  }
}

/** No money moves: whoever tries the shop out approves or declines on the payment page itself. */
function openTestGateway(clock: Clock): Gateway {
  return {
    name: 'test',
    isTest: true,
    currency: 'GHS',
    ringsPhones: false,
    readPhone: normalisePhone,
    start: async () => ({ is: 'accepted', hostedUrl: null, isRepeat: false }),
    ask: async (payment) => answer(payment, clock()),
    listWithdrawals: null,
    refunds: {
      isRepeatable: true,
      start: async () => ({ is: 'accepted', gatewayId: null }),
      ask: async ({ reference }) => ({
        is: 'succeeded',
        gatewayId: `test-${reference.slice(0, 8)}`,
        raw: '',
      }),
    },
    readCallback: () => null,
  }
}

function answer({ testAnswer, createdAt, ...payment }: PaymentFacts, now: Date): GatewayStatus {
  if (testAnswer === 'approve') {
    const { amount, currency, reference } = payment
    const paid = { amount, currency, reference, transactionId: `test-${reference.slice(0, 8)}` }
    return { is: 'succeeded', paid, raw: '' }
  }
  if (testAnswer === 'decline') return { is: 'failed', reason: 'APPROVAL_REJECTED', raw: '' }
  const isOver = now.getTime() >= createdAt.getTime() + approvalMinutes * 60_000
  return isOver ? { is: 'failed', reason: 'EXPIRED', raw: '' } : { is: 'pending' }
}

/**
 * Whoever would wait longer is not asked about now, but a little later. What the shop asks by itself never queues far ahead, so that
 * whoever waits for an answer finds a turn soon, however much is due.
 */
const patienceSeconds: Record<Urgency, number> = { urgent: 5, planned: 1 }

/** So far ahead only a clock that went wrong can have written. */
const absurdSeconds = 60

/** All processes together ask a gateway only so often: each question takes the next free turn, one after the other. */
export function openThrottle({ db, clock, config }: Context): Throttle {
  const { payments, gatewayQuestionsPerSecond } = config
  return async (urgency) => {
    const milliseconds = await throttle(db, payments.gateway, gatewayQuestionsPerSecond, clock(), urgency)
    if (milliseconds === null) return false
    if (milliseconds >= 1) await wait(milliseconds)
    return true
  }
}

/** How long the turn is away that was taken, in milliseconds; null when none was taken. */
export async function throttle(
  db: Database,
  gateway: string,
  perSecond: number,
  at: Date,
  urgency: Urgency,
): Promise<number | null> {
  const gap = sql`make_interval(secs => ${1 / perSecond}::double precision)`
  const now = sql`${at.toISOString()}::timestamptz`
  const isAbsurd = sql`t.next_at > ${now} + make_interval(secs => ${absurdSeconds})`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into ${gatewayThrottle} as t (gateway, next_at) values (${gateway}, ${now} + ${gap})
    on conflict (gateway) do update
      set next_at = case when ${isAbsurd} then ${now} else greatest(t.next_at, ${now}) end + ${gap}
      where ${isAbsurd} or t.next_at <= ${now} + make_interval(secs => ${patienceSeconds[urgency]})
    returning (extract(epoch from next_at - ${gap} - ${now}) * 1000)::float8 as wait`)
  return rows[0]?.wait ?? null
}
