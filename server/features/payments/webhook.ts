import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isReference } from './find-payment.ts'
import type { CallFromOutside } from './gateways/gateway.ts'
import type { PaymentsContext } from './payments-context.ts'
import { betweenQuestions, later, planCheck, planRefundCheck } from './schedule.ts'
import { isSettled } from './stages.ts'
import { type PaymentRow, payments, refunds } from './tables.ts'

/**
 * A call from outside is never believed, it only makes us ask. Says whether it came from the gateway at all; whether we know the
 * payment is nobody's business.
 */
export async function receiveWebhook(context: PaymentsContext, call: CallFromOutside): Promise<boolean> {
  const { gateway } = context
  const reference = gateway?.readCallback(call) ?? null
  if (reference === null) return false
  // Whatever else stands in a genuine call is about nothing of ours.
  if (!isReference(reference)) return true
  const isKnown = await inTransaction(context.db, async (db) => {
    return (await wakeRefund(context, db, reference)) || (await wakePayment(context, db, reference))
  })
  if (!isKnown) {
    context.log.warn({ gateway: gateway?.name }, 'The gateway called about a payment that nobody knows')
  }
  return true
}

async function wakePayment(context: Context, db: Database, reference: string): Promise<boolean> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (payment === undefined) return false
  if (isSettled(payment.stage)) return true
  const woken = wakeNow(payment, context.clock())
  await db.update(payments).set(woken).where(eq(payments.reference, reference))
  await planCheck(context, db, { reference, ...woken })
  return true
}

/** Some gateways name the refund, others the payment that it comes from. */
async function wakeRefund(context: Context, db: Database, reference: string): Promise<boolean> {
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
  const woken = wakeNow(refund, context.clock())
  await db.update(refunds).set(woken).where(eq(refunds.reference, refund.reference))
  await planRefundCheck(context, db, { reference: refund.reference, ...woken })
  return true
}

function wakeNow({ askedAt }: Pick<PaymentRow, 'askedAt'>, now: Date) {
  const earliest = askedAt && later(askedAt, betweenQuestions)
  return { wokenAt: now, nextCheckAt: earliest && earliest > now ? earliest : now }
}
