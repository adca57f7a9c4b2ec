import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import type { Tools } from '#server/platform/tools.ts'
import { fingerprint } from './fingerprint.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { sessionEnd } from './session-lifetime.ts'
import { credentials, sessions, users } from './tables.ts'

export type Auth = ReturnType<typeof openAuth>

/**
 * better-auth knows people by their password and starts their sessions, on our tables. Its routes stay closed: only the
 * shop's own routes ask it. What must hold together with a mail (a new account, a link, a new password) the shop writes
 * itself, because better-auth cannot join a transaction, and its confirmation links work more than once.
 */
export function openAuth({ config, db, random, log }: Tools) {
  return betterAuth({
    baseURL: config.publicUrl,
    // It signs nothing but cookies, and this shop sends none.
    secret: random.secret(32),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials },
    }),
    user: { fields: { name: 'displayName', emailVerified: 'hasConfirmedEmail' } },
    emailAndPassword: {
      enabled: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(hash, password) },
    },
    advanced: { database: { generateId: () => random.uuid(), validateSchema: false } },
    // Only the message: what comes with it can name people.
    logger: { level: 'error', log: (_level, message) => log.error(message) },
    telemetry: { enabled: false },
  })
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Whose e-mail and password these are. Nobody's e-mail takes the same steps, so that no clock tells the two apart. */
export async function findByPassword(auth: Auth, email: string, password: string): Promise<string | null> {
  const { internalAdapter, password: passwords } = await auth.$context
  const known = await internalAdapter.findUserByEmail(email)
  const credential = await internalAdapter.findCredentialAccount(known?.user.id ?? nobody)
  if (known && credential?.password) {
    return (await passwords.verify({ hash: credential.password, password })) ? known.user.id : null
  }
  await passwords.hash(password)
  return null
}

/** Gives the new session's token. It exists in this answer only: the database keeps its fingerprint. */
export async function startSession(
  { clock, random }: Tools,
  auth: Auth,
  userId: string,
  userAgent: string,
): Promise<string> {
  const { internalAdapter } = await auth.$context
  const now = clock()
  const token = random.secret(32)
  const session = {
    token: fingerprint(token),
    userAgent: userAgent.slice(0, 300),
    ipAddress: undefined,
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(now),
  }
  await internalAdapter.createSession(userId, false, session, true)
  return token
}
