import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { AdminPayment, PaymentListQuery } from '#contract/payments.ts'
import { Refusal } from '#contract/refusals.ts'
import { plainCedis } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import { showPhone } from '#rules/phone-number.ts'
import { type Database, oneRow, preparedQuery } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { getPayment } from './find-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import {
  isUncertain,
  questionMessage,
  reasonMessages,
  refundReasonMessages,
  shownStage,
  shownState,
  shownStates,
  stages,
} from './stages.ts'
import { type PaymentRow, payments, type RefundRow } from './tables.ts'
import {
  isOdd,
  isRefundable,
  isRefundableByGateway,
  leftOf,
  listRefunds,
  mayAccept,
  mayDecide,
} from './write-refund.ts'

/** Newest first. */
export async function listPayments(
  context: PaymentsContext,
  { state, orderId, page, limit }: PaymentListQuery,
): Promise<{ payments: AdminPayment[]; total: number }> {
  const { db } = context
  const where = and(state && isShownAs(state), orderId ? eq(payments.orderId, orderId) : undefined)
  const found = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(limit)
    .offset((page - 1) * limit)
  const all = db
    .select({ reference: payments.reference })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(where)
  return { payments: await describe(context, found), total: await db.$count(all.as('found')) }
}

async function describe(
  context: PaymentsContext,
  found: readonly { payment: PaymentRow; order: OrderRow }[],
): Promise<AdminPayment[]> {
  const references = found.map(({ payment }) => payment.reference)
  const refunds = await listRefunds(context.db, references)
  const now = context.clock()
  return found.map(({ payment, order }) => {
    const own = refunds.get(payment.reference) ?? []
    const mayRefund = isRefundable(payment) && !own.some((refund) => isUncertain(refund, now))
    return {
      ...payment,
      state: shownState(payment, order),
      reason: explain(payment, order),
      reasonCode: payment.reason,
      phone: showPhone(payment.phone),
      isOdd: mayRefund && isOdd(payment),
      differences: listDifferences(payment),
      mayAccept: mayAccept(payment, order),
      refundable: mayRefund ? leftOf(payment) : 0,
      mayRefundOnline: mayRefund && isRefundableByGateway(context, payment),
      refunds: own.map((refund) => describeRefund(refund, now)),
      order,
    }
  })
}

function explain(payment: PaymentRow, order: OrderRow): string | null {
  if (payment.stage === 'questioned') return questionMessage(payment.reason)
  return reasonMessages(shownStage(payment, order), payment.reason)
}

const unread = 'could not be read'

/** What the gateway has not said differs only where somebody has to look at it. */
function listDifferences(payment: PaymentRow): AdminPayment['differences'] {
  const { amount, currency, reference, stage, reportedAmount, reportedCurrency, reportedReference } = payment
  const told = reportedAmount === null ? null : plainCedis(reportedAmount)
  const all = [
    { what: 'Amount', asked: plainCedis(amount), told },
    { what: 'Currency', asked: currency, told: reportedCurrency },
    { what: 'Reference', asked: reference, told: reportedReference },
  ] as const
  return all
    .filter(({ asked, told }) => asked !== told && (told !== null || stage === 'review'))
    .map((each) => ({ ...each, told: each.told ?? unread }))
}

const refundStates = {
  created: 'under_way',
  pending: 'under_way',
  unknown: 'under_way',
  succeeded: 'paid_back',
  failed: 'failed',
} as const

function describeRefund(refund: RefundRow, now: Date): AdminPayment['refunds'][number] {
  return {
    ...refund,
    state: refundStates[refund.stage],
    byHand: refund.way === 'by_hand',
    uncertainUntil: isUncertain(refund, now) ? refund.uncertainUntil : null,
    mayDecide: mayDecide(refund, now),
    reason: refundReasonMessages(refund.reason),
  }
}

/** Money for an order that was cancelled afterwards is to go back, too. */
function isShownAs(state: PaymentState): SQL | undefined {
  const wanted = stages.filter((stage) => shownStates[stage] === state).map((stage) => `'${stage}'`)
  // In the words of the statement, so that the indexes on a few stages are found also where it is prepared.
  const atStage = sql`stage in (${sql.raw(wanted.join(', ') || 'null')})`
  const isAtStage = sql`${payments}.${atStage}`
  if (state === 'paid' || state === 'partially_refunded')
    return and(isAtStage, ne(orders.status, 'Cancelled'))
  if (state !== 'refund_due') return isAtStage
  // Found from the few orders that are both, never by looking through all payments.
  return sql`${payments.reference} in (
    select reference from ${payments} where ${atStage}
    union all
    select (select paying.reference from ${payments} paying where paying.order_id = paid.id and paying.pays_order
      and paying.stage in ('succeeded', 'partially_refunded'))
    from ${orders} paid
    where paid.status = 'Cancelled' and paid.paid_at is not null)`
}

export async function getAdminPayment(context: PaymentsContext, reference: string): Promise<AdminPayment> {
  const { db } = context
  const payment = await getPayment(db, reference)
  const order = await getOrderRow(db, payment.orderId)
  const [found] = await describe(context, [{ payment, order }])
  if (found === undefined) throw new Refusal('payment_not_found')
  return found
}

const countShownAs = (...states: ('review' | 'questioned' | 'refund_due')[]) => {
  const counts = states.map((state) => sql`(select count(*) from ${payments} where ${isShownAs(state)})`)
  return sql`(${sql.join(counts, sql` + `)})`.mapWith(Number)
}

/** How many wait for a person, as values for a statement that asks for more. */
export const waitingPayments = {
  review: countShownAs('review', 'questioned'),
  refundDue: countShownAs('refund_due'),
}

const readWaiting = preparedQuery('payments-waiting', (db) => db.select(waitingPayments).from(oneRow))

export async function countWaiting(db: Database): Promise<{ review: number; refundDue: number }> {
  const [waiting] = await readWaiting(db)
  return waiting ?? { review: 0, refundDue: 0 }
}
