import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ChangesFilter } from '#contract/dashboard.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { type NamedPerson, toNamedPerson } from '../accounts/team.ts'
import { nameOf } from '../accounts/viewer.ts'
import { auditEntries } from '../audit/tables.ts'
import { blogPosts } from '../blog/tables.ts'
import { categories, products, sales } from '../catalogue/tables.ts'
import { handOvers } from '../delivery/tables.ts'
import { contactMessages, conversations, newsletterReaders } from '../messages/tables.ts'
import { orders } from '../orders/tables.ts'
import { pages } from '../pages/tables.ts'
import { testimonials } from '../testimonials/tables.ts'

type ListedChange = typeof auditEntries.$inferSelect & {
  /** Null when the account was deleted since. */
  by: NamedPerson | 'shop' | null
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
    by: entry.actorId === null ? ('shop' as const) : toNamedPerson(user),
    thingName: names.get(nameKey(entry)) ?? null,
  }))
  return { changes, older: rows.length > limit ? (changes.at(-1)?.id ?? null) : null }
}

function isBy(person: ChangesFilter['person']): SQL | undefined {
  if (person === undefined) return undefined
  return person === 'shop' ? isNull(auditEntries.actorId) : eq(auditEntries.actorId, person)
}

/** Everybody who ever changed something. Jumps from name to name in the index instead of reading the whole list. */
export async function listChangers(db: Database): Promise<NamedPerson[]> {
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
  return people.flatMap((user) => toNamedPerson(user) ?? [])
}

type Thing = { thing: string; thingId: string }

function nameKey({ thing, thingId }: Thing): string {
  return `${thing} ${thingId}`
}

type Source = { table: PgTable; id: AnyPgColumn; name: AnyPgColumn }

const sources: Record<string, Source> = {
  product: { table: products, id: products.id, name: products.name },
  category: { table: categories, id: categories.id, name: categories.name },
  sale: { table: sales, id: sales.id, name: sales.name },
  order: { table: orders, id: orders.id, name: orders.trackingCode },
  payment: { table: orders, id: orders.id, name: orders.trackingCode },
  post: { table: blogPosts, id: blogPosts.id, name: blogPosts.title },
  page: { table: pages, id: pages.id, name: pages.slug },
  testimonial: { table: testimonials, id: testimonials.id, name: testimonials.name },
  message: { table: contactMessages, id: contactMessages.id, name: contactMessages.name },
  conversation: { table: conversations, id: conversations.id, name: conversations.name },
  newsletter: { table: newsletterReaders, id: newsletterReaders.id, name: newsletterReaders.email },
}

/** What the things are called today. What is gone has no name here, only what the entry itself remembers. */
async function findNames(db: Database, things: readonly Thing[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [thing, { table, id, name }] of Object.entries(sources)) {
    const ids = numbersOf(things, thing)
    if (ids.length === 0) continue
    const rows = await db.select({ id, name }).from(table).where(inArray(id, ids))
    for (const row of rows) names.set(nameKey({ thing, thingId: String(row.id) }), String(row.name))
  }
  for (const [key, name] of await namePeople(db, things)) names.set(key, name)
  for (const [key, name] of await nameDrivers(db, things)) names.set(key, name)
  return names
}

function numbersOf(things: readonly Thing[], wanted: string): number[] {
  const ids = things.filter(({ thing, thingId }) => thing === wanted && /^\d{1,9}$/.test(thingId))
  return [...new Set(ids.map(({ thingId }) => Number(thingId)))]
}

async function namePeople(db: Database, things: readonly Thing[]): Promise<[string, string][]> {
  const ofPeople = things.filter(({ thing }) => thing === 'team' || thing === 'profile')
  if (ofPeople.length === 0) return []
  const ids = [...new Set(ofPeople.map(({ thingId }) => thingId))]
  const people = await db.select().from(users).where(inArray(users.id, ids))
  const names = new Map(people.map(({ id, displayName, email }) => [id, nameOf(displayName, email)]))
  return ofPeople.flatMap((each): [string, string][] => {
    const name = names.get(each.thingId)
    return name === undefined ? [] : [[nameKey(each), name]]
  })
}

/** A hand-over is called by the driver whose money it was. */
async function nameDrivers(db: Database, things: readonly Thing[]): Promise<[string, string][]> {
  const ids = numbersOf(things, 'hand-over')
  if (ids.length === 0) return []
  const drivers = await db
    .select({ id: handOvers.id, email: users.email, displayName: users.displayName })
    .from(handOvers)
    .innerJoin(users, eq(users.id, handOvers.driverId))
    .where(inArray(handOvers.id, ids))
  return drivers.map(({ id, displayName, email }) => [
    nameKey({ thing: 'hand-over', thingId: String(id) }),
    nameOf(displayName, email),
  ])
}
