import type { DoorWay } from '#rules/cash-book.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { ListedOrder, Page } from '../orders/list-orders.ts'
import { listAttempts } from './attempts.ts'
import { type CashBook, readCashBook, readCollected } from './cash-book.ts'
import {
  countDriverOrders,
  type DriverCounts,
  type DriverFilter,
  listDriverOrders,
  readNotes,
  readProofs,
} from './proofs-and-notes.ts'

type DriverOrder = ListedOrder & {
  deliveryNote: string
  /** Null: nothing was entered yet. */
  collected: Pesewas | null
  cashReason: string
  paidBy: DoorWay
  moneyReference: string
  photos: number
  hasCode: boolean
  /** What the customer answered to the last attempt. */
  answerDay: string | null
  answerNote: string
  editedAt: Date | null
}

type DriverDay = {
  orders: DriverOrder[]
  total: number
  counts: { total: number; inProgress: number; completed: number; issues: number }
  cash: CashBook
}

/** All that a driver's phone shows, as it was at one moment. */
export async function readDriverDay(
  context: Context,
  viewer: Viewer,
  filter: DriverFilter,
  page: Page,
): Promise<DriverDay> {
  const moment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return await context.db.transaction(async (db) => {
    const { orders, total } = await listDriverOrders(db, viewer, filter, page, context.clock())
    const ids = orders.map(({ id }) => id)
    const notes = await readNotes(db, ids)
    const cash = await readCollected(db, viewer.id, orders)
    const proofs = await readProofs(db, ids)
    const attempts = Map.groupBy(await listAttempts(db, ids), ({ orderId }) => orderId)
    const described = orders.map(({ history, ...order }) => {
      const own = (proofs.get(order.id) ?? []).filter(({ attemptId }) => attemptId === null)
      const [attempt] = attempts.get(order.id) ?? []
      const entered = cash.get(order.id)
      return {
        ...order,
        deliveryNote: notes.get(order.id) ?? '',
        collected: entered?.collected ?? null,
        cashReason: entered?.reason ?? '',
        paidBy: entered?.way ?? ('cash' as const),
        moneyReference: entered?.reference ?? '',
        photos: own.filter(({ kind }) => kind === 'photo').length,
        hasCode: own.some(({ kind }) => kind !== 'photo'),
        answerDay: attempt?.answerDay ?? null,
        answerNote: attempt?.answerNote ?? '',
        editedAt: history.findLast(({ edits }) => edits)?.at ?? null,
      }
    })
    const counts = sumUp(await countDriverOrders(db, viewer))
    return { orders: described, total, counts, cash: await readCashBook(db, viewer.id) }
  }, moment)
}

function sumUp({ Pending, Processing, Shipped, Delivered, Cancelled }: DriverCounts): DriverDay['counts'] {
  return {
    total: Pending + Processing + Shipped + Delivered + Cancelled,
    inProgress: Processing + Shipped,
    completed: Delivered,
    issues: Cancelled,
  }
}
