import { inArray } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { toCedis } from '#rules/money.ts'
import { isOpenReturn } from '#rules/returns.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { orderIdsOf } from '../orders/data-export-and-erasure.ts'
import { listReturns } from './find-returns.ts'
import { removeReturnPhotos } from './open-return.ts'
import { orderReturnLines, orderReturns } from './tables.ts'

const underWay =
  'Something of yours is still on its way back to the shop. You can delete your account when that is settled.'

/** What came back stays for the books, without photos and words. Must forget before the orders forget their customer. */
export function returnRecords(context: Context): PersonalRecords {
  return {
    name: 'returns',
    list: async (db, person) => {
      const ids = (await orderIdsOf(db, person)).map(({ id }) => id)
      const found = await listReturns(db, ids)
      return found.map(({ orderId, state, note, amount, createdAt, lines }) => ({
        orderId,
        state,
        note,
        amount: toCedis(amount),
        createdAt,
        lines: lines.map(({ productName, quantity, reason, condition }) => ({
          productName,
          quantity,
          reason,
          condition,
        })),
      }))
    },
    forget: async (db, person) => {
      const ids = (await orderIdsOf(db, person)).map(({ id }) => id)
      if (ids.length === 0) return
      const own = await listReturns(db, ids)
      if (own.some(({ state }) => isOpenReturn(state)))
        throw new Refusal('orders_under_way', { text: underWay })
      await removeReturnPhotos(context, db, ids)
      await db.update(orderReturns).set({ note: '' }).where(inArray(orderReturns.orderId, ids))
    },
  }
}

/** Of orders that never were, as those of the sample shop. */
export async function eraseReturns(
  context: Pick<Context, 'jobs'>,
  db: Database,
  orderIds: readonly number[],
): Promise<void> {
  if (orderIds.length === 0) return
  await removeReturnPhotos(context, db, orderIds)
  const gone = db
    .select({ id: orderReturns.id })
    .from(orderReturns)
    .where(inArray(orderReturns.orderId, [...orderIds]))
  await db.delete(orderReturnLines).where(inArray(orderReturnLines.returnId, gone))
  await db.delete(orderReturns).where(inArray(orderReturns.orderId, [...orderIds]))
}
