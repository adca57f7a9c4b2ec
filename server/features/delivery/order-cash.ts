import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cashEntries } from './tables.ts'

export type OrderCash = {
  /** All that was collected for the order at the door. */
  collected: Pesewas
  /** When the shop counted it; null while a driver still has it. */
  receivedAt: Date | null
}

type Entry = typeof cashEntries.$inferSelect
type HandOver = Pick<Entry, 'id' | 'driverId' | 'amount' | 'recordedAt'>

/** What the drivers were given for these orders, and whether it lies in the shop. Orders without an entry are not there. */
export async function readOrderCash(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderCash>> {
  const found = new Map<number, OrderCash>()
  if (orderIds.length === 0) return found
  const entries = await db
    .select()
    .from(cashEntries)
    .where(inArray(cashEntries.orderId, [...orderIds]))
    .orderBy(asc(cashEntries.id))
  const handOvers = await listHandOversAfter(db, entries)
  for (const [orderId, lines] of Map.groupBy(entries, ({ orderId }) => orderId)) {
    if (orderId === null) continue
    const newest = [...new Map(lines.map((line) => [line.driverId, line])).values()]
    const times = newest.map((line) => timeOfReceipt(line, handOvers))
    found.set(orderId, {
      collected: lines.reduce((sum, { amount }) => sum + amount, 0),
      receivedAt: times.reduce((latest, at) => (latest && at && at > latest ? at : latest && at)) ?? null,
    })
  }
  return found
}

async function listHandOversAfter(db: Database, entries: readonly Entry[]): Promise<HandOver[]> {
  const [oldest] = entries
  const drivers = [...new Set(entries.flatMap(({ driverId }) => driverId ?? []))]
  if (oldest === undefined || drivers.length === 0) return []
  const { id, driverId, amount, recordedAt, kind } = cashEntries
  return await db
    .select({ id, driverId, amount, recordedAt })
    .from(cashEntries)
    .where(and(inArray(driverId, drivers), gt(id, oldest.id), eq(kind, 'handed_over')))
    .orderBy(asc(id))
}

/** Whoever hands over less than all hands over what came first. */
function timeOfReceipt({ id, driverId, inHandAfter }: Entry, handOvers: readonly HandOver[]): Date | null {
  let left = inHandAfter
  for (const handOver of handOvers) {
    if (handOver.id < id || handOver.driverId !== driverId) continue
    left += handOver.amount
    if (left <= 0) return handOver.recordedAt
  }
  return null
}
