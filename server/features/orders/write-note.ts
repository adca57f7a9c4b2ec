import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrder } from './find-order.ts'
import { orders } from './tables.ts'

export type NoteInput = {
  note: string
  /** What the writer saw before; whoever wrote in between is not overwritten. */
  expected?: string | undefined
}

/** A note is only for the staff, and no step of the order: its history stays as it is. */
export async function writeNote(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { note, expected }: NoteInput,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (order.note === note) return
    if (expected !== undefined && expected !== order.note) {
      throw new Refusal('conflict', { details: { note: order.note } })
    }
    await db.update(orders).set({ note }).where(eq(orders.id, orderId))
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'changed the note',
      before: { note: order.note },
      after: { note },
    })
  })
}
