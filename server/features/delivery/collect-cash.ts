import { desc, eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { checkCash, type DoorWay, reasonOf } from '#rules/cash-book.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import { balanceOf, doorMoneyOf, keptOf, type MoneySums } from '#rules/order-ledger.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { postMail } from '../notifications/outbox.ts'
import { lockOrder } from '../orders/find-order.ts'
import { addLine, findLineOf, hasNewerLine, listDoorLines } from '../orders/order-ledger.ts'
import { type MoneyRow, type OrderRow, orders } from '../orders/tables.ts'
import { postReceiptCheck } from '../orders/write-order.ts'
import { cashEntries } from './tables.ts'

/** What a customer gave at the door, and how; nothing is nothing in cash. */
export type Cash = {
  collected: Pesewas
  reason: string
  way?: DoorWay | undefined
  /** Of mobile money. */
  reference?: string | undefined
}

type Occasion = { actorId: string; happenedAt: Date; recordedAt: Date; sentAs?: SentAs }

/** How a phone marks an entry: the same key is the same entry, and its place is after those with smaller numbers. */
type SentAs = { requestKey: string | null; phoneId: string | null; phoneSequence: number | null }

/**
 * Writes what the driver was given at the door. Entered again, only the difference is one more line; entered another way, what
 * was entered before is taken back.
 */
export async function collectCash(
  context: Pick<Context, 'jobs' | 'config'>,
  db: Database,
  order: OrderRow,
  driverId: string,
  cash: Cash,
  { sentAs, ...occasion }: Occasion,
): Promise<void> {
  const { collected, way = 'cash', reference = '' } = cash
  const due = balanceOf(order).amountToCollect
  // A phone with the version before still sends the reason of the amount that it corrects.
  const given = reasonOf(due, collected, cash.reason)
  // The phone did not know yet: the money is in the driver's hand, and nobody needs to explain it.
  const reason = given === '' && order.paidAt !== null && collected > due ? paidOnlineToo : given
  const mistakes = checkCash(due, collected, reason, { way, reference })
  if (Object.keys(mistakes).length > 0) throw new Refusal('invalid_input', { fields: mistakes })
  const inHand = await lockCashOf(db, driverId)
  const lines = (await listDoorLines(db, [order.id])).get(order.id) ?? []
  const before = enteredBy(driverId, lines, order)
  const isSame =
    before?.collected === collected &&
    before.reason === reason &&
    before.way === way &&
    before.reference === reference
  // With a key even a line of nothing is written: repeated after a correction, it would undo it.
  if (isSame && !sentAs?.requestKey) return
  const moreCash = (way === 'cash' ? collected : 0) - (before?.cash ?? 0)
  const moreMobile = (way === 'mobile_money' ? collected : 0) - (before?.mobile ?? 0)
  if (inHand + moreCash < 0) throw new Refusal('cash_handed_over')
  const { requestKey = null, ...phone } = sentAs ?? {}
  const entry = { orderId: order.id, driverId, ...occasion, ...phone, reason, reference }
  // What is taken back comes first: the newest line says how it was paid.
  const steps = [
    { way: 'cash', amount: moreCash },
    { way: 'mobile_money', amount: moreMobile },
  ] as const
  for (const step of steps.toSorted((one) => (one.way === way ? 1 : -1))) {
    const isChosen = step.way === way
    if (!isChosen && step.amount === 0) continue
    await writeLine(db, { ...entry, ...step, requestKey: isChosen ? requestKey : null }, inHand)
  }
  await postReceiptCheck(context, db, order.id)
  const more = moreCash + moreMobile
  const after = balanceOf({ ...order, paidCash: order.paidCash + more })
  if (more > 0 && after.paymentState === orderPaymentLabels.paid_twice) {
    await alertOfSecondPayment(context, db, order, collected)
  }
}

type DoorEntry = Omit<Occasion, 'sentAs'> &
  Partial<SentAs> & {
    orderId: number
    driverId: string
    way: DoorWay
    amount: Pesewas
    reason: string
    reference: string
  }

/** One line of the order's ledger; cash is in the driver's own book, too. */
async function writeLine(db: Database, entry: DoorEntry, inHand: Pesewas): Promise<void> {
  const { reason, reference, way, ...common } = entry
  const line = { ...common, kind: 'receipt', source: 'door', way, note: reason } as const
  if (way === 'mobile_money') {
    await addLine(db, { ...line, reference })
    return
  }
  const [added] = await db
    .insert(cashEntries)
    .values({ ...common, kind: 'collected', reason, inHandAfter: inHand + entry.amount })
    .returning({ id: cashEntries.id })
  await addLine(db, { ...line, cashEntryId: added?.id ?? null })
}

export type Entered = Required<Cash> & { cash: Pesewas; mobile: Pesewas }

/** What this driver has entered for an order and the shop still has; null when nothing was entered yet. */
export function enteredBy(driverId: string, lines: readonly MoneyRow[], order: MoneySums): Entered | null {
  const newest = lines.findLast((line) => line.driverId === driverId)
  if (newest === undefined) return null
  const { cash, mobile_money: mobile } = doorMoneyOf(driverId, lines, keptOf(order).doorBack)
  const way = newest.way === 'mobile_money' ? newest.way : 'cash'
  const { note: reason, reference } = newest
  return { collected: cash + mobile, cash, mobile, way, reason, reference }
}

const paidOnlineToo = 'The order was paid online too'

async function alertOfSecondPayment(
  { jobs, config }: Pick<Context, 'jobs' | 'config'>,
  db: Database,
  { id, trackingCode }: OrderRow,
  cash: Pesewas,
): Promise<void> {
  await postMail({ jobs }, db, {
    to: config.mail.to,
    subject: `Order ${trackingCode} was paid twice`,
    text: `A driver was given ${formatGhs(cash)} for order #${id} (${trackingCode}), which was paid online before. Please pay one of both back.\n\n${config.publicUrl}/admin/orders?order=${id}`,
  })
}

/** All that the driver has now. Locked until the transaction ends: each line of the book builds on the one before. */
export async function lockCashOf(db: Database, driverId: string): Promise<Pesewas> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cash ${driverId}`}, 0))`)
  return await cashInHand(db, driverId)
}

export async function cashInHand(db: Database, driverId: string): Promise<Pesewas> {
  const [newest] = await db
    .select({ inHand: cashEntries.inHandAfter })
    .from(cashEntries)
    .where(eq(cashEntries.driverId, driverId))
    .orderBy(desc(cashEntries.id))
    .limit(1)
  return newest?.inHand ?? 0
}

type CashInput = Cash & {
  tappedAt?: Date | undefined
  phoneId?: string | undefined
  phoneSequence?: number | undefined
}

/** Enters the cash of an order that is delivered already, or corrects it. What comes twice, or too late, changes nothing. */
export async function enterCash(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { tappedAt, phoneId, phoneSequence, ...cash }: CashInput,
  givenKey: string | null,
): Promise<void> {
  const requestKey = givenKey && hashOf('cash', viewer.id, givenKey)
  await inTransaction(context.db, async (db) => {
    const isRepeat = await findEarlier(db, {
      key: requestKey,
      find: () => findLineOf(db, requestKey ?? ''),
      compare: (earlier) => {
        if (earlier.orderId !== orderId) throw new Refusal('already_submitted')
      },
    })
    if (isRepeat) return
    const order = await lockOwnDelivery(db, viewer, orderId)
    const sentAs = { requestKey, phoneId: phoneId ?? null, phoneSequence: phoneSequence ?? null }
    const isNumbered = phoneId !== undefined && phoneSequence !== undefined
    if (isNumbered && (await hasNewerLine(db, orderId, phoneId, phoneSequence))) return
    const now = context.clock()
    const happenedAt = timeOfTap(tappedAt ?? null, { now, notBefore: order.updatedAt })
    const occasion = { actorId: viewer.id, happenedAt, recordedAt: now, sentAs }
    await collectCash(context, db, order, viewer.id, cash, occasion)
  })
}

/** An order that this driver has delivered. Anybody else's is as unknown as one that does not exist. */
export async function lockOwnDelivery(db: Database, viewer: Viewer, id: number): Promise<OrderRow> {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  const order = await lockOrder(db, id, eq(orders.driverId, viewer.id))
  if (order.status !== 'Delivered') {
    const details = { order_status: order.status, updated_at: order.updatedAt.toISOString() }
    throw new Refusal('order_changed', { details })
  }
  return order
}
