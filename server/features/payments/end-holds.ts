import { and, isNotNull, lte } from 'drizzle-orm'
import { z } from 'zod'
import { inTransaction } from '#server/platform/database/database.ts'
import { cancelUnpaid, lastMomentToHold, listOverdue, notePayments } from '../orders/receive-money.ts'
import { remindOwner } from './alerts.ts'
import { planCheck, planRefundCheck } from './check-job.ts'
import { checkPayment } from './check-payment.ts'
import { holdOrder, listAttempts } from './hold-payment.ts'
import type { Room } from './room.ts'
import { isOpen } from './stages.ts'
import { payments, refunds } from './tables.ts'

const sweepJob = 'payments-sweep'
const holdJob = 'unpaid-order'
const reminderJob = 'payments-reminder'

const atOnce = 1_000

/** Must be called before the jobs start. */
export function defineSweepJobs(room: Room): void {
  const { jobs } = room.tools
  jobs.define(holdJob, z.object({ orderId: z.int() }), ({ orderId }) => endHold(room, orderId), {
    retries: 2,
    timeLimitSeconds: 120,
  })
  jobs.define(sweepJob, z.object({}), () => sweep(room), { retries: 0 })
  jobs.schedule(sweepJob, '* * * * *')
  jobs.define(reminderJob, z.object({}), () => remindOwner(room.tools))
  jobs.schedule(reminderJob, '0 7 * * *')
}

/** Finds what is due although its job was lost: after a restart, after a restored backup. */
export async function sweep({ tools }: Room): Promise<void> {
  const { db, jobs, clock } = tools
  const now = clock()
  const due = await db
    .select({ reference: payments.reference, nextCheckAt: payments.nextCheckAt })
    .from(payments)
    .where(and(isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, now)))
    .orderBy(payments.nextCheckAt)
    .limit(atOnce)
  for (const payment of due) await planCheck(tools, db, payment)
  const goingBack = await db
    .select({ reference: refunds.reference, nextCheckAt: refunds.nextCheckAt })
    .from(refunds)
    .where(and(isNotNull(refunds.nextCheckAt), lte(refunds.nextCheckAt, now)))
    .orderBy(refunds.nextCheckAt)
    .limit(atOnce)
  for (const refund of goingBack) await planRefundCheck(tools, db, refund)
  for (const orderId of await listOverdue(db, now, atOnce)) {
    await jobs.send(db, holdJob, { orderId }, { singletonKey: String(orderId) })
  }
}

/** The gateway is asked once more before the products go back on the shelf. */
export async function endHold(room: Room, orderId: number): Promise<void> {
  const { tools } = room
  for (const { reference, stage } of await listAttempts(tools.db, orderId)) {
    // What could not be asked about is not given up: the next sweep tries again.
    if (isOpen(stage) && !(await checkPayment(room, reference))) return
  }
  const isCancelled = await inTransaction(tools.db, async (db) => {
    const { order, attempts } = await holdOrder(db, orderId)
    const { holdUntil, status, paidAt } = order
    const now = tools.clock()
    if (holdUntil === null || holdUntil > now || status !== 'Pending' || paidAt !== null) return false
    if (attempts.some(({ stage }) => stage === 'review')) {
      await notePayments(db, orderId, { holdUntil: null })
      return false
    }
    const last = lastMomentToHold(order)
    if (attempts.some(({ stage }) => isOpen(stage)) && now < last) {
      await notePayments(db, orderId, { holdUntil: last })
      return false
    }
    await cancelUnpaid(tools, db, order)
    return true
  })
  if (isCancelled) tools.changes.tell('catalogue')
}
