import { eq, inArray } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrder } from '../orders/find-order.ts'
import { deliveryNotes } from './tables.ts'

/** What the driver should know at the door. An empty note takes it away. */
export async function writeDeliveryNote(
  context: Context,
  viewer: Viewer,
  orderId: number,
  note: string,
): Promise<void> {
  if (!viewer.isAdmin) throw new Refusal('not_allowed')
  await inTransaction(context.db, async (db) => {
    await lockOrder(db, orderId)
    const before = (await readNotes(db, [orderId])).get(orderId) ?? ''
    if (before === note) return
    const now = context.clock()
    await db.delete(deliveryNotes).where(eq(deliveryNotes.orderId, orderId))
    if (note !== '') await db.insert(deliveryNotes).values({ orderId, note, updatedAt: now })
    await recordChange(db, {
      at: now,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'changed the note for the driver',
      before: { deliveryNote: before },
      after: { deliveryNote: note },
    })
  })
}

export async function readNotes(db: Database, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (orderIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(deliveryNotes)
    .where(inArray(deliveryNotes.orderId, [...orderIds]))
  return new Map(found.map(({ orderId, note }) => [orderId, note]))
}
