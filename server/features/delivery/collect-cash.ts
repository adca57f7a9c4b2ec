import { and, desc, eq, gt, sql, sum } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { checkCash } from '#rules/cash-book.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import { balanceOf } from '#rules/order-money.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { findEarlier } from '#server/platform/database/idempotency.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { postMail } from '../notifications/outbox.ts'
import { lockOrder } from '../orders/find-order.ts'
import { addCash } from '../orders/receive-money.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { cashEntries } from './tables.ts'

export type Cash = { collected: Pesewas; reason: string }

type Occasion = { actorId: string; happenedAt: Date; recordedAt: Date; sentAs?: SentAs }

/** How a phone marks an entry: the same key is the same entry, and its place is after those with smaller numbers. */
type SentAs = { requestKey: string | null; phoneId: string | null; phoneSequence: number | null }

/** Writes what the driver was given at the door. Entered again, only the difference is one more line. */
export async function collectCash(
  context: Pick<Context, 'jobs' | 'config'>,
  db: Database,
  order: OrderRow,
  driverId: string,
  { collected, reason: given }: Cash,
  { sentAs, ...occasion }: Occasion,
): Promise<void> {
  const due = balanceOf(order).amountToCollect
  // The phone did not know yet: the money is in the driver's hand, and nobody needs to explain it.
  const reason = given === '' && order.paidAt !== null && collected > due ? paidOnlineToo : given
  const mistakes = checkCash(due, collected, reason)
  if (Object.keys(mistakes).length > 0) throw new Refusal('invalid_input', { fields: mistakes })
  const inHand = await lockCashOf(db, driverId)
  const before = await collectedAt(db, order.id, driverId)
  const isSame = before?.collected === collected && before.reason === reason
  // With a key even a line of nothing is written: repeated after a correction, it would undo it.
  if (isSame && !sentAs?.requestKey) return
  const amount = collected - (before?.collected ?? 0)
  if (inHand + amount < 0) throw new Refusal('cash_handed_over')
  await db.insert(cashEntries).values({
    kind: 'collected',
    driverId,
    orderId: order.id,
    amount,
    inHandAfter: inHand + amount,
    reason,
    ...occasion,
    ...sentAs,
  })
  await addCash(db, order.id, amount)
  const after = balanceOf({ ...order, paidCash: order.paidCash + amount })
  if (amount > 0 && after.paymentState === orderPaymentLabels.paid_twice) {
    await alertOfSecondPayment(context, db, order, collected)
  }
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

/** Null when nothing was entered yet. */
async function collectedAt(db: Database, orderId: number, driverId: string): Promise<Cash | null> {
  const isHere = and(eq(cashEntries.orderId, orderId), eq(cashEntries.driverId, driverId))
  const [newest] = await db
    .select({ reason: cashEntries.reason })
    .from(cashEntries)
    .where(isHere)
    .orderBy(desc(cashEntries.id))
    .limit(1)
  if (newest === undefined) return null
  const [added] = await db
    .select({ collected: sum(cashEntries.amount).mapWith(Number) })
    .from(cashEntries)
    .where(isHere)
  return { collected: added?.collected ?? 0, reason: newest.reason }
}

export type CashInput = Cash & {
  tappedAt?: Date | undefined
  phoneId?: string | undefined
  phoneSequence?: number | undefined
}

/** Enters the cash of an order that is delivered already, or corrects it. What comes twice, or too late, changes nothing. */
export async function enterCash(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { collected, reason, tappedAt, phoneId, phoneSequence }: CashInput,
  givenKey: string | null,
): Promise<void> {
  const requestKey = givenKey && hashOf('cash', viewer.id, givenKey)
  await inTransaction(context.db, async (db) => {
    const isRepeat = await findEarlier(db, {
      key: requestKey,
      find: () =>
        db
          .select()
          .from(cashEntries)
          .where(eq(cashEntries.requestKey, requestKey ?? '')),
      compare: (earlier) => {
        if (earlier.orderId !== orderId) throw new Refusal('already_submitted')
      },
    })
    if (isRepeat) return
    const order = await lockOwnDelivery(db, viewer, orderId)
    const sentAs = { requestKey, phoneId: phoneId ?? null, phoneSequence: phoneSequence ?? null }
    if (await wasCorrected(db, orderId, sentAs)) return
    const now = context.clock()
    const happenedAt = timeOfTap(tappedAt ?? null, { now, notBefore: order.updatedAt })
    const cash = { collected, reason }
    const occasion = { actorId: viewer.id, happenedAt, recordedAt: now, sentAs }
    await collectCash(context, db, order, viewer.id, cash, occasion)
  })
}

/** True when the same phone has already sent what was tapped after it. */
async function wasCorrected(
  db: Database,
  orderId: number,
  { phoneId, phoneSequence }: Pick<SentAs, 'phoneId' | 'phoneSequence'>,
): Promise<boolean> {
  if (phoneId === null || phoneSequence === null) return false
  const isNewer = and(
    eq(cashEntries.orderId, orderId),
    eq(cashEntries.phoneId, phoneId),
    gt(cashEntries.phoneSequence, phoneSequence),
  )
  return (await db.$count(cashEntries, isNewer)) > 0
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
