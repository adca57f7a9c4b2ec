import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOpenToMoney } from '../orders/receive-money.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { isReference } from './find-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import { later, overdueSeconds } from './schedule.ts'
import { isUnderWay, type RefundStage, type RefundWay } from './stages.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from './tables.ts'

type Money = Pick<PaymentRow, 'amount' | 'reportedAmount' | 'refundedAmount'>

/** What came in for the order: never more than was asked for, whatever the gateway says. */
export function receivedOf({ amount, reportedAmount }: Pick<Money, 'amount' | 'reportedAmount'>): Pesewas {
  return Math.min(amount, reportedAmount ?? amount)
}

/** What can still go back. */
export function leftOf(payment: Money): Pesewas {
  return Math.max(0, receivedOf(payment) - payment.refundedAmount)
}

/** Paid, but not as it was asked for: nobody can say by rule how much of it is to go back. */
export function isOdd({ amount, currency, reportedAmount, reportedCurrency }: PaymentRow): boolean {
  return reportedAmount !== amount || reportedCurrency !== currency
}

type NewRefund = {
  payment: string
  amount: Pesewas
  way: RefundWay
  stage: RefundStage
  note: string
  decidedBy: string | null
  gatewayId?: string | null
  nextCheckAt?: Date
}

export async function writeRefund(context: Context, db: Database, input: NewRefund): Promise<RefundRow> {
  const now = context.clock()
  const [refund] = await db
    .insert(refunds)
    .values({ ...input, reference: context.random.uuid(), createdAt: now, stageAt: now })
    .returning()
  if (refund === undefined) throw new Error('The refund was not written down')
  return refund
}

/** Money that went back without a word from us, as from the pages of the gateway itself. */
export async function noteElsewhere(
  context: Context,
  db: Database,
  { reference }: PaymentRow,
  { amount, gatewayId = null }: { amount: Pesewas; gatewayId?: string | null },
): Promise<string | null> {
  if (amount === 0) return null
  const facts = { way: 'elsewhere', stage: 'succeeded', note: '', decidedBy: null, gatewayId } as const
  return (await writeRefund(context, db, { payment: reference, amount, ...facts })).reference
}

/** Newest first. */
export async function listRefunds(
  db: Database,
  references: readonly string[],
): Promise<Map<string, RefundRow[]>> {
  const found = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.payment, [...references]))
    .orderBy(desc(refunds.createdAt), desc(refunds.reference))
  return Map.groupBy(found, ({ payment }) => payment)
}

export async function getRefund(db: Database, reference: string): Promise<RefundRow> {
  if (!isReference(reference)) throw new Refusal('payment_not_found')
  const [refund] = await db.select().from(refunds).where(eq(refunds.reference, reference))
  if (refund === undefined) throw new Refusal('payment_not_found')
  return refund
}

export type RefundParts = { refund: RefundRow; payment: PaymentRow; order: OrderRow }

export async function getRefundParts(db: Database, reference: string): Promise<RefundParts> {
  const [found] = await db
    .select({ refund: refunds, payment: payments, order: orders })
    .from(refunds)
    .innerJoin(payments, eq(payments.reference, refunds.payment))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(refunds.reference, reference))
  if (found === undefined) throw new Refusal('payment_not_found')
  return found
}

/** Said in SQL: its refunds with which money may still go out. */
export const mayPay = or(
  inArray(refunds.stage, ['created', 'pending', 'unknown']),
  and(eq(refunds.stage, 'failed'), isNotNull(refunds.uncertainUntil)),
)

/** Money that waits for a decision, and an order that it can pay. */
export function mayAccept(payment: PaymentRow, order: OrderRow): boolean {
  if (payment.stage === 'review') return true
  return payment.stage === 'refund_due' && payment.refundedAmount === 0 && isOpenToMoney(order)
}

/** There is money of it that can still go back, and none is on its way. */
export function isRefundable(payment: PaymentRow): boolean {
  const hasMoney = ['succeeded', 'review', 'refund_due', 'partially_refunded'].includes(payment.stage)
  return hasMoney && leftOf(payment) > 0
}

/** What came in another currency, or in an amount that nobody could read, is for a person to pay back. */
export function isRefundableByGateway({ gateway }: PaymentsContext, payment: PaymentRow): boolean {
  const isClear = payment.reportedAmount !== null && payment.reportedCurrency === payment.currency
  return isClear && gateway?.name === payment.gateway && gateway.refunds !== null
}

/** The gateway leaves it open for long, or waits for a person. */
export function mayDecide({ stage, reason, createdAt }: RefundRow, now: Date): boolean {
  return isUnderWay({ stage }) && (reason !== null || now >= later(createdAt, overdueSeconds))
}
