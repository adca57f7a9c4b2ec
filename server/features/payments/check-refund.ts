import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Tools } from '#server/platform/tools.ts'
import { checkJobData, refundJob } from './check-job.ts'
import type { RefundWord } from './gateways/gateway.ts'
import { isUnderWay } from './refund-stages.ts'
import { type Room, refundFactsOf } from './room.ts'
import { betweenQuestions, later } from './schedule.ts'
import { settleRefund } from './settle-refund.ts'
import { refunds } from './tables.ts'
import { getRefundParts, type RefundParts } from './write-refund.ts'

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

const sentAgainForSeconds = 25 * 60

/** Must be called before the jobs start. */
export function defineRefundJob(room: Room): void {
  const { tools } = room
  const check = async ({ reference }: { reference: string }) => {
    const [refund] = await tools.db.select().from(refunds).where(eq(refunds.reference, reference))
    const due = refund?.nextCheckAt
    if (due && due <= later(tools.clock(), tooEarlySeconds)) await checkRefund(room, reference)
  }
  tools.jobs.define(refundJob, checkJobData, check, { retries: 2, timeLimitSeconds: 45, atOnce: 1 })
}

/** Asks the gateway how a refund stands, at most once in five seconds. */
export async function checkRefund(room: Room, reference: string): Promise<void> {
  const { tools } = room
  if (!(await claim(tools, reference))) return
  const word = await ask(room, await getRefundParts(tools.db, reference))
  if (word.is !== 'not_asked') return await settleRefund(tools, reference, word)
  await tools.db.update(refunds).set({ askedAt: null }).where(eq(refunds.reference, reference))
}

/** For whoever cannot wait until the next look. */
export async function checkRefundsOf(room: Room, payment: string): Promise<void> {
  const { db } = room.tools
  const found = await db.select().from(refunds).where(eq(refunds.payment, payment))
  for (const refund of found.filter(isUnderWay)) await checkRefund(room, refund.reference)
}

async function ask({ tools, gateway }: Room, { refund, payment, order }: RefundParts): Promise<RefundWord> {
  if (gateway?.name !== payment.gateway || gateway.refunds === null) return { is: 'no_answer' }
  const { refunds: desk } = gateway
  const facts = refundFactsOf(refund, payment, order)
  const word = await desk.ask(facts)
  const isUnsent = refund.stage === 'created' || refund.stage === 'unknown'
  const isYoung = tools.clock() < later(refund.createdAt, sentAgainForSeconds)
  if (word.is !== 'not_found' || !isUnsent || !isYoung || !desk.isRepeatable) return word
  // It never arrived: sent again under the same reference, it cannot pay twice. Only its being there says anything new.
  const { is } = await desk.start(facts)
  return is === 'accepted' ? { is: 'pending' } : { is: 'no_answer' }
}

async function claim({ db, clock }: Tools, reference: string): Promise<boolean> {
  const now = clock()
  const isLongAgo = or(isNull(refunds.askedAt), lte(refunds.askedAt, later(now, -betweenQuestions)))
  const isOpen = inArray(refunds.stage, ['created', 'pending', 'unknown'])
  const claimed = await db
    .update(refunds)
    .set({ askedAt: now })
    .where(and(eq(refunds.reference, reference), isLongAgo, isOpen))
    .returning({ reference: refunds.reference })
  return claimed.length > 0
}
