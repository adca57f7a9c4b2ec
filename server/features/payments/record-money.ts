import { type Pesewas, toCedis } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import type { LockedPayment } from './lock-payment.ts'

type MoneyChange = { action: string; actorId: string | null; state: string; amount: Pesewas; note: string }

/** What people decide about money is written down with who did, what moved and why. */
export async function recordMoney(
  { clock }: Context,
  db: Database,
  { order, payment }: LockedPayment,
  { action, actorId, state, amount, note }: MoneyChange,
): Promise<void> {
  await recordChange(db, {
    at: clock(),
    actorId,
    thing: 'payment',
    thingId: order.id,
    action,
    before: { state: payment.stage },
    after: { payment: payment.reference, amount: toCedis(amount), state, note },
  })
}
