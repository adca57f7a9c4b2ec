import { Refusal } from '../../../contract/refusals.ts'
import { toCedis } from '../../../rules/money.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { notePayments } from '../orders/receive-money.ts'
import { type HeldPayment, holdPayment } from './hold-payment.ts'
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
    await record(tools, db, viewer, held, 'accepted a payment', note)
    return moved
  })
  if (stockMoved) tools.changes.tell('catalogue')
}

/** The money was paid back by hand; the shop only writes down that it was. */
export async function markRefunded(
  tools: Tools,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  await inTransaction(tools.db, async (db) => {
    const held = await holdPayment(db, reference)
    const stage = shownStage(held.payment, held.order)
    if (stage !== 'refund_due' && stage !== 'review') throw new Refusal('payment_changed')
    await takeStep(tools, db, held, { stage: 'refunded', reason: null }, { note })
    if (stage === 'review') await letGo(tools, db, held)
    await record(tools, db, viewer, held, 'paid a payment back', note)
  })
}

/** An order whose money went back waits for none: its time is over now. */
async function letGo(tools: Tools, db: Database, { order }: HeldPayment): Promise<void> {
  const isUnpaid = order.paymentMethod === 'mtn_momo' && order.status === 'Pending' && order.paidAt === null
  if (isUnpaid) await notePayments(db, order.id, { holdUntil: tools.clock() })
}

async function record(
  { clock }: Tools,
  db: Database,
  viewer: Viewer,
  { order, payment }: HeldPayment,
  action: string,
  note: string,
): Promise<void> {
  const about = { payment: payment.reference, amount: toCedis(payment.amount) }
  await recordChange(db, {
    at: clock(),
    actorId: viewer.id,
    thing: 'payment',
    thingId: order.id,
    action,
    before: { state: payment.stage },
    after: { ...about, state: action === 'accepted a payment' ? 'accepted' : 'refunded', note },
  })
}
