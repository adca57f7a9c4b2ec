import type { ChangedThing } from '#rules/change-labels.ts'
import type { Database } from '#server/platform/database/database.ts'
import { differences } from './differences.ts'
import { auditEntries } from './tables.ts'

export type AuditedThing = ChangedThing

export type StaffChange = {
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
  const kept = differences(before ?? {}, after ?? {})
  await db.insert(auditEntries).values({ ...change, thingId: String(thingId), ...kept })
}
