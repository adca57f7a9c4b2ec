import { eq } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postOrderMessages } from '../orders/order-news.ts'
import { addRefunded, cancelRefunded } from '../orders/receive-money.ts'
import { alertOfRefund } from './alerts.ts'
import { planRefundCheck } from './check-job.ts'
import type { RefundWord } from './gateways/gateway.ts'
import { type HeldPayment, holdPayment } from './hold-payment.ts'
import { nextRefundStage } from './next-refund-stage.ts'
import { recordMoney } from './record-money.ts'
import { isUnderWay, type RefundStage } from './refund-stages.ts'
import { nextRefundCheckAt } from './schedule.ts'
import { takeStep } from './settle-payment.ts'
import type { Stage } from './stages.ts'
import { type PaymentRow, type RefundRow, refunds } from './tables.ts'
import { getRefund, leftOf } from './write-refund.ts'

/** The one place where a gateway's word about a refund becomes a fact, whoever brought it and however often. */
export async function settleRefund(
  tools: Tools,
  reference: string,
  word: RefundWord,
  { onlyIf = () => true }: { onlyIf?: (stage: RefundStage) => boolean } = {},
): Promise<void> {
  const stockMoved = await inTransaction(tools.db, async (db) => {
    const { payment } = await getRefund(db, reference)
    const held = await holdPayment(db, payment)
    const refund = await getRefund(db, reference)
    if (!isUnderWay(refund) || !onlyIf(refund.stage)) return false
    const changed = await writeStep(tools, db, refund, word)
    if (changed.stage === 'succeeded') return await payBack(tools, db, held, changed)
    if (changed.stage === 'failed') await letPaymentGo(tools, db, held)
    const isNews = changed.stage === 'failed' || (changed.reason !== null && changed.reason !== refund.reason)
    if (isNews) await alertOfRefund(tools, db, held, changed)
    return false
  })
  if (stockMoved) tools.changes.tell('catalogue')
}

async function writeStep(
  tools: Tools,
  db: Database,
  refund: RefundRow,
  word: RefundWord,
): Promise<RefundRow> {
  const now = tools.clock()
  const step = nextRefundStage(refund, word, now)
  const changed: RefundRow = {
    ...refund,
    ...step,
    gatewayId: ('gatewayId' in word ? word.gatewayId : null) ?? refund.gatewayId,
    lastAnswer: 'raw' in word ? word.raw : refund.lastAnswer,
    stageAt: step.stage === refund.stage ? refund.stageAt : now,
  }
  changed.nextCheckAt = nextRefundCheckAt(changed, now)
  await db.update(refunds).set(changed).where(eq(refunds.reference, refund.reference))
  await planRefundCheck(tools, db, changed)
  tools.log.info({ refund: refund.reference, payment: refund.payment, ...step }, 'A refund has moved on')
  return changed
}

/** The money has gone back: payment, order, stock, audit and letter in one step. Says whether stock moved. */
export async function payBack(
  tools: Tools,
  db: Database,
  held: HeldPayment,
  { amount, decidedBy, note }: Pick<RefundRow, 'amount' | 'decidedBy' | 'note'>,
): Promise<boolean> {
  const { order, payment } = held
  const refundedAmount = payment.refundedAmount + amount
  const stage = stageAfter(payment, refundedAmount)
  const isAll = stage === 'refunded'
  const facts = { refundedAmount, paysOrder: payment.paysOrder && !isAll }
  await takeStep(tools, db, held, { stage, reason: null }, facts)
  if (payment.paysOrder) await addRefunded(db, order.id, amount)
  await recordMoney(tools, db, held, {
    action: 'paid a payment back',
    actorId: decidedBy,
    state: stage,
    amount,
    note,
  })
  await postOrderMessages(tools, db, order.id, isAll ? 'refunded' : 'partly_refunded', amount)
  return payment.paysOrder && isAll ? await cancelRefunded(tools, db, order.id) : false
}

async function letPaymentGo(tools: Tools, db: Database, held: HeldPayment): Promise<void> {
  const stage = stageAfter(held.payment, held.payment.refundedAmount)
  await takeStep(tools, db, held, { stage, reason: null }, {})
}

/** Money that pays no order is due until all of it has gone back. */
function stageAfter(payment: PaymentRow, refundedAmount: Pesewas): Stage {
  if (leftOf({ ...payment, refundedAmount }) === 0) return 'refunded'
  if (!payment.paysOrder) return 'refund_due'
  return refundedAmount > 0 ? 'partially_refunded' : 'succeeded'
}
