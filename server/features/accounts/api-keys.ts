import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type KeyRole, mostKeys } from '#rules/connections.ts'
import { staffRoleWords } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction, preparedQuery } from '#server/platform/database/database.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { recordChange } from '../audit/record-change.ts'
import { tellAdmins } from './change-roles.ts'
import { hashToken } from './sessions.ts'
import { apiKeys, users } from './tables.ts'
import { nameOf, type Viewer } from './viewer.ts'

/** Programs that look for secrets in files and messages know a key by it. */
const beginning = 'adom_'

const shownLetters = 4

/** A tool that runs wild must not take the shop from the people in it. */
const callsInAMinute = { limit: 300, windowSeconds: 60 }

type ApiKey = {
  id: string
  name: string
  role: KeyRole
  prefix: string
  /** Null: the account was deleted since. */
  madeBy: string | null
  madeAt: Date
  lastUsedAt: Date | null
}

export function isKey(token: string): boolean {
  return token.startsWith(beginning)
}

/** The key is in this answer only: the shop stores its hash. */
export async function makeKey(
  context: Context,
  viewer: Viewer,
  { name, role }: { name: string; role: KeyRole },
): Promise<{ apiKey: ApiKey; key: string }> {
  const { clock, random } = context
  const key = `${beginning}${random.secret(32)}`
  const id = random.uuid()
  const madeAt = clock()
  const prefix = key.slice(0, beginning.length + shownLetters)
  await inTransaction(context.db, async (db) => {
    await lockAdmin(db, viewer)
    if ((await db.$count(apiKeys, isNull(apiKeys.revokedAt))) >= mostKeys) throw tooMany()
    // What is done with the key stands in the books under this account, to which nobody can sign in.
    await db
      .insert(users)
      .values({ id, isKey: true, displayName: `${name} (key)`, createdAt: madeAt, updatedAt: madeAt })
    const stored = { key: hashToken(key), madeBy: viewer.id }
    await db.insert(apiKeys).values({ id, name, role, prefix, madeAt, ...stored })
    await note(context, db, viewer, { id, name, role, action: 'made a key', isMade: true })
  })
  return { apiKey: { id, name, role, prefix, madeBy: viewer.name, madeAt, lastUsedAt: null }, key }
}

/** Two who make keys in the same moment count one after the other, and whoever is dismissed in it makes none. */
async function lockAdmin(db: Database, { id }: Viewer): Promise<void> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(users.id)
    .for('update')
  if (!admins.some((admin) => admin.id === id)) throw new Refusal('not_allowed')
}

function tooMany(): Refusal {
  return new Refusal('conflict', { text: `There are ${mostKeys} keys already. Revoke one first.` })
}

/** Those that open something, the newest first. */
export async function listKeys({ db }: Context): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, maker: users })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.madeBy))
    .where(isNull(apiKeys.revokedAt))
    .orderBy(desc(apiKeys.madeAt), apiKeys.id)
    .limit(mostKeys)
  return rows.map(({ key: { key: _, revokedAt: __, ...key }, maker }) => ({
    ...key,
    madeBy: maker && nameOf(maker.displayName, maker.email),
  }))
}

/** Ends it at once. Its name stays with what was done with it. */
export async function revokeKey(context: Context, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const [revoked] = await db
      .update(apiKeys)
      .set({ revokedAt: context.clock() })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning()
    if (revoked === undefined) throw new Refusal('not_found')
    await note(context, db, viewer, { ...revoked, action: 'revoked a key', isMade: false })
  })
}

type Noted = { id: string; name: string; role: KeyRole; action: string; isMade: boolean }

/** In the list of changes, and by mail to all admins: a sign-in may have been stolen. */
async function note(
  context: Context,
  db: Database,
  viewer: Viewer,
  { id, name, role, action, isMade }: Noted,
): Promise<void> {
  const facts = { name, role }
  await recordChange(db, {
    at: context.clock(),
    actorId: viewer.id,
    thing: 'connection',
    thingId: id,
    action,
    ...(isMade ? { after: facts } : { before: facts }),
  })
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
  const told = isMade
    ? `The key “${name}” was made, with the rights of ${staffRoleWords[role].one}.`
    : `The key “${name}” was revoked.`
  await tellAdmins(context, db, viewer.email, admins, [told])
}

const readKey = preparedQuery('api-key', (db) =>
  db
    .select({ id: apiKeys.id, name: apiKeys.name, role: apiKeys.role, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.key, sql.placeholder('key')), isNull(apiKeys.revokedAt))),
)

const minute = 60_000

/** Who calls with this key, asked anew on each request: somebody with one role and nothing of a person. */
export async function findKeyViewer({ db, clock, limits }: Context, key: string): Promise<Viewer | null> {
  const [found] = await readKey(db, { key: hashToken(key) })
  if (found === undefined) return null
  const { id, name, role, lastUsedAt } = found
  await takeOrRefuse(limits, 'callsOfKey', id, callsInAMinute)
  const now = clock()
  // Not every call should cost a write.
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= minute)
    await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id))
  return {
    id,
    sessionId: id,
    email: null,
    phone: null,
    phoneSince: null,
    name,
    isNameless: false,
    isAdmin: false,
    isManager: role === 'manager',
    isHelper: role === 'helper',
    isDriver: false,
    hasConfirmedEmail: false,
    owesSecondFactor: false,
    hasRecentPassword: false,
    isKey: true,
  }
}
