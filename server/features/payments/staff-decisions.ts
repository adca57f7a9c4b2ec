import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { getAdminPayment } from './list-payments.ts'
import { lockPayment } from './lock-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import { recordMoney } from './record-money.ts'
import { refundPayment } from './refund-payment.ts'
import { takeStep } from './settle-payment.ts'
import { shownStage } from './show-payment.ts'

/** A payment that did not fit is good enough: it pays the order, as if it had fitted. */
export async function acceptPayment(
  context: Context,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    if (locked.payment.stage !== 'review') throw new Refusal('payment_changed')
    await takeStep(context, db, locked, { stage: 'succeeded', reason: null }, { note })
    const { amount } = locked.payment
    const change = { action: 'accepted a payment', actorId: viewer.id, state: 'accepted', amount, note }
    await recordMoney(context, db, locked, change)
  })
}

/** All of the money was paid back by hand; the shop only writes down that it was. */
export async function markRefunded(
  context: PaymentsContext,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  const { payment, order } = await getAdminPayment(context, reference)
  const stage = shownStage(payment, order)
  if (stage !== 'refund_due' && stage !== 'review') throw new Refusal('payment_changed')
  await refundPayment(context, viewer, reference, { amount: null, note, byHand: true })
}
