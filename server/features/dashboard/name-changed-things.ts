import { eq, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { blogPosts } from '../blog/tables.ts'
import { products } from '../catalogue/tables.ts'
import { handOvers } from '../delivery/tables.ts'
import { contactMessages, newsletterReaders } from '../messages/tables.ts'
import { orders } from '../orders/tables.ts'
import { testimonials } from '../testimonials/tables.ts'

type Thing = { thing: string; thingId: string }

export function nameKey({ thing, thingId }: Thing): string {
  return `${thing} ${thingId}`
}

type Source = { table: PgTable; id: AnyPgColumn; name: AnyPgColumn }

const sources: Record<string, Source> = {
  product: { table: products, id: products.id, name: products.name },
  order: { table: orders, id: orders.id, name: orders.trackingCode },
  payment: { table: orders, id: orders.id, name: orders.trackingCode },
  post: { table: blogPosts, id: blogPosts.id, name: blogPosts.title },
  testimonial: { table: testimonials, id: testimonials.id, name: testimonials.name },
  message: { table: contactMessages, id: contactMessages.id, name: contactMessages.name },
  newsletter: { table: newsletterReaders, id: newsletterReaders.id, name: newsletterReaders.email },
}

/** What the things are called today. What is gone has no name here, only what the entry itself remembers. */
export async function findNames(db: Database, things: readonly Thing[]): Promise<Map<string, string>> {
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
  const ids = new Set(things.flatMap(({ thing, thingId }) => (thing === 'team' ? thingId : [])))
  if (ids.size === 0) return []
  const people = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  return people.map(({ id, displayName, email }) => [
    nameKey({ thing: 'team', thingId: id }),
    nameOf(displayName, email),
  ])
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
