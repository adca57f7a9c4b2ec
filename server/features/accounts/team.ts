import { and, count, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/platform/database/database.ts'
import { profiles, roleChanges, users } from './tables.ts'
import { nameOf } from './viewer.ts'

export type TeamPerson = {
  id: string
  name: string
  email: string
  hasConfirmedEmail: boolean
  isAdmin: boolean
  isDriver: boolean
  createdAt: Date
}

type Page = { page: number; limit: number }

/** Everybody with a role; with words, everybody whose e-mail or name holds them. */
export async function listTeam(
  db: Database,
  { q = '', page, limit }: Page & { q?: string },
): Promise<{ people: TeamPerson[]; total: number }> {
  const where = q === '' ? or(users.isAdmin, users.isDriver) : holds(q)
  const rows = await db
    .select({ user: users })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(where)
    .orderBy(desc(users.isAdmin), desc(users.isDriver), users.email)
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db
    .select({ total: count() })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(where)
  return { people: rows.map(({ user }) => toPerson(user)), total: counted?.total ?? 0 }
}

export async function findTeamPerson(db: Database, id: string): Promise<TeamPerson | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user === undefined ? null : toPerson(user)
}

/** Every word must be found somewhere; signs that mean something to the database are only signs. */
function holds(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return or(
        ilike(users.email, pattern),
        ilike(users.displayName, pattern),
        ilike(profiles.fullName, pattern),
      )
    }),
  )
}

function toPerson({ displayName, updatedAt: _, ...user }: typeof users.$inferSelect): TeamPerson {
  return { ...user, name: nameOf(displayName, user.email) }
}

export type NamedPerson = { id: string; name: string; email: string }

export type RoleChange = {
  id: string
  /** Null when the account was deleted since. */
  person: NamedPerson | null
  role: 'admin' | 'driver'
  isGiven: boolean
  /** The owner is whoever works at the command line. */
  changedBy: NamedPerson | 'owner' | null
  changedAt: Date
}

/** Who gave or took which role, the newest first. */
export async function listRoleChanges(
  db: Database,
  { page, limit }: Page,
): Promise<{ changes: RoleChange[]; total: number }> {
  const changers = alias(users, 'changers')
  const rows = await db
    .select({ change: roleChanges, person: users, changer: changers })
    .from(roleChanges)
    .leftJoin(users, eq(users.id, roleChanges.userId))
    .leftJoin(changers, eq(changers.id, roleChanges.changedBy))
    .orderBy(desc(roleChanges.changedAt), roleChanges.id)
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(roleChanges)
  const changes = rows.map(({ change: { userId: _, changedBy, ...change }, person, changer }) => ({
    ...change,
    person: toNamed(person),
    changedBy: changedBy === null ? ('owner' as const) : toNamed(changer),
  }))
  return { changes, total: counted?.total ?? 0 }
}

function toNamed(user: typeof users.$inferSelect | null): NamedPerson | null {
  return user && { id: user.id, name: nameOf(user.displayName, user.email), email: user.email }
}
