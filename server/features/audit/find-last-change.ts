import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { AuditedThing } from './record-change.ts'
import { auditEntries } from './tables.ts'

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
