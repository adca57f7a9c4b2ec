import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normalisePin } from '#rules/delivery-pin.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeStatus, type StatusChange, type StatusInput } from '../orders/change-status.ts'
import { takeAtCounter } from '../orders/order-ledger.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { type Cash, collectCash } from './collect-cash.ts'
import { deliveryProofs, driverSteps } from './tables.ts'

export type Step = StatusInput & {
  /** What was given at the door or at the counter, with the step to Delivered. */
  cash?: Cash | undefined
  /** The customer's PIN, typed in as proof. */
  proofCode?: string | undefined
}

type StepTaken = Pick<StatusChange, 'effect'> & {
  order: Pick<OrderRow, 'id' | 'status' | 'updatedAt'>
  isRepeat: boolean
}

/** One step of an order, with the cash and the proof that belong to it, once for each key: all of it, or nothing. */
export async function takeStep(
  context: Context,
  viewer: Viewer,
  orderId: number,
  step: Step,
  givenKey: string | null,
): Promise<StepTaken> {
  const requestKey = givenKey && hashOf('step', viewer.id, givenKey)
  const contentsHash = hashOf(orderId, step.to, toldCash(step.cash), step.proofCode ?? null)
  if (step.proofCode !== undefined) await limitPins(context, viewer, orderId, step.proofCode)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findTaken(db, requestKey, contentsHash)
    if (earlier) return earlier
    const { order, effect, from } = await changeStatus({ ...context, db }, viewer, orderId, step)
    if (isAtCounter(viewer, order)) await handOverAtCounter({ ...context, db }, viewer, { order, from }, step)
    else await saveCashAndProof(context, db, viewer, order, step)
    if (requestKey) {
      const { to: status, tappedAt = null } = step
      const times = { tappedAt, happenedAt: order.updatedAt, arrivedAt: context.clock() }
      const saved = { requestKey, contentsHash, driverId: viewer.id, orderId, status }
      await db.insert(driverSteps).values({ ...saved, ...times })
    }
    return { order, effect, isRepeat: false }
  })
}

/** Cash is told as phones told it before there was another way: a tap that waited for a new version is still the same one. */
function toldCash(cash: Cash | undefined): Cash | null {
  if (cash === undefined) return null
  const { collected, reason, way = 'cash' } = cash
  return way === 'cash' ? { collected, reason } : cash
}

const month = 30 * 24 * 3_600
const wrongPins = { limit: 5, windowSeconds: month }
const sameWrongPin = { limit: 1, windowSeconds: month }

/**
 * Four digits are soon guessed: after five wrong ones no PIN proves this order any more. Counted apart from the step, which
 * leaves nothing behind when it is refused. A tap that the network repeats is one try.
 */
async function limitPins(
  { db, limits }: Context,
  viewer: Viewer,
  orderId: number,
  typed: string,
): Promise<void> {
  // Of a delivered one too: its PIN can still be typed in, so it can still be guessed.
  const isOpen = and(eq(orders.id, orderId), ne(orders.status, 'Cancelled'))
  const [order] = await db.select().from(orders).where(isOpen)
  const isCounter = order !== undefined && isAtCounter(viewer, order)
  if (order === undefined || !(order.driverId === viewer.id || isCounter)) return
  const key = String(orderId)
  const pin = normalisePin(typed)
  const { allowed } = await limits.take('wrongPins', key, wrongPins)
  if (!allowed) {
    throw new Refusal('wrong_pin', {
      text: isCounter
        ? 'There were too many wrong PINs for this order. Look who it is, then set the status by hand.'
        : 'There were too many wrong PINs for this order. Please take a photo instead.',
    })
  }
  if (pin === order.deliveryPin) return await limits.giveBack('wrongPins', key)
  const { allowed: isNew } = await limits.take('wrongPin', [key, pin], sameWrongPin)
  if (!isNew) await limits.giveBack('wrongPins', key)
  throw wrongPin(isCounter)
}

function wrongPin(isCounter: boolean): Refusal {
  if (!isCounter) return new Refusal('wrong_pin')
  return new Refusal('wrong_pin', {
    text: 'This is not the PIN of this order. Please ask the customer again.',
  })
}

/** The staff hands it to the customer in the shop, as a driver does at the door. */
function isAtCounter(viewer: Viewer, { deliveryOption }: OrderRow): boolean {
  return deliveryOption === 'pickup' && may(viewer, 'orders')
}

type HandedOver = Pick<StatusChange, 'order' | 'from'>

async function handOverAtCounter(
  context: Context,
  viewer: Viewer,
  { order, from }: HandedOver,
  { cash, proofCode, to }: Step,
): Promise<void> {
  if (cash === undefined && proofCode === undefined) return
  if (to !== 'Delivered') throw new Refusal('step_not_allowed')
  // Somebody else was faster, and has the money already.
  if (from === 'Delivered') {
    const details = { order_status: order.status, updated_at: order.updatedAt.toISOString() }
    throw new Refusal('order_changed', { details })
  }
  if (proofCode !== undefined) {
    if (normalisePin(proofCode) !== order.deliveryPin) throw wrongPin(true)
    await addPinProof(context, viewer, order)
  }
  if (cash !== undefined) await takeAtCounter(context, viewer, order.id, cash)
}

async function addPinProof({ db, clock }: Context, viewer: Viewer, order: OrderRow): Promise<void> {
  await db.insert(deliveryProofs).values({
    orderId: order.id,
    driverId: viewer.id,
    kind: 'pin',
    takenAt: order.updatedAt,
    arrivedAt: clock(),
  })
}

async function findTaken(
  db: Database,
  requestKey: string | null,
  contentsHash: string,
): Promise<StepTaken | null> {
  const earlier = await findEarlier(db, {
    key: requestKey,
    find: () =>
      db
        .select()
        .from(driverSteps)
        .where(eq(driverSteps.requestKey, requestKey ?? '')),
    compare: (step) => {
      if (step.contentsHash === contentsHash) return
      throw new Refusal('already_submitted', { text: 'This step was already sent with different details.' })
    },
  })
  if (earlier === null) return null
  const { orderId: id, status, happenedAt: updatedAt } = earlier
  return { order: { id, status, updatedAt }, effect: 'none', isRepeat: true }
}

async function saveCashAndProof(
  context: Context,
  db: Database,
  viewer: Viewer,
  order: OrderRow,
  { cash, proofCode }: Step,
): Promise<void> {
  if (cash === undefined && proofCode === undefined) return
  if (order.status !== 'Delivered' || order.driverId !== viewer.id) throw new Refusal('step_not_allowed')
  const happenedAt = order.updatedAt
  if (cash !== undefined) {
    await collectCash(context, db, order, viewer.id, cash, {
      actorId: viewer.id,
      happenedAt,
      recordedAt: context.clock(),
    })
  }
  if (proofCode === undefined) return
  if (normalisePin(proofCode) !== order.deliveryPin) throw wrongPin(false)
  await addPinProof({ ...context, db }, viewer, order)
}
