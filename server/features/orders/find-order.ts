import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { codesThatLookLike, isTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type OrderRow, orders } from './tables.ts'

/** By its tracking code or by its number. A code can be made of digits alone, so text is tried as a code first. */
export async function findOrder(db: Database, named: number | string): Promise<OrderRow | null> {
  const byCode = typeof named === 'string' ? await findByCode(db, named) : null
  if (byCode !== null) return byCode
  const number = /^#?(\d{1,9})$/.exec(String(named).trim())?.[1]
  if (number === undefined) return null
  const [byNumber] = await select(db, eq(orders.id, Number(number)))
  return byNumber ?? null
}

/** The code as it was typed, or else the only one that it looks like. */
export async function findByCode(db: Database, typed: string): Promise<OrderRow | null> {
  const code = normaliseTrackingCode(typed)
  if (!isTrackingCode(code)) return null
  const found = await select(db, inArray(orders.trackingCode, codesThatLookLike(code)))
  const exact = found.find(({ trackingCode }) => trackingCode === code)
  return exact ?? (found.length === 1 ? (found[0] ?? null) : null)
}

/** An order that is not the asker's is as unknown as one that does not exist: nobody can probe. */
export async function getOrderRow(db: Database, id: number, isTheirs?: SQL): Promise<OrderRow> {
  const [order] = await select(db, and(eq(orders.id, id), isTheirs))
  if (order === undefined) throw new Refusal('order_not_found')
  return order
}

/** The same, locked until the transaction ends. */
export async function lockOrder(db: Database, id: number, isTheirs?: SQL): Promise<OrderRow> {
  const [order] = await select(db, and(eq(orders.id, id), isTheirs)).for('no key update')
  if (order === undefined) throw new Refusal('order_not_found')
  return order
}

/** Locked in the order of their numbers, so that two who lock the same orders never wait for each other. */
export async function lockOrders(db: Database, ids: readonly number[]): Promise<OrderRow[]> {
  return await select(db, inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for('no key update')
}

/** Whoever has not seen what others did since looks again first. */
export function refuseIfChanged({ status, updatedAt }: OrderRow, expected: Date): void {
  if (updatedAt.getTime() === expected.getTime()) return
  throw new Refusal('order_changed', {
    details: { order_status: status, updated_at: updatedAt.toISOString() },
  })
}

function select(db: Database, where: SQL | undefined) {
  return db.select().from(orders).where(where)
}

/** Paid, or to be paid on delivery: what can be packed. */
export const isPaidOrOnDelivery: SQL = sql`(${or(isNotNull(orders.paidAt), ne(orders.paymentMethod, 'mtn_momo'))})`

/** Nobody drives to whoever collects it, and an online order that nobody has paid for is no driver's business yet. */
export const isDriversBusiness = and(ne(orders.deliveryOption, 'pickup'), isPaidOrOnDelivery)
