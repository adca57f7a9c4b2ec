import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readSettings } from '../settings/settings.ts'

/** Done by the receipts, which lie above the orders: see server/features/receipts/issue-receipts.ts. */
export const receiptCheck = { job: 'receipt-check', data: z.object({ orderId: z.int() }) }

/**
 * An order, or its money, has changed: it may need a receipt, or a corrected one. Checked after the commit, so that nobody at the till or
 * at a door waits for the next number.
 */
export async function postReceiptCheck(
  { jobs }: Pick<Context, 'jobs'>,
  db: Database,
  orderId: number,
): Promise<void> {
  const { receipts } = await readSettings(db)
  if (receipts.name !== '') await jobs.send(db, receiptCheck.job, { orderId })
}
