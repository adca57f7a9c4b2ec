import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PaymentRow, RefundRow } from './tables.ts'

export const checkJob = 'payment-check'
export const refundJob = 'refund-check'

export const checkJobData = z.object({ reference: z.string() })

/** Of one payment only one question waits at a time. What gets lost is found by the sweep. */
export async function planCheck(
  context: Context,
  db: Database,
  payment: Pick<PaymentRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  await plan(context, db, checkJob, payment)
}

export async function planRefundCheck(
  context: Context,
  db: Database,
  refund: Pick<RefundRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  await plan(context, db, refundJob, refund)
}

async function plan(
  { jobs, clock }: Context,
  db: Database,
  job: string,
  { reference, nextCheckAt }: Pick<PaymentRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  if (nextCheckAt === null) return
  const key = { singletonKey: `${reference} ${nextCheckAt.toISOString()}` }
  // Only a job without a time is taken at once; one for this very moment would wait for the next look at the list.
  const when = nextCheckAt > clock() ? { ...key, startAfter: nextCheckAt } : key
  await jobs.send(db, job, { reference }, when)
}
