import { eq } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { LiveReturnState } from '#rules/returns.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { postReceiptCheck } from './receipt-check.ts'
import { type OrderRow, orders } from './tables.ts'
import { writeHistory } from './write-order.ts'

type ReturnStep = {
  returnState: LiveReturnState | null
  /** How much less the order costs from now on. */
  credit?: Pesewas
  /** What comes back, and how it stood and stands, in words. */
  of: string
  before: string
  after: string
  actorId: string | null
  at: Date
}

/** What an order, which the caller has locked, has to know of its returns: how they stand, what they take off, and its history. */
export async function noteReturn(
  context: Pick<Context, 'jobs'>,
  db: Database,
  { id: orderId, status, returned }: OrderRow,
  { returnState, credit = 0, of, before, after, actorId, at }: ReturnStep,
): Promise<void> {
  await db
    .update(orders)
    .set({ returnState, returned: returned + credit, updatedAt: at })
    .where(eq(orders.id, orderId))
  if (credit > 0) await postReceiptCheck(context, db, orderId)
  const edits = [{ part: 'return' as const, name: of, before, after }]
  await writeHistory(db, { orderId, status, changedBy: actorId, changedAt: at, edits, notifiedAt: at })
}
