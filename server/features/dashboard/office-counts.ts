import type { Database } from '#server/platform/database/database.ts'
import { countUnread } from '../messages/inbox.ts'
import { countFiltered } from '../orders/order-counts.ts'
import { countWaiting } from '../payments/list-payments.ts'

export type OfficeCounts = { pendingOrders: number; unreadMessages: number; paymentsToReview: number }

/** The numbers beside the links of the back office; asked every minute by everybody who has it open. */
export async function countForOffice(db: Database, pendingOrders?: number): Promise<OfficeCounts> {
  const { review, refundDue } = await countWaiting(db)
  return {
    pendingOrders: pendingOrders ?? (await countFiltered(db, { status: 'Pending' })),
    unreadMessages: await countUnread(db),
    paymentsToReview: review + refundDue,
  }
}
