import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ChangedThing } from '#rules/change-labels.ts'
import type { Database } from '#server/platform/database/database.ts'
import { auditEntries } from './tables.ts'

export type AuditedThing = ChangedThing

type StaffChange = {
  at: Date
  /** Null: the shop itself. */
  actorId: string | null
  thing: AuditedThing
  thingId: string | number
  action: string
  /** What was made has nothing before; what was deleted nothing after. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Written in the transaction of the change itself: what did not happen is not in the list. */
export async function recordChange(
  db: Database,
  { thingId, before, after, ...change }: StaffChange,
): Promise<void> {
  const changed = differences(before ?? {}, after ?? {})
  await db.insert(auditEntries).values({ ...change, thingId: String(thingId), ...changed })
}

/** Whoever takes a whole list out of the shop, with the names and numbers of its customers. */
export async function recordExport(
  { db, clock }: { db: Database; clock: () => Date },
  actorId: string | null,
  list: string,
): Promise<void> {
  const action = `exported the ${list}`
  await recordChange(db, { at: clock(), actorId, thing: 'export', thingId: list, action })
}

type Fields = Record<string, unknown>

const longestText = 2_000

/** The fields that differ, as they were and as they are. Long texts are cut: the list shows what happened, it is no archive. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => !isSame(before[name], after[name]))
  return { before: pick(before, changed), after: pick(after, changed) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, shortened(fields[name])]])),
  )
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)} …` : value
}

/** What the staff wrote about these orders goes with the person. That they wrote it, and what was done, stays. */
export async function forgetNotes(db: Database, orderIds: readonly number[]): Promise<void> {
  const without = (side: typeof auditEntries.before | typeof auditEntries.after) =>
    sql`${side} - '{note,deliveryNote}'::text[]`
  await db
    .update(auditEntries)
    .set({ before: without(auditEntries.before), after: without(auditEntries.after) })
    .where(
      and(
        inArray(auditEntries.thing, ['order', 'payment']),
        inArray(auditEntries.thingId, orderIds.map(String)),
      ),
    )
}

/** Who changed it last; null when nobody of the staff ever did. */
export async function findLastChange(
  db: Database,
  thing: AuditedThing,
  thingId: string | number,
): Promise<{ actorId: string | null; at: Date } | null> {
  const [last] = await db
    .select({ actorId: auditEntries.actorId, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, thing), eq(auditEntries.thingId, String(thingId))))
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return last ?? null
}
