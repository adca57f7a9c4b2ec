import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { ReceiveReturn, ReturnStep, SettleReturn } from '#contract/returns.ts'
import { referenceMistake } from '#rules/cash-book.ts'
import { formatGhs, type Pesewas, toCedis } from '#rules/money.ts'
import { balanceOf, keptByHand, moneyWayLabels } from '#rules/order-ledger.ts'
import {
  arrivalMistake,
  mayReturnMove,
  type ReturnState,
  repaymentFor,
  returnInWords,
  returnLabel,
  returnStateOf,
  returnStepInWords,
} from '#rules/returns.ts'
import { may } from '#rules/rights.ts'
import { jarsOf } from '#rules/sets.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { nextVersion } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockProducts, moveStock } from '../catalogue/stock.ts'
import { lockOrder, refuseIfChanged } from '../orders/find-order.ts'
import { writeEntry } from '../orders/order-ledger.ts'
import type { OrderRow } from '../orders/tables.ts'
import { noteReturn } from '../orders/write-order.ts'
import { listAttempts } from '../payments/find-payment.ts'
import type { PaymentsContext } from '../payments/payments-context.ts'
import { decideOnRefund, sendRefund } from '../payments/staff-decisions.ts'
import type { PaymentRow } from '../payments/tables.ts'
import { leftOf } from '../payments/write-refund.ts'
import { type FoundReturn, getReturn, listSold, mostOf } from './find-returns.ts'
import { orderReturnLines, orderReturns } from './tables.ts'

/** A return that is about to take a step, while its order is locked. */
type LockedReturn = { order: OrderRow; found: FoundReturn; others: FoundReturn[] }

type Step = {
  to: ReturnState
  expected: Date
  /** The same step has been taken already: it was sent twice. */
  isDone(found: FoundReturn): boolean
}

/** Null: the same person has taken this step already. Whoever has not seen what others did is refused. */
async function lockReturn(
  db: Database,
  { id: viewerId }: Viewer,
  orderId: number,
  returnId: number,
  { to, expected, isDone }: Step,
): Promise<LockedReturn | null> {
  const order = await lockOrder(db, orderId)
  const { found, others } = await getReturn(db, orderId, returnId)
  if (found.state === to && found.movedBy === viewerId && isDone(found)) return null
  refuseIfChanged(order, expected)
  if (!mayReturnMove(found.state, to)) throw new Refusal('return_changed')
  return { order, found, others }
}

/** Where it is: with the rider, or given up. */
export async function moveReturn(
  context: Context,
  viewer: Viewer,
  orderId: number,
  returnId: number,
  { to, expected }: ReturnStep,
): Promise<void> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  await inTransaction(context.db, async (db) => {
    const locked = await lockReturn(db, viewer, orderId, returnId, { to, expected, isDone: () => true })
    if (locked) await takeStep(context, db, viewer, locked, to)
  })
}

/** It is here: each piece goes back on the shelf, or is written off. */
export async function receiveReturn(
  context: Context,
  viewer: Viewer,
  orderId: number,
  returnId: number,
  { lines: arrived, expected }: ReceiveReturn,
): Promise<void> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  await inTransaction(context.db, async (db) => {
    const isDone = ({ lines }: FoundReturn) => lines.every((line) => isSame(line, arrived))
    const locked = await lockReturn(db, viewer, orderId, returnId, { to: 'received', expected, isDone })
    if (locked === null) return
    const mistake = arrivalMistake(locked.found.lines, arrived)
    if (mistake) throw new Refusal('invalid_input', { text: mistake, fields: { items: mistake } })
    const lines = locked.found.lines.map((line) => ({ ...line, ...ofArrived(line.productId, arrived) }))
    for (const { productId, toShelf, writtenOff } of lines) {
      await db
        .update(orderReturnLines)
        .set({ toShelf, writtenOff })
        .where(and(eq(orderReturnLines.returnId, returnId), eq(orderReturnLines.productId, productId)))
    }
    const received = { ...locked, found: { ...locked.found, lines } }
    await putOnShelf(context, db, viewer, received)
    // Written off, too, it was not sold.
    await context.invalidation.publish(db, 'orders')
    await takeStep(context, db, viewer, received, 'received')
  })
}

type Arrived = ReceiveReturn['lines']

function ofArrived(productId: number, arrived: Arrived): { toShelf: number; writtenOff: number } {
  const { toShelf, writtenOff } = arrived.find((line) => line.productId === productId) ?? {
    toShelf: 0,
    writtenOff: 0,
  }
  return { toShelf, writtenOff }
}

function isSame(line: FoundReturn['lines'][number], arrived: Arrived): boolean {
  const { toShelf, writtenOff } = ofArrived(line.productId, arrived)
  return line.toShelf === toShelf && line.writtenOff === writtenOff
}

/** Of a set, the parts it had when it was sold. */
async function putOnShelf(
  context: Context,
  db: Database,
  { id: actorId }: Viewer,
  { order, found }: LockedReturn,
): Promise<void> {
  const sold = new Map((await listSold(db, order.id)).map((line) => [line.productId, line]))
  const back = found.lines
    .filter(({ toShelf }) => toShelf > 0)
    .map(({ productId, toShelf }) => ({ productId, quantity: toShelf, parts: sold.get(productId)?.parts }))
  const jars = jarsOf(back)
  if (jars.length === 0) return
  const locked = await lockProducts(
    db,
    jars.map(({ productId }) => productId),
  )
  const set = locked.find(({ parts }) => parts)
  if (set) {
    const text = `${set.name} has become a set, which has no stock of its own. Write it off, and put its parts on the shelf by hand.`
    throw new Refusal('invalid_input', { text, fields: { items: text } })
  }
  const changes = jars.map(({ productId, quantity }) => ({ productId, change: quantity }))
  const at = nextVersion(context.clock(), order.updatedAt)
  const moved = await moveStock(db, changes, { cause: 'order_returned', orderId: order.id, actorId, at })
  if (moved.length < changes.length) throw new Error('What came back was not put on the shelf')
  await context.invalidation.publish(db, 'catalogue')
}

/** The return, its order, the history and the list of changes in one step. */
async function takeStep(
  context: Context,
  db: Database,
  { id: actorId }: Viewer,
  { order, found, others }: LockedReturn,
  to: ReturnState,
  credit: Pesewas = 0,
): Promise<void> {
  const at = nextVersion(context.clock(), order.updatedAt)
  await db
    .update(orderReturns)
    .set({ state: to, amount: credit, movedBy: actorId, updatedAt: at })
    .where(eq(orderReturns.id, found.id))
  const after = returnStepInWords(to, { lines: found.lines, amount: credit })
  await noteReturn(context, db, order, {
    returnState: returnStateOf([to, ...others.map(({ state }) => state)]),
    credit,
    of: returnInWords(found.lines),
    before: returnLabel(found.state),
    after,
    actorId,
    at,
  })
  await recordChange(db, {
    at,
    actorId,
    thing: 'order',
    thingId: order.id,
    action: 'changed a return',
    before: { return: returnLabel(found.state) },
    after: { return: after, ...(to === 'settled' && { amount: toCedis(credit) }) },
  })
}

/**
 * The order costs less by what came back, and what the shop has too much of its money goes back: both in one step, with its lines
 * in the ledger. A refund through the gateway is sent once that holds.
 */
export async function settleReturn(
  context: PaymentsContext,
  viewer: Viewer,
  orderId: number,
  returnId: number,
  input: SettleReturn,
): Promise<void> {
  if (!may(viewer, 'money')) throw new Refusal('not_allowed')
  const { amount, expected } = input
  const toSend = await inTransaction(context.db, async (db) => {
    const isDone = (found: { amount: Pesewas }) => found.amount === amount
    const locked = await lockReturn(db, viewer, orderId, returnId, { to: 'settled', expected, isDone })
    if (locked === null) return null
    const { order, found, others } = locked
    refuseMistakes(input, await mostOf(db, order, found, others))
    await takeStep(context, db, viewer, locked, 'settled', amount)
    return await payBack(context, db, viewer, order, { ...input, returnId })
  })
  if (toSend !== null) await sendRefund(context, toSend)
}

function refuseMistakes({ amount, way, reference }: SettleReturn, most: Pesewas): void {
  if (amount > most) {
    const text = `Please enter at most ${formatGhs(most)}: so much was paid for what came back`
    throw new Refusal('invalid_input', { fields: { amount: text } })
  }
  const needsReference = way === 'mobile_money' || way === 'wallet' || way === 'bank'
  if (amount > 0 && needsReference && reference === '') {
    throw new Refusal('invalid_input', { fields: { reference: referenceMistake } })
  }
}

type Settling = SettleReturn & { returnId: number }

/** First what came in by hand, then what came online; never more than the shop has beyond what the order costs now. */
async function payBack(
  context: PaymentsContext,
  db: Database,
  viewer: Viewer,
  before: OrderRow,
  { amount, way, reference, note, returnId }: Settling,
): Promise<string | null> {
  if (way === 'later') return null
  const payment = await findPaying(db, before.id)
  const byHand = way === 'gateway' ? 0 : keptByHand(before)
  const online = payment ? leftOf(payment) : 0
  const back = repaymentFor(amount, balanceOf(before), byHand + online)
  const inHand = Math.min(back, byHand)
  const words = [`Return ${returnId}`, note].filter(Boolean).join(': ')
  if (way !== 'gateway' && inHand > 0) {
    const order = await lockOrder(db, before.id)
    const entry = { kind: 'repayment', way, amount: inHand, reference, note: words } as const
    await writeEntry(context, db, viewer, order, entry)
  }
  if (payment === null || back === inHand) return null
  const isByHand = way !== 'gateway'
  const how = isByHand ? [moneyWayLabels[way], reference].filter(Boolean).join(' ') : ''
  return await decideOnRefund(context, db, viewer, payment.reference, {
    amount: back - inHand,
    note: [words, how].filter(Boolean).join(', '),
    byHand: isByHand,
  })
}

async function findPaying(db: Database, orderId: number): Promise<PaymentRow | null> {
  return (await listAttempts(db, orderId)).find(({ paysOrder }) => paysOrder) ?? null
}
