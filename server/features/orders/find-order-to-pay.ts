import { eq, type SQL } from 'drizzle-orm'
import { isTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Database } from '#server/platform/database/database.ts'
import { orders } from './tables.ts'
import type { OrderRow } from './write-order.ts'

/** By its tracking code or by its number. A code can be made of digits alone, so text is tried as a code first. */
export async function findOrderToPay(db: Database, named: number | string): Promise<OrderRow | null> {
  const code = typeof named === 'string' ? normaliseTrackingCode(named) : ''
  const byCode = isTrackingCode(code) ? await findOne(db, eq(orders.trackingCode, code)) : null
  if (byCode !== null) return byCode
  const number = /^#?(\d{1,9})$/.exec(String(named).trim())?.[1]
  return number === undefined ? null : await findOne(db, eq(orders.id, Number(number)))
}

async function findOne(db: Database, where: SQL): Promise<OrderRow | null> {
  const [order] = await db.select().from(orders).where(where)
  return order ?? null
}
