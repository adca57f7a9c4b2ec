import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { hashText } from '#server/platform/hash.ts'
import { knownPlaces, users } from './tables.ts'

const day = 24 * 60 * 60 * 1000
const remembered = 180 * day

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
  const longAgo = new Date(seenAt.getTime() - remembered)
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
