import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sumOf } from '#rules/order-ledger.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { type MoneyRow, orderMoney, orders } from './tables.ts'

export type NewLine = Omit<typeof orderMoney.$inferInsert, 'id'>

/** The one place where money is written down: the line, and the sum of its kind in the order, which the caller has locked. */
export async function addLine(
  db: Database,
  line: NewLine,
  /** What else of the order changes with it. */
  alongside: Partial<typeof orders.$inferInsert> = {},
): Promise<MoneyRow> {
  const [added] = await db.insert(orderMoney).values(line).returning()
  if (added === undefined) throw new Error('The line of the ledger was not written down')
  const name = sumOf(line)
  await db
    .update(orders)
    .set({ ...alongside, [name]: sql`${orders[name]} + ${line.amount}` })
    .where(eq(orders.id, line.orderId))
  return added
}

export type ShownLine = MoneyRow & { byName: string | null; correctedBy: number | null }

const shownLines = 200

/** The ledger of one order, oldest first; of a very long one, its end. */
export async function listLines(db: Database, orderId: number): Promise<ShownLine[]> {
  const corrections = alias(orderMoney, 'corrections')
  const rows = await db
    .select({
      line: orderMoney,
      email: users.email,
      displayName: users.displayName,
      correctedBy: corrections.id,
    })
    .from(orderMoney)
    .leftJoin(users, eq(users.id, orderMoney.actorId))
    .leftJoin(corrections, eq(corrections.corrects, orderMoney.id))
    .where(eq(orderMoney.orderId, orderId))
    .orderBy(desc(orderMoney.id))
    .limit(shownLines)
  return rows.toReversed().map(({ line, email, displayName, correctedBy }) => ({
    ...line,
    byName: email && nameOf(displayName, email),
    correctedBy,
  }))
}

/** What drivers were given for these orders, oldest first. */
export async function listDoorLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, MoneyRow[]>> {
  if (orderIds.length === 0) return new Map()
  const isAtDoor = and(inArray(orderMoney.orderId, [...orderIds]), eq(orderMoney.source, 'door'))
  const lines = await db.select().from(orderMoney).where(isAtDoor).orderBy(asc(orderMoney.id))
  return Map.groupBy(lines, ({ orderId }) => orderId)
}

/** The number of the newest line; 0 before the first. */
export async function findLastLine(db: Database, orderId: number): Promise<number> {
  const [last] = await db
    .select({ id: orderMoney.id })
    .from(orderMoney)
    .where(eq(orderMoney.orderId, orderId))
    .orderBy(desc(orderMoney.id))
    .limit(1)
  return last?.id ?? 0
}

/** Not asked before it is awaited: it must come after the lock of its key. */
export function findLineOf(db: Database, requestKey: string) {
  return db.select().from(orderMoney).where(eq(orderMoney.requestKey, requestKey))
}

/** True when the same phone has already sent what was tapped after it. */
export async function hasNewerLine(
  db: Database,
  orderId: number,
  phoneId: string,
  phoneSequence: number,
): Promise<boolean> {
  const isNewer = and(
    eq(orderMoney.orderId, orderId),
    eq(orderMoney.phoneId, phoneId),
    gt(orderMoney.phoneSequence, phoneSequence),
  )
  return (await db.$count(orderMoney, isNewer)) > 0
}
