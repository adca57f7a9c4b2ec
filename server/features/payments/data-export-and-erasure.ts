import { eq, inArray } from 'drizzle-orm'
import { toCedis } from '#rules/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { isOrderOf, orderIdsOf } from '../orders/data-export-and-erasure.ts'
import { orders } from '../orders/tables.ts'
import { shownStates } from './stages.ts'
import { payments, refunds } from './tables.ts'

/** Amounts and states stay for the books, without the number that paid. Asked before the orders forget whose they were. */
export const paymentRecords: PersonalRecords = {
  name: 'payments',
  list: async (db, person) => {
    const found = await db
      .select({ payment: payments })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(isOrderOf(person))
      .orderBy(payments.createdAt)
    return found.map(({ payment }) => ({
      orderId: payment.orderId,
      state: shownStates[payment.stage],
      amount: toCedis(payment.amount),
      refunded: toCedis(payment.refundedAmount),
      currency: payment.currency,
      phone: payment.phone,
      gateway: payment.gateway,
      transactionId: payment.transactionId,
      createdAt: payment.createdAt,
    }))
  },
  forget: async (db, person) => {
    await db
      .update(payments)
      .set({ phone: '', lastAnswer: null })
      .where(inArray(payments.orderId, orderIdsOf(db, person)))
    const theirs = db
      .select({ reference: payments.reference })
      .from(payments)
      .where(inArray(payments.orderId, orderIdsOf(db, person)))
    await db.update(refunds).set({ lastAnswer: null }).where(inArray(refunds.payment, theirs))
  },
}

/** Of orders that never were. */
export async function erasePayments(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const isTheirs = inArray(payments.orderId, [...orderIds])
  const theirs = db.select({ reference: payments.reference }).from(payments).where(isTheirs)
  await db.delete(refunds).where(inArray(refunds.payment, theirs))
  await db.delete(payments).where(isTheirs)
}
