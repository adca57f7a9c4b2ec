import { eq } from 'drizzle-orm'
import type { OrderPaymentState } from '#rules/payment-states.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postOrderMessages } from '../orders/order-news.ts'
import { notePayments, receiveMoney, takeMoneyBack } from '../orders/receive-money.ts'
import { alertOwner, tellCustomer } from './alerts.ts'
import { planCheck } from './check-job.ts'
import type { GatewayWord } from './gateways/gateway.ts'
import { type HeldPayment, holdPayment } from './hold-payment.ts'
import { nextStage, type Step } from './next-stage.ts'
import { nextCheckAt } from './schedule.ts'
import { isLive, isSettled, type Stage } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'
import { leftOf, noteElsewhere } from './write-refund.ts'

type Circumstances = {
  /** An answer to the start counts only while nothing else is known. */
  onlyIf?: (stage: Stage) => boolean
  hostedUrl?: string | null
}

/** The one place where a gateway's word becomes a fact, whoever brought it and however often. */
export async function settle(
  tools: Tools,
  reference: string,
  word: GatewayWord,
  { onlyIf = () => true, hostedUrl }: Circumstances = {},
): Promise<void> {
  const stockMoved = await inTransaction(tools.db, async (db) => {
    const held = await holdPayment(db, reference)
    if (!onlyIf(held.payment.stage)) return false
    const now = tools.clock()
    const step = nextStage(held.payment, word, now)
    const facts = { ...learned(word, now), ...(hostedUrl === undefined ? {} : { hostedUrl }) }
    if (step.stage === 'refunded' && held.payment.stage !== 'refunded') {
      return await goneElsewhere(tools, db, held, facts)
    }
    return await takeStep(tools, db, held, step, facts)
  })
  if (stockMoved) tools.changes.tell('catalogue')
}

/** The gateway says that all of it went back, without a word from us. */
async function goneElsewhere(tools: Tools, db: Database, held: HeldPayment, facts: Partial<PaymentRow>) {
  const amount = leftOf(held.payment)
  await noteElsewhere(tools, db, held.payment, amount)
  const refundedAmount = held.payment.refundedAmount + amount
  const step: Step = { stage: 'refunded', reason: null }
  await postOrderMessages(tools, db, held.order.id, 'refunded', amount)
  return await takeStep(tools, db, held, step, { ...facts, refundedAmount, paysOrder: false })
}

function learned(word: GatewayWord, now: Date): Partial<PaymentRow> {
  return {
    ...(word.is === 'no_answer' ? {} : { heardAt: now, idleAt: isIdle(word) ? now : null }),
    ...('raw' in word ? { lastAnswer: word.raw } : {}),
    ...(word.is === 'succeeded'
      ? {
          toldAmount: fits(word.paid.amount),
          toldCurrency: word.paid.currency?.slice(0, 10) ?? null,
          transactionId: word.paid.transactionId?.slice(0, 100) ?? null,
        }
      : {}),
  }
}

/** A page that the gateway does not know is paid by nobody either. */
function isIdle(word: GatewayWord): boolean {
  return word.is === 'not_found' || (word.is === 'pending' && word.isIdle === true)
}

/** What no column can hold was not our amount in any case. */
function fits(amount: number | null): number | null {
  return amount !== null && amount <= 2_147_483_647 ? amount : null
}

/** Moves a payment and everything that hangs on it. Says whether stock moved. */
export async function takeStep(
  tools: Tools,
  db: Database,
  held: HeldPayment,
  wanted: Step,
  facts: Partial<PaymentRow>,
): Promise<boolean> {
  const { order, payment } = held
  const now = tools.clock()
  const step = { ...wanted }
  let stockMoved = false
  const isNew = step.stage !== payment.stage
  let { paysOrder } = payment
  if (isNew && step.stage === 'succeeded' && !paysOrder) {
    const received = await receiveMoney(tools, db, order)
    if (!received.isKept) step.stage = 'refund_due'
    paysOrder = received.isKept
    stockMoved = received.stockMoved
  }
  const changed: PaymentRow = {
    ...payment,
    paysOrder,
    ...facts,
    ...step,
    stageAt: isNew ? now : payment.stageAt,
    isLate: payment.isLate || (isNew && isSettled(step.stage) && !isLive(payment.stage)),
  }
  changed.nextCheckAt = nextCheckAt(changed, now)
  await db.update(payments).set(changed).where(eq(payments.reference, payment.reference))
  await planCheck(tools, db, changed)
  if (isNew) await tellAll(tools, db, { ...held, payment: changed }, payment)
  return stockMoved
}

async function tellAll(tools: Tools, db: Database, held: HeldPayment, was: PaymentRow): Promise<void> {
  const { order, payment } = held
  const { reference, stage, reason } = payment
  const before = was.stage
  tools.log.info({ payment: reference, order: order.id, before, stage, reason }, 'A payment has moved on')
  if (was.paysOrder && stage === 'refunded') await takeMoneyBack(db, order.id)
  else await notePayments(db, order.id, { paymentState: standing(held) })
  // A refund that did not work has words of its own.
  if (before === 'refund_pending') return
  await alertOwner(tools, db, held)
  await tellCustomer(tools, db, held)
}

/** How all payments of an order stand together. Paid stays paid, whatever a second try does. */
function standing({ order, payment, attempts }: HeldPayment): OrderPaymentState {
  const others = attempts.filter(({ reference }) => reference !== payment.reference)
  const tries = [payment, ...others]
  const all = new Set(tries.map(({ stage }) => stage))
  const paying = tries.find(({ paysOrder }) => paysOrder)?.stage
  if (paying === 'refund_pending' || paying === 'partially_refunded') return paying
  if (paying) return 'paid'
  if (all.has('review')) return 'review'
  if (all.has('refund_due')) return 'refund_due'
  if (all.has('refund_pending')) return 'refund_pending'
  if (all.has('refunded')) return 'refunded'
  if (order.status === 'Cancelled') return 'failed'
  if ([...all].some(isLive)) return 'awaiting'
  return all.has('expired_local') ? 'not_confirmed' : 'failed'
}
