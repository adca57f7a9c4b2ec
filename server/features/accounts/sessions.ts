import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { deviceName } from '#rules/device-name.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedQuery } from '#server/platform/database/database.ts'
import { hashText } from '#server/platform/hash.ts'
import { knownPlaces, secondFactors, sessions, users } from './tables.ts'
import { isStaff, nameOf, type Viewer } from './viewer.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour
const lifetime = 30 * day

/** However often it is used, a session ends some day. Whoever works here also ends it by not working for half a day. */
const ends = {
  customer: { idle: lifetime, atMost: 180 * day, writtenEvery: day },
  staff: { idle: 12 * hour, atMost: 30 * day, writtenEvery: 10 * minute },
}

/** How long the shop remembers that the password was typed. */
const recentPassword = 10 * minute

type Times = { createdAt: Date; updatedAt: Date }
type Staff = Parameters<typeof isStaff>[0]

function endsOf(person: Staff) {
  return isStaff(person) ? ends.staff : ends.customer
}

function isOver({ createdAt, updatedAt }: Times, person: Staff, now: Date): boolean {
  const { idle, atMost } = endsOf(person)
  return now.getTime() - updatedAt.getTime() >= idle || now.getTime() - createdAt.getTime() >= atMost
}

export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + lifetime)
}

/** What is stored of a token or a link's secret: enough to recognise it, useless to a reader of the database. */
export function hashToken(token: string): string {
  return hashText(token)
}

/** Gives the new session's token. It exists in this answer only: the database has its hash. Expired sessions go. */
export async function startSession(
  { db, clock, random }: Context,
  userId: string,
  userAgent: string,
  { isByPhone = false }: { isByPhone?: boolean } = {},
): Promise<string> {
  const now = clock()
  const token = random.secret(32)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)))
  await db.insert(sessions).values({
    id: random.uuid(),
    token: hashToken(token),
    userId,
    expiresAt: sessionEnd(now),
    userAgent: userAgent.slice(0, 300),
    // A code on a phone is no password.
    passwordProvenAt: isByPhone ? null : now,
    isByPhone,
    createdAt: now,
    updatedAt: now,
  })
  return token
}

const readViewer = preparedQuery('viewer', (db) =>
  db
    .select({
      id: users.id,
      sessionId: sessions.id,
      email: users.email,
      phone: users.phone,
      phoneSince: users.phoneSince,
      isByPhone: sessions.isByPhone,
      displayName: users.displayName,
      isAdmin: users.isAdmin,
      isManager: users.isManager,
      isHelper: users.isHelper,
      isDriver: users.isDriver,
      hasConfirmedEmail: users.hasConfirmedEmail,
      expiresAt: sessions.expiresAt,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      passwordProvenAt: sessions.passwordProvenAt,
      factorSince: secondFactors.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.blockedAt),
      ),
    ),
)

/** Who holds this token, asked anew on each request. A made-up token costs the same as a true one. */
export async function findViewer({ db, clock, config }: Context, token: string): Promise<Viewer | null> {
  const now = clock()
  const [row] = await readViewer(db, { token: hashToken(token), now })
  if (row === undefined) return null
  const { expiresAt, createdAt, updatedAt, displayName, passwordProvenAt, factorSince, isByPhone, ...found } =
    row
  const owesSecondFactor = found.isAdmin && config.adminsNeedSecondFactor && factorSince === null
  // An admin who is also a helper must not come in by the smaller door meanwhile.
  const closed = owesSecondFactor ? { isAdmin: false, isManager: false, isHelper: false } : {}
  const person = { ...found, ...closed, owesSecondFactor }
  if (isOver({ createdAt, updatedAt }, person, now)) return null
  // Somebody who was given a role meanwhile signs in again, with the password.
  if (isByPhone && isStaff(person)) return null
  if (isDueForRenewal({ expiresAt, updatedAt }, person, now)) {
    const times = { expiresAt: sessionEnd(now), updatedAt: now }
    await db.update(sessions).set(times).where(eq(sessions.id, person.sessionId))
  }
  const hasRecentPassword =
    passwordProvenAt !== null && now.getTime() - passwordProvenAt.getTime() < recentPassword
  const isNameless = !displayName?.trim()
  return { ...person, isKey: false, hasRecentPassword, isNameless, name: nameOf(displayName, person.email) }
}

/** A session in use lives on, but is written once a day (of the staff every ten minutes): not every click should cost a write. */
function isDueForRenewal(
  { expiresAt, updatedAt }: { expiresAt: Date; updatedAt: Date },
  person: Staff,
  now: Date,
): boolean {
  const { writtenEvery } = endsOf(person)
  const sinceWritten = Math.max(
    now.getTime() - updatedAt.getTime(),
    sessionEnd(now).getTime() - expiresAt.getTime(),
  )
  return sinceWritten >= writtenEvery
}

type Session = {
  id: string
  /** Such as "Chrome on Android". */
  device: string
  isCurrent: boolean
  createdAt: Date
  lastUsedAt: Date
}

/** Where this person is signed in, this device first. */
export async function listSessions({ db, clock }: Context, viewer: Viewer): Promise<Session[]> {
  const now = clock()
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.updatedAt), sessions.id)
    .limit(100)
  const open = rows.filter((session) => !isOver(session, viewer, now))
  return open.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: deviceName(userAgent),
    isCurrent: id === viewer.sessionId,
    createdAt,
    lastUsedAt: updatedAt,
  }))
}

export async function signOut({ db }: Context, viewer: Viewer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, viewer.sessionId))
}

/** A session of somebody else is answered like one that never was. */
export async function endSession({ db }: Context, viewer: Viewer, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new Refusal('not_found')
}

export async function endOtherSessions({ db }: Context, viewer: Viewer): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
}

const placesRemembered = 180 * day

/** Where somebody is who says that an account is theirs. */
export type Place = {
  /** By what their tries are counted: a device that the account knows, else the address. */
  key: string
  /** Somebody has signed in to this account from this device or address before. */
  isKnown: boolean
  isKnownDevice: boolean
}

type Login = ({ email: string } | { phone: string }) & { device?: string }

type Caller = { address: string }

/** One question for known and unknown e-mails and numbers alike. */
export async function findPlace({ db }: Context, login: Login, caller: Caller): Promise<Place> {
  const [device, address] = [hashDevice(login.device), hashAddress(caller.address)]
  const rows = await db
    .select({ place: knownPlaces.place })
    .from(knownPlaces)
    .innerJoin(users, eq(users.id, knownPlaces.userId))
    .where(
      and(
        'email' in login ? eq(users.email, login.email) : eq(users.phone, login.phone),
        inArray(knownPlaces.place, device === null ? [address] : [device, address]),
      ),
    )
  const isKnownDevice = rows.some(({ place }) => place === device)
  return { key: isKnownDevice && device ? device : address, isKnown: rows.length > 0, isKnownDevice }
}

/** Who asks, whether an account knows them or not: a device that says its name, else the address. */
export function askerOf({ device }: { device?: string | undefined }, { address }: Caller): string {
  return hashDevice(device) ?? hashAddress(address)
}

/** After a sign-in. Places that were not used for half a year are forgotten. */
export async function rememberPlace(
  { db, clock }: Context,
  userId: string,
  { device }: { device?: string },
  { address }: Caller,
): Promise<void> {
  const seenAt = clock()
  const longAgo = new Date(seenAt.getTime() - placesRemembered)
  await db.delete(knownPlaces).where(and(eq(knownPlaces.userId, userId), lt(knownPlaces.seenAt, longAgo)))
  const places = [hashDevice(device), hashAddress(address)].filter((place) => place !== null)
  await db
    .insert(knownPlaces)
    .values(places.map((place) => ({ userId, place, seenAt })))
    .onConflictDoUpdate({ target: [knownPlaces.userId, knownPlaces.place], set: { seenAt } })
}

/** Where an account was made; until its e-mail is confirmed, and for that alone. */
export async function rememberMaker(
  { db, clock }: Context,
  userId: string,
  device: string | undefined,
): Promise<void> {
  if (device === undefined) return
  await db.insert(knownPlaces).values({ userId, place: hashMaker(device), seenAt: clock() })
}

/** Whether this device has made the account, or was signed in to it: whoever holds it knows the password. */
export async function isMaker(
  { db }: Pick<Context, 'db'>,
  userId: string,
  device: string | undefined,
): Promise<boolean> {
  const signedIn = hashDevice(device)
  if (device === undefined || signedIn === null) return false
  const isPlace = inArray(knownPlaces.place, [hashMaker(device), signedIn])
  return (await db.$count(knownPlaces, and(eq(knownPlaces.userId, userId), isPlace))) > 0
}

export async function forgetPlaces({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.delete(knownPlaces).where(eq(knownPlaces.userId, userId))
}

/** Recognised, not readable: the table must not become a list of where people live. */
function hashAddress(address: string): string {
  return hashText(`address\n${address}`)
}

function hashMaker(device: string): string {
  return hashText(`sign-up\n${device}`)
}

function hashDevice(device: string | undefined): string | null {
  return device === undefined ? null : hashText(`device\n${device}`)
}
