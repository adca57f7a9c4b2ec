import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { checkPayment } from './check-payment.ts'
import { getPayment } from './hold-payment.ts'
import type { Room } from './room.ts'
import { payments } from './tables.ts'

/** What somebody pressed on the page of a test payment. The first answer counts, as on a phone. */
export async function answerTest(
  room: Room,
  reference: string,
  testAnswer: 'approve' | 'decline',
): Promise<void> {
  const { db } = room.tools
  const payment = await getPayment(db, reference)
  if (room.gateway?.name !== 'test' || payment.gateway !== 'test') throw new Refusal('payment_not_found')
  await db
    .update(payments)
    .set({ testAnswer, askedAt: null })
    .where(and(eq(payments.reference, reference), isNull(payments.testAnswer)))
  await checkPayment(room, reference)
}
