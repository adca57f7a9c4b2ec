import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OrderRow } from '../orders/tables.ts'
import { listAttempts } from './lock-payment.ts'
import { later } from './schedule.ts'
import { takeStep } from './settle-payment.ts'
import { isLive } from './stages.ts'
import type { PaymentRow } from './tables.ts'

const idleWithinSeconds = 10

/** A page of the gateway that waits for somebody to pay there; it may be left for a new one. */
export function isOpenPage({ stage, hostedUrl }: PaymentRow): boolean {
  return isLive(stage) && hostedUrl !== null
}

/** The customer has left the page unpaid. It is still asked about: whoever pays there after all has paid. */
export async function giveUpPage(
  context: Context,
  db: Database,
  { order, attempts }: { order: OrderRow; attempts: PaymentRow[] },
  after: string | undefined,
): Promise<PaymentRow[]> {
  const payment = attempts.find((each) => each.reference === after && isOpenPage(each))
  if (payment === undefined) return attempts
  refuseUnlessIdle(payment, context.clock())
  await takeStep(context, db, { order, payment, attempts }, { stage: 'expired_local', reason: null }, {})
  return await listAttempts(db, order.id)
}

/** Somebody who is paying there at this moment would pay twice. */
export function refuseUnlessIdle({ idleAt, heardAt }: PaymentRow, now: Date): void {
  const isFresh = (moment: Date | null) => moment !== null && now <= later(moment, idleWithinSeconds)
  if (isFresh(idleAt)) return
  throw new Refusal(isFresh(heardAt) ? 'payment_running' : 'gateway_unreachable')
}
