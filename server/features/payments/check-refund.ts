import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { RefundStatus } from './gateways/gateway.ts'
import { type PaymentsContext, refundFactsOf } from './payments-context.ts'
import { betweenQuestions, checkJobData, later, refundJob } from './schedule.ts'
import { settleRefund } from './settle-refund.ts'
import { mayStillPay } from './stages.ts'
import { refunds } from './tables.ts'
import { getRefundParts, mayPay, type RefundParts } from './write-refund.ts'

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

const sentAgainForSeconds = 25 * 60

/** Must be called before the jobs start. */
export function defineRefundJob(context: PaymentsContext): void {
  const check = async ({ reference }: { reference: string }) => {
    const [refund] = await context.db.select().from(refunds).where(eq(refunds.reference, reference))
    const due = refund?.nextCheckAt
    if (due && due <= later(context.clock(), tooEarlySeconds)) await checkRefund(context, reference)
  }
  context.jobs.define(refundJob, checkJobData, check, { retries: 2, timeLimitSeconds: 45, atOnce: 1 })
}

/** Asks the gateway how a refund stands, at most once in five seconds. */
export async function checkRefund(context: PaymentsContext, reference: string): Promise<void> {
  if (!(await claim(context, reference))) return
  const status = await ask(context, await getRefundParts(context.db, reference))
  if (status.is !== 'not_asked') return await settleRefund(context, reference, status)
  await context.db.update(refunds).set({ askedAt: null }).where(eq(refunds.reference, reference))
}

/** For whoever cannot wait until the next look. */
export async function checkRefundsOf(context: PaymentsContext, payment: string): Promise<void> {
  const { db } = context
  const found = await db.select().from(refunds).where(eq(refunds.payment, payment))
  for (const refund of found.filter(mayStillPay)) await checkRefund(context, refund.reference)
}

async function ask(context: PaymentsContext, { refund, payment, order }: RefundParts): Promise<RefundStatus> {
  const { gateway } = context
  if (gateway?.name !== payment.gateway || gateway.refunds === null) return { is: 'no_answer' }
  const { refunds: refunding } = gateway
  const facts = refundFactsOf(refund, payment, order)
  const status = await refunding.ask(facts)
  const isUnsent = refund.stage === 'created' || refund.stage === 'unknown'
  const isYoung = context.clock() < later(refund.createdAt, sentAgainForSeconds)
  if (status.is !== 'not_found' || !isUnsent || !isYoung || !refunding.isRepeatable) return status
  // It never arrived: sent again under the same reference, it cannot pay twice. Only its being there says anything new.
  const { is } = await refunding.start(facts)
  return is === 'accepted' ? { is: 'pending' } : { is: 'no_answer' }
}

async function claim({ db, clock }: Context, reference: string): Promise<boolean> {
  const now = clock()
  const isLongAgo = or(isNull(refunds.askedAt), lte(refunds.askedAt, later(now, -betweenQuestions)))
  const claimed = await db
    .update(refunds)
    .set({ askedAt: now })
    .where(and(eq(refunds.reference, reference), isLongAgo, mayPay))
    .returning({ reference: refunds.reference })
  return claimed.length > 0
}
