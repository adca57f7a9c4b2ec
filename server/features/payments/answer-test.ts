import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { checkPayment } from './check-payment.ts'
import { getPayment } from './lock-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import { payments } from './tables.ts'

/** What somebody pressed on the page of a test payment. The first answer counts, as on a phone. */
export async function answerTest(
  context: PaymentsContext,
  reference: string,
  testAnswer: 'approve' | 'decline',
): Promise<void> {
  const { db } = context
  const payment = await getPayment(db, reference)
  if (context.gateway?.name !== 'test' || payment.gateway !== 'test') throw new Refusal('payment_not_found')
  await db
    .update(payments)
    .set({ testAnswer, askedAt: null })
    .where(and(eq(payments.reference, reference), isNull(payments.testAnswer)))
  await checkPayment(context, reference)
}
