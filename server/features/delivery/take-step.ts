import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeStatus, type StatusChange, type StatusWish } from '../orders/change-status.ts'
import type { OrderRow } from '../orders/write-order.ts'
import { type Cash, collectCash } from './collect-cash.ts'
import { requestPrint } from './request-print.ts'
import { deliveryProofs, driverSteps } from './tables.ts'

export type Step = StatusWish & {
  /** What was given at the door, with the step to Delivered. */
  cash?: Cash | undefined
  /** The customer's own code, typed in as proof. */
  proofCode?: string | undefined
}

export type StepTaken = Pick<StatusChange, 'effect'> & {
  order: Pick<OrderRow, 'id' | 'status' | 'updatedAt'>
  isRepeat: boolean
}

/** One step of an order, with the cash and the proof that belong to it, once for each key: all of it, or nothing. */
export async function takeStep(
  tools: Tools,
  viewer: Viewer,
  orderId: number,
  step: Step,
  givenKey: string | null,
): Promise<StepTaken> {
  const requestKey = givenKey && requestPrint('step', viewer.id, givenKey)
  const contentsPrint = requestPrint(orderId, step.to, step.cash ?? null, step.proofCode ?? null)
  const taken = await inTransaction(tools.db, async (db) => {
    const earlier = requestKey && (await findEarlier(db, requestKey, contentsPrint))
    if (earlier) return earlier
    const { order, effect } = await changeStatus({ ...tools, db }, viewer, orderId, step)
    await keepWhatCameAlong(tools, db, viewer, order, step)
    if (requestKey) {
      const { to: status, tappedAt = null } = step
      const times = { tappedAt, happenedAt: order.updatedAt, arrivedAt: tools.clock() }
      const kept = { requestKey, contentsPrint, driverId: viewer.id, orderId, status }
      await db.insert(driverSteps).values({ ...kept, ...times })
    }
    return { order, effect, isRepeat: false }
  })
  if (taken.effect !== 'none') tools.changes.tell('catalogue')
  return taken
}

/** Of several that come at once with the same key, one is applied; the others wait here and find it. */
async function findEarlier(
  db: Database,
  requestKey: string,
  contentsPrint: string,
): Promise<StepTaken | null> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestKey}, 0))`)
  const [earlier] = await db.select().from(driverSteps).where(eq(driverSteps.requestKey, requestKey))
  if (earlier === undefined) return null
  if (earlier.contentsPrint !== contentsPrint) {
    throw new Refusal('already_submitted', { text: 'This step was already sent with different details.' })
  }
  const { orderId: id, status, happenedAt: updatedAt } = earlier
  return { order: { id, status, updatedAt }, effect: 'none', isRepeat: true }
}

async function keepWhatCameAlong(
  tools: Tools,
  db: Database,
  viewer: Viewer,
  order: OrderRow,
  { cash, proofCode }: Step,
): Promise<void> {
  if (cash === undefined && proofCode === undefined) return
  if (order.status !== 'Delivered' || order.driverId !== viewer.id) throw new Refusal('step_not_allowed')
  const happenedAt = order.updatedAt
  if (cash !== undefined) {
    await collectCash(db, order, viewer.id, cash, {
      actorId: viewer.id,
      happenedAt,
      recordedAt: tools.clock(),
    })
  }
  if (proofCode === undefined) return
  if (normaliseTrackingCode(proofCode) !== order.trackingCode) {
    throw new Refusal('invalid_input', { fields: { proof_code: 'This is not the code of this order' } })
  }
  await db.insert(deliveryProofs).values({
    orderId: order.id,
    driverId: viewer.id,
    kind: 'code',
    takenAt: happenedAt,
    arrivedAt: tools.clock(),
  })
}
