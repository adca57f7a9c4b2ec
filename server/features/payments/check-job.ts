import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import type { PaymentRow } from './tables.ts'

export const checkJob = 'payment-check'

export const checkJobData = z.object({ reference: z.string() })

/** Of one payment only one question waits at a time. What gets lost is found by the sweep. */
export async function planCheck(
  { jobs, clock }: Tools,
  db: Database,
  { reference, nextCheckAt }: Pick<PaymentRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  if (nextCheckAt === null) return
  const key = { singletonKey: `${reference} ${nextCheckAt.toISOString()}` }
  // Only a job without a time is taken at once; one for this very moment would wait for the next look at the list.
  const when = nextCheckAt > clock() ? { ...key, startAfter: nextCheckAt } : key
  await jobs.send(db, checkJob, { reference }, when)
}
