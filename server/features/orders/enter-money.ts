import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { DoorWay } from '#rules/cash-book.ts'
import { checkCash } from '#rules/cash-book.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import { checkEntry, type MoneyEntry } from '#rules/order-ledger.ts'
import {
  awaitsOnlinePayment,
  balanceOf,
  keptByHand,
  type OrderBalance,
  withReceipt,
  withRepayment,
} from '#rules/order-money.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { getOrderRow, lockOrder } from './find-order.ts'
import { addLine, findLastLine, findLineOf, listLines, type ShownLine } from './order-ledger.ts'
import { postReceiptCheck } from './receipt-check.ts'
import { type MoneyRow, type OrderRow, orderMoney } from './tables.ts'

type Ledger = OrderBalance & {
  lines: (ShownLine & { mayTakeBack: boolean })[]
  lastLine: number
  byHand: Pesewas
}

/** All money of an order, for the back office. */
export async function readLedger(db: Database, orderId: number): Promise<Ledger> {
  const order = await getOrderRow(db, orderId)
  const lines = await listLines(db, orderId)
  return {
    ...balanceOf(order),
    byHand: keptByHand(order),
    lastLine: lines.at(-1)?.id ?? 0,
    lines: lines.map((line) => ({
      ...line,
      mayTakeBack: line.correctedBy === null && isByHand(line),
    })),
  }
}

/** The staff takes back what the staff entered, and mobile money that never arrived. Cash lies in a driver's book. */
function isByHand({ source, way, amount, corrects }: MoneyRow): boolean {
  if (amount <= 0 || corrects !== null) return false
  return source === 'office' || (source === 'door' && way === 'mobile_money')
}

export type MoneyInput = MoneyEntry & {
  amount: Pesewas
  /** The newest line that the person has seen: whoever enters the same twice is stopped. */
  lastLine: number
}

/** The staff was given money for an order, or has paid some back. */
export async function enterMoney(
  context: Context,
  viewer: Viewer,
  orderId: number,
  input: MoneyInput,
  givenKey: string | null,
): Promise<void> {
  if (!may(viewer, 'money')) throw new Refusal('not_allowed')
  const requestKey = givenKey && hashOf('money', viewer.id, givenKey)
  await inTransaction(context.db, async (db) => {
    const earlier = await findEarlier(db, {
      key: requestKey,
      find: () => findLineOf(db, requestKey ?? ''),
      compare: (sent) => {
        if (sent.orderId === orderId && sent.kind === input.kind && sent.amount === input.amount) return
        throw new Refusal('already_submitted', { text: 'This was already sent with different details.' })
      },
    })
    if (earlier) return
    const order = await lockOrder(db, orderId)
    if ((await findLastLine(db, orderId)) !== input.lastLine) throw new Refusal('money_changed')
    refuseMistakes(order, input)
    const { lastLine: _, ...entry } = input
    await writeEntry(context, db, viewer, order, { ...entry, requestKey })
  })
}

type CounterMoney = {
  collected: Pesewas
  reason: string
  way?: DoorWay | undefined
  reference?: string | undefined
}

/**
 * What a customer gave who collected the order, in the transaction of the hand-over. By the driver's rules, and by everybody who
 * may hand it over; it lies in the shop, so it is in no driver's book.
 */
export async function takeAtCounter(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { collected: amount, reason: note, way = 'cash', reference = '' }: CounterMoney,
): Promise<void> {
  const order = await lockOrder(context.db, orderId)
  const mistakes = checkCash(balanceOf(order).amountToCollect, amount, note, { way, reference })
  if (Object.keys(mistakes).length > 0) throw new Refusal('invalid_input', { fields: mistakes })
  const entry = { kind: 'receipt', way, amount, reference, note, lastLine: 0, requestKey: null } as const
  if (amount > 0) await writeEntry(context, context.db, viewer, order, entry)
  else if (note) await record(context, context.db, viewer.id, orderId, 'handed over without money', entry)
}

function refuseMistakes(order: OrderRow, input: MoneyInput): void {
  // What is about to be paid on a phone would be paid twice.
  if (input.kind === 'receipt' && awaitsOnlinePayment(order) && order.paymentState === 'awaiting') {
    throw new Refusal('payment_under_way')
  }
  const mistakes = checkEntry(input, { ...balanceOf(order), byHand: keptByHand(order) })
  if (Object.keys(mistakes).length > 0) throw new Refusal('invalid_input', { fields: mistakes })
}

/** Money that was given or paid back by hand, for an order that the caller has locked. */
export async function writeEntry(
  context: Context,
  db: Database,
  { id: actorId }: Viewer,
  order: OrderRow,
  entry: MoneyEntry & { amount: Pesewas; requestKey?: string | null },
): Promise<void> {
  const now = context.clock()
  const isReceipt = entry.kind === 'receipt'
  const change = isReceipt ? withReceipt(order) : withRepayment(order, entry.amount)
  const waived = isReceipt ? 0 : (change.waived ?? order.waived) - order.waived
  const times = { actorId, happenedAt: now, recordedAt: now }
  // Nobody cancels for want of money what somebody has paid for.
  const released = isReceipt && order.holdUntil !== null ? { holdUntil: null } : {}
  await addLine(
    db,
    { ...entry, ...times, orderId: order.id, source: 'office', waived },
    { ...change, ...released },
  )
  await postReceiptCheck(context, db, order.id)
  await record(context, db, actorId, order.id, isReceipt ? 'entered money' : 'paid money back', entry)
}

/** A wrong line is taken back by one more line: nothing is ever deleted. */
export async function takeBackMoney(
  context: Context,
  viewer: Viewer,
  orderId: number,
  lineId: number,
  note: string,
): Promise<void> {
  if (!may(viewer, 'money')) throw new Refusal('not_allowed')
  await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, orderId)
    const [line] = await db.select().from(orderMoney).where(eq(orderMoney.id, lineId))
    if (line?.orderId !== orderId) throw new Refusal('money_line_not_found')
    if (!isByHand(line)) throw new Refusal('money_stays')
    const [done] = await db.select().from(orderMoney).where(eq(orderMoney.corrects, lineId))
    // Pressed twice, or repeated by the network.
    if (done?.actorId === viewer.id) return
    if (done) throw new Refusal('money_changed')
    const isReceipt = line.kind === 'receipt'
    const isGone = line.source === 'door' && order.paidMobile < line.amount
    if (isReceipt && (isGone || keptByHand(order) < line.amount)) throw new Refusal('money_given_back')
    const now = context.clock()
    const { kind, source, way, reference, driverId } = line
    const same = { orderId, kind, source, way, reference, driverId, corrects: lineId }
    const times = { actorId: viewer.id, happenedAt: now, recordedAt: now }
    // A gesture that was none is owed again.
    const waived = Math.min(order.waived, line.waived)
    await addLine(
      db,
      { ...same, ...times, amount: -line.amount, waived: -waived, note },
      { waived: order.waived - waived },
    )
    await postReceiptCheck(context, db, orderId)
    await record(context, db, viewer.id, orderId, 'took back a line of the ledger', { ...line, note })
  })
}

type Recorded = Pick<MoneyRow, 'kind' | 'way' | 'amount' | 'reference' | 'note'>

async function record(
  { clock }: Context,
  db: Database,
  actorId: string,
  orderId: number,
  action: string,
  { kind, way, amount, reference, note }: Recorded,
): Promise<void> {
  const after = { kind, way, amount: toCedis(amount), reference, note }
  await recordChange(db, { at: clock(), actorId, thing: 'order', thingId: orderId, action, after })
}
