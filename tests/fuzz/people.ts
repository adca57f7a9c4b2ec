import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { hashToken, sessionEnd } from '#server/features/accounts/sessions.ts'
import { insertAccount } from '#server/features/accounts/sign-up.ts'
import { sessions, users } from '#server/features/accounts/tables.ts'
import type { Context } from '#server/platform/context.ts'

export type Role = 'admin' | 'driver' | 'customer'

/**
 * Makes people who are signed in, past the shop's own doors: thousands are needed, and the password of each would cost more
 * work than all attacks on it.
 */
export function openPeople(context: Context): (role: Role) => Promise<string> {
  const { db, clock, random } = context
  const hashed = hashPassword('kente cloth')
  return async (role) => {
    const person = { email: `${role}-${randomUUID()}@example.com`, passwordHash: await hashed }
    const userId = await insertAccount(context, db, { ...person, hasConfirmedEmail: true })
    if (userId === null) throw new Error(`${person.email} has an account already`)
    const roles = { isAdmin: role === 'admin', isDriver: role === 'driver' }
    await db.update(users).set(roles).where(eq(users.id, userId))
    const now = clock()
    const token = random.secret(32)
    await db.insert(sessions).values({
      id: random.uuid(),
      token: hashToken(token),
      userId,
      userAgent: 'an attack',
      expiresAt: sessionEnd(now),
      createdAt: now,
      updatedAt: now,
    })
    return token
  }
}
