import { and, eq, inArray, or } from 'drizzle-orm'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { planCheck, planRefundCheck } from './check-job.ts'
import type { CallFromOutside } from './gateways/gateway.ts'
import { isReference } from './hold-payment.ts'
import type { Room } from './room.ts'
import { betweenQuestions, later } from './schedule.ts'
import { isSettled } from './stages.ts'
import { type PaymentRow, payments, refunds } from './tables.ts'

/**
 * A call from outside is never believed, it only makes us ask. Says whether it came from the gateway at all; whether we know the
 * payment is nobody's business.
 */
export async function hearCallback({ tools, gateway }: Room, call: CallFromOutside): Promise<boolean> {
  const reference = gateway?.readCallback(call) ?? null
  if (reference === null) return false
  // Whatever else stands in a genuine call is about nothing of ours.
  if (!isReference(reference)) return true
  const isKnown = await inTransaction(tools.db, async (db) => {
    return (await wakeRefund(tools, db, reference)) || (await wakePayment(tools, db, reference))
  })
  if (!isKnown) {
    tools.log.warn({ gateway: gateway?.name }, 'The gateway called about a payment that nobody knows')
  }
  return true
}

async function wakePayment(tools: Tools, db: Database, reference: string): Promise<boolean> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (payment === undefined) return false
  if (isSettled(payment.stage)) return true
  const woken = wakeNow(payment, tools.clock())
  await db.update(payments).set(woken).where(eq(payments.reference, reference))
  await planCheck(tools, db, { reference, ...woken })
  return true
}

/** Some gateways name the refund, others the payment that it comes from. */
async function wakeRefund(tools: Tools, db: Database, reference: string): Promise<boolean> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(
      and(
        or(eq(refunds.reference, reference), eq(refunds.payment, reference)),
        inArray(refunds.stage, ['created', 'pending', 'unknown']),
      ),
    )
  if (refund === undefined) return false
  const woken = wakeNow(refund, tools.clock())
  await db.update(refunds).set(woken).where(eq(refunds.reference, refund.reference))
  await planRefundCheck(tools, db, { reference: refund.reference, ...woken })
  return true
}

function wakeNow({ askedAt }: Pick<PaymentRow, 'askedAt'>, now: Date) {
  const earliest = askedAt && later(askedAt, betweenQuestions)
  return { wokenAt: now, nextCheckAt: earliest && earliest > now ? earliest : now }
}
