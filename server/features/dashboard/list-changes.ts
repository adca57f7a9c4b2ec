import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ChangesFilter } from '#contract/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { auditEntries } from '../audit/tables.ts'
import { findNames, nameKey } from './name-changed-things.ts'

export type Changer = { id: string; name: string; email: string }

export type ListedChange = typeof auditEntries.$inferSelect & {
  /** Null when the account was deleted since. */
  by: Changer | 'shop' | null
  thingName: string | null
}

/** The newest first, from one entry on: however long the list gets, a page of it costs the same. */
export async function listChanges(
  db: Database,
  { thing, person, before, limit }: ChangesFilter,
): Promise<{ changes: ListedChange[]; older: number | null }> {
  const rows = await db
    .select({ entry: auditEntries, user: users })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(
      and(
        thing && eq(auditEntries.thing, thing),
        isBy(person),
        before === undefined ? undefined : lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const names = await findNames(
    db,
    shown.map(({ entry }) => entry),
  )
  const changes = shown.map(({ entry, user }) => ({
    ...entry,
    by: entry.actorId === null ? ('shop' as const) : toChanger(user),
    thingName: names.get(nameKey(entry)) ?? null,
  }))
  return { changes, older: rows.length > limit ? (changes.at(-1)?.id ?? null) : null }
}

function isBy(person: ChangesFilter['person']): SQL | undefined {
  if (person === undefined) return undefined
  return person === 'shop' ? isNull(auditEntries.actorId) : eq(auditEntries.actorId, person)
}

function toChanger(user: typeof users.$inferSelect | null): Changer | null {
  return user && { id: user.id, name: nameOf(user.displayName, user.email), email: user.email }
}

/** Everybody who ever changed something. Jumps from name to name in the index instead of reading the whole list. */
export async function listChangers(db: Database): Promise<Changer[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive changers as (
      (select actor_id from audit_entries where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_entries where actor_id > changers.actor_id order by actor_id limit 1)
      from changers where changers.actor_id is not null
    )
    select actor_id as id from changers where actor_id is not null`)
  if (rows.length === 0) return []
  const people = await db
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(users.email)
  return people.flatMap((user) => toChanger(user) ?? [])
}
