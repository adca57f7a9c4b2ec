import { Refusal } from '#contract/refusals.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { notePayments } from '../orders/receive-money.ts'
import { planRefundCheck } from './check-job.ts'
import { type HeldPayment, holdPayment } from './hold-payment.ts'
import { recordMoney } from './record-money.ts'
import type { RefundStage } from './refund-stages.ts'
import { isRefundable, isRefundableByGateway } from './refundable.ts'
import { type Room, refundFactsOf, toRefundWord } from './room.ts'
import { later, secondsToFirstRefundCheck } from './schedule.ts'
import { takeStep } from './settle-payment.ts'
import { payBack, settleRefund } from './settle-refund.ts'
import type { PaymentRow } from './tables.ts'
import { getRefundParts, leftOf, writeRefund } from './write-refund.ts'

export type RefundWish = {
  /** Null: all that is left. */
  amount: Pesewas | null
  note: string
  /** Somebody has paid it back already, or will; the shop only writes it down. */
  byHand: boolean
  /** What had gone back when the person looked: whoever presses twice pays back once. */
  refundedBefore?: Pesewas | undefined
}

/** A person sends back all or a part of what a payment brought. */
export async function refundPayment(
  room: Room,
  viewer: Viewer,
  reference: string,
  wish: RefundWish,
): Promise<void> {
  const { tools } = room
  const opened = await inTransaction(tools.db, async (db) => {
    const held = await holdPayment(db, reference)
    refuseUnlessRefundable(held.payment, wish.refundedBefore)
    const amount = agreeOnAmount(held.payment, wish.amount)
    const result = wish.byHand
      ? await writeByHand(tools, db, viewer, held, amount, wish.note)
      : await openRefund(room, db, viewer, held, amount, wish.note)
    if (held.payment.stage === 'review') await letGo(tools, db, held)
    return result
  })
  if (opened.stockMoved) tools.changes.tell('catalogue')
  if (opened.reference) await sendRefund(room, opened.reference)
}

function refuseUnlessRefundable(payment: PaymentRow, refundedBefore: Pesewas | undefined): void {
  if (payment.stage === 'refund_pending') throw new Refusal('refund_running')
  const isStale = refundedBefore !== undefined && refundedBefore !== payment.refundedAmount
  if (isStale || !isRefundable(payment)) throw new Refusal('payment_changed')
}

function agreeOnAmount(payment: PaymentRow, wanted: Pesewas | null): Pesewas {
  const left = leftOf(payment)
  const amount = wanted ?? left
  if (amount > 0 && amount <= left) return amount
  const text = `Enter an amount up to ${formatGhs(left)}`
  throw new Refusal('invalid_input', { fields: { amount: text } })
}

type Opened = { reference: string | null; stockMoved: boolean }

async function writeByHand(
  tools: Tools,
  db: Database,
  { id: decidedBy }: Viewer,
  held: HeldPayment,
  amount: Pesewas,
  note: string,
): Promise<Opened> {
  const facts = { payment: held.payment.reference, amount, note, decidedBy }
  const refund = await writeRefund(tools, db, { ...facts, way: 'by_hand', stage: 'succeeded' })
  return { reference: null, stockMoved: await payBack(tools, db, held, refund) }
}

/** Written down first, sent after: what is lost between the two is found by its reference. */
async function openRefund(
  room: Room,
  db: Database,
  { id: decidedBy }: Viewer,
  held: HeldPayment,
  amount: Pesewas,
  note: string,
): Promise<Opened> {
  const { tools } = room
  if (!isRefundableByGateway(room, held.payment)) throw new Refusal('refund_by_hand')
  const nextCheckAt = later(tools.clock(), secondsToFirstRefundCheck)
  const facts = { payment: held.payment.reference, amount, note, decidedBy, nextCheckAt }
  const refund = await writeRefund(tools, db, { ...facts, way: 'gateway', stage: 'created' })
  await planRefundCheck(tools, db, refund)
  await takeStep(tools, db, held, { stage: 'refund_pending', reason: null }, {})
  const change = { action: 'sent a payment back', actorId: decidedBy, state: 'refund_pending', amount, note }
  await recordMoney(tools, db, held, change)
  return { reference: refund.reference, stockMoved: false }
}

/** A no counts only while nobody else has sent it. */
async function sendRefund(room: Room, reference: string): Promise<void> {
  const { tools, gateway } = room
  const { refund, payment, order } = await getRefundParts(tools.db, reference)
  const answer = await gateway?.refunds?.start(refundFactsOf(refund, payment, order))
  if (answer === undefined) return
  const onlyIf = (stage: RefundStage) =>
    stage === 'created' || (stage === 'unknown' && answer.is === 'accepted')
  await settleRefund(tools, reference, toRefundWord(answer), { onlyIf })
}

/** An order whose money goes back waits for none: its time is over now. */
async function letGo(tools: Tools, db: Database, { order }: HeldPayment): Promise<void> {
  const isUnpaid = order.paymentMethod === 'mtn_momo' && order.status === 'Pending' && order.paidAt === null
  if (isUnpaid) await notePayments(db, order.id, { holdUntil: tools.clock() })
}
