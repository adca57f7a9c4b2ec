import { eq, inArray } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { toCedis } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { orderIdsOf } from '../orders/data-export-and-erasure.ts'
import { listAttempts } from './attempts.ts'
import { cashInHand } from './collect-cash.ts'
import { readProofs, removeProofs } from './proofs-and-notes.ts'
import { cashEntries, deliveryAttempts, deliveryNotes, driverSteps, handOvers } from './tables.ts'

/** What a driver did, and the photos and notes of a customer's deliveries. Must forget before the orders forget their customer. */
export function deliveryRecords(context: Context): PersonalRecords {
  return {
    name: 'deliveries',
    list: async (db, { id, ...person }) => {
      const own = await orderIdsOf(db, { id, ...person })
      const orderIds = own.map((order) => order.id)
      const proofs = await readProofs(db, orderIds)
      const attempts = await listAttempts(db, orderIds)
      const steps = await db.select().from(driverSteps).where(eq(driverSteps.driverId, id))
      const cash = await db.select().from(cashEntries).where(eq(cashEntries.driverId, id))
      return {
        proofs: [...proofs.values()].flat().map(({ orderId, kind, takenAt }) => ({ orderId, kind, takenAt })),
        attempts: attempts.map(({ orderId, outcome, note, happenedAt, answerDay, answerNote }) => ({
          orderId,
          outcome,
          note,
          happenedAt,
          answerDay,
          answerNote,
        })),
        steps: steps.map(({ orderId, status, happenedAt }) => ({ orderId, status, happenedAt })),
        cash: cash.map(({ kind, orderId, amount, reason, happenedAt }) => ({
          kind,
          orderId,
          amount: toCedis(amount),
          reason,
          happenedAt,
        })),
      }
    },
    forget: async (db, person) => {
      if ((await cashInHand(db, person.id)) > 0) throw new Refusal('cash_in_hand')
      const ids = (await orderIdsOf(db, person)).map(({ id }) => id)
      await removeProofs(context, db, ids)
      if (ids.length === 0) return
      await db.delete(deliveryNotes).where(inArray(deliveryNotes.orderId, ids))
      // That somebody came in vain stays; what was written about the customer does not.
      await db
        .update(deliveryAttempts)
        .set({ note: '', answerNote: '' })
        .where(inArray(deliveryAttempts.orderId, ids))
    },
  }
}

/** Of orders that never were, and what drivers who never were have handed over. */
export async function eraseDeliveries(
  context: Context,
  db: Database,
  orderIds: readonly number[],
  driverIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0) {
    await removeProofs(context, db, [...orderIds])
    await db.delete(deliveryAttempts).where(inArray(deliveryAttempts.orderId, [...orderIds]))
    await db.delete(deliveryNotes).where(inArray(deliveryNotes.orderId, [...orderIds]))
    await db.delete(driverSteps).where(inArray(driverSteps.orderId, [...orderIds]))
    await db.delete(cashEntries).where(inArray(cashEntries.orderId, [...orderIds]))
  }
  if (driverIds.length === 0) return
  const isTheirs = inArray(handOvers.driverId, [...driverIds])
  const theirs = db.select({ id: handOvers.id }).from(handOvers).where(isTheirs)
  await db.delete(cashEntries).where(inArray(cashEntries.handOverId, theirs))
  await db.delete(handOvers).where(isTheirs)
}
