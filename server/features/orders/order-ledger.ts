import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Refusal } from '#contract/refusals.ts'
import { checkCash, type DoorWay, reasonOf } from '#rules/cash-book.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import {
  awaitsOnlinePayment,
  balanceOf,
  checkEntry,
  keptByHand,
  type MoneyEntry,
  type OrderBalance,
  sumOf,
  withReceipt,
  withRepayment,
} from '#rules/order-ledger.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import { users } from '../accounts/tables.ts'
import { nameOf, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { getOrderRow, lockOrder } from './find-order.ts'
import { type MoneyRow, type OrderRow, orderMoney, orders } from './tables.ts'
import { postReceiptCheck } from './write-order.ts'

type NewLine = Omit<typeof orderMoney.$inferInsert, 'id'>

/** The one place where money is written down: the line, and the sum of its kind in the order, which the caller has locked. */
export async function addLine(
  db: Database,
  line: NewLine,
  /** What else of the order changes with it. */
  alongside: Partial<typeof orders.$inferInsert> = {},
): Promise<MoneyRow> {
  const [added] = await db.insert(orderMoney).values(line).returning()
  if (added === undefined) throw new Error('The line of the ledger was not written down')
  const name = sumOf(line)
  await db
    .update(orders)
    .set({ ...alongside, [name]: sql`${orders[name]} + ${line.amount}` })
    .where(eq(orders.id, line.orderId))
  return added
}

type ShownLine = MoneyRow & { byName: string | null; correctedBy: number | null }

const shownLines = 200

/** The ledger of one order, oldest first; of a very long one, its end. */
async function listLines(db: Database, orderId: number): Promise<ShownLine[]> {
  const corrections = alias(orderMoney, 'corrections')
  const rows = await db
    .select({
      line: orderMoney,
      email: users.email,
      displayName: users.displayName,
      correctedBy: corrections.id,
    })
    .from(orderMoney)
    .leftJoin(users, eq(users.id, orderMoney.actorId))
    .leftJoin(corrections, eq(corrections.corrects, orderMoney.id))
    .where(eq(orderMoney.orderId, orderId))
    .orderBy(desc(orderMoney.id))
    .limit(shownLines)
  return rows.toReversed().map(({ line, email, displayName, correctedBy }) => ({
    ...line,
    byName: email && nameOf(displayName, email),
    correctedBy,
  }))
}

/** What drivers were given for these orders, oldest first. */
export async function listDoorLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, MoneyRow[]>> {
  if (orderIds.length === 0) return new Map()
  const isAtDoor = and(inArray(orderMoney.orderId, [...orderIds]), eq(orderMoney.source, 'door'))
  const lines = await db.select().from(orderMoney).where(isAtDoor).orderBy(asc(orderMoney.id))
  return Map.groupBy(lines, ({ orderId }) => orderId)
}

/** The number of the newest line; 0 before the first. */
async function findLastLine(db: Database, orderId: number): Promise<number> {
  const [last] = await db
    .select({ id: orderMoney.id })
    .from(orderMoney)
    .where(eq(orderMoney.orderId, orderId))
    .orderBy(desc(orderMoney.id))
    .limit(1)
  return last?.id ?? 0
}

/** Not asked before it is awaited: it must come after the lock of its key. */
export function findLineOf(db: Database, requestKey: string) {
  return db.select().from(orderMoney).where(eq(orderMoney.requestKey, requestKey))
}

/** True when the same phone has already sent what was tapped after it. */
export async function hasNewerLine(
  db: Database,
  orderId: number,
  phoneId: string,
  phoneSequence: number,
): Promise<boolean> {
  const isNewer = and(
    eq(orderMoney.orderId, orderId),
    eq(orderMoney.phoneId, phoneId),
    gt(orderMoney.phoneSequence, phoneSequence),
  )
  return (await db.$count(orderMoney, isNewer)) > 0
}

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

type MoneyInput = MoneyEntry & {
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
  { collected: amount, reason, way = 'cash', reference = '' }: CounterMoney,
): Promise<void> {
  const order = await lockOrder(context.db, orderId)
  const due = balanceOf(order).amountToCollect
  const note = reasonOf(due, amount, reason)
  const mistakes = checkCash(due, amount, note, { way, reference })
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
