import { and, isNotNull, lte } from 'drizzle-orm'
import { z } from 'zod'
import { inTransaction } from '#server/platform/database/database.ts'
import { cancelUnpaid, lastMomentToHold, listOverdue, notePayments } from '../orders/receive-money.ts'
import { remindOwner } from './alerts.ts'
import { checkPayment } from './check-payment.ts'
import { listAttempts, lockAttempts } from './find-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import { planCheck, planRefundCheck } from './schedule.ts'
import { isOpen } from './stages.ts'
import { payments, refunds } from './tables.ts'

const sweepJob = 'payments-sweep'
const releaseJob = 'unpaid-order'
const reminderJob = 'payments-reminder'

const atOnce = 1_000

/** Must be called before the jobs start. */
export function defineSweepJobs(context: PaymentsContext): void {
  const { jobs } = context
  jobs.define(
    releaseJob,
    z.object({ orderId: z.int() }),
    ({ orderId }) => releaseReservation(context, orderId),
    {
      retries: 2,
      timeLimitSeconds: 120,
    },
  )
  jobs.define(sweepJob, z.object({}), () => sweep(context), { retries: 0 })
  jobs.schedule(sweepJob, '* * * * *')
  jobs.define(reminderJob, z.object({}), () => remindOwner(context))
  jobs.schedule(reminderJob, '0 7 * * *')
}

/** Finds what is due although its job was lost: after a restart, after a restored backup. */
export async function sweep(context: PaymentsContext): Promise<void> {
  const { db, jobs, clock } = context
  const now = clock()
  const due = await db
    .select({ reference: payments.reference, nextCheckAt: payments.nextCheckAt })
    .from(payments)
    .where(and(isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, now)))
    .orderBy(payments.nextCheckAt)
    .limit(atOnce)
  for (const payment of due) await planCheck(context, db, payment)
  const goingBack = await db
    .select({ reference: refunds.reference, nextCheckAt: refunds.nextCheckAt })
    .from(refunds)
    .where(and(isNotNull(refunds.nextCheckAt), lte(refunds.nextCheckAt, now)))
    .orderBy(refunds.nextCheckAt)
    .limit(atOnce)
  for (const refund of goingBack) await planRefundCheck(context, db, refund)
  for (const orderId of await listOverdue(db, now, atOnce)) {
    await jobs.send(db, releaseJob, { orderId }, { singletonKey: String(orderId) })
  }
}

/** The gateway is asked once more before the products go back on the shelf. */
async function releaseReservation(context: PaymentsContext, orderId: number): Promise<void> {
  for (const { reference, stage } of await listAttempts(context.db, orderId)) {
    // What could not be asked about is not given up: the next sweep tries again.
    if (isOpen(stage) && !(await checkPayment(context, reference))) return
  }
  await inTransaction(context.db, async (db) => {
    const { order, attempts } = await lockAttempts(db, orderId)
    const { holdUntil, status, paidAt } = order
    const now = context.clock()
    if (holdUntil === null || holdUntil > now || status !== 'Pending' || paidAt !== null) return
    if (attempts.some(({ stage }) => stage === 'review')) {
      await notePayments(db, orderId, { holdUntil: null })
      return
    }
    const last = lastMomentToHold(order)
    if (attempts.some(({ stage }) => isOpen(stage)) && now < last) {
      await notePayments(db, orderId, { holdUntil: last })
      return
    }
    await cancelUnpaid(context, db, order)
    if (attempts.some(({ stage }) => isOpen(stage))) {
      await notePayments(db, orderId, { paymentState: 'not_confirmed' })
    }
  })
}
