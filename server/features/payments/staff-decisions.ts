import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { holdPayment } from './hold-payment.ts'
import { getAdminPayment } from './list-payments.ts'
import { recordMoney } from './record-money.ts'
import { refundPayment } from './refund-payment.ts'
import type { Room } from './room.ts'
import { takeStep } from './settle-payment.ts'
import { shownStage } from './show-payment.ts'

/** A payment that did not fit is good enough: it pays the order, as if it had fitted. */
export async function acceptPayment(
  tools: Tools,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  const stockMoved = await inTransaction(tools.db, async (db) => {
    const held = await holdPayment(db, reference)
    if (held.payment.stage !== 'review') throw new Refusal('payment_changed')
    const moved = await takeStep(tools, db, held, { stage: 'succeeded', reason: null }, { note })
    const { amount } = held.payment
    const change = { action: 'accepted a payment', actorId: viewer.id, state: 'accepted', amount, note }
    await recordMoney(tools, db, held, change)
    return moved
  })
  if (stockMoved) tools.changes.tell('catalogue')
}

/** All of the money was paid back by hand; the shop only writes down that it was. */
export async function markRefunded(
  room: Room,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  const { payment, order } = await getAdminPayment(room, reference)
  const stage = shownStage(payment, order)
  if (stage !== 'refund_due' && stage !== 'review') throw new Refusal('payment_changed')
  await refundPayment(room, viewer, reference, { amount: null, note, byHand: true })
}
