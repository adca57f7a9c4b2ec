import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isEasyToGuess } from './easy-passwords.ts'
import { credentials, passwordProvider } from './tables.ts'

const shortest = 12

/** What speaks against a password for somebody with a role; null if nothing does. */
export function staffPasswordMistake(password: string): string | null {
  if ([...password].length < shortest) return `People with a role need at least ${shortest} characters`
  if (!isEasyToGuess(password, shortest)) return null
  return 'This password is too common. Please choose another one, such as three words in a row.'
}

/** In the words of the form that sends it. */
export function refuseWeakPassword(password: string): void {
  const mistake = staffPasswordMistake(password)
  if (mistake !== null) throw new Refusal('invalid_input', { fields: { password: mistake } })
}

/** Whether the password would do for somebody with a role: only when it is typed can anybody tell. */
export async function noteStrength(db: Database, userId: string, password: string): Promise<void> {
  const isStrong = staffPasswordMistake(password) === null
  await db
    .update(credentials)
    .set({ isStrong })
    .where(and(isPasswordOf(userId), sql`${credentials.isStrong} is distinct from ${isStrong}`))
}

export async function refuseRoleOnWeakPassword(db: Database, userId: string): Promise<void> {
  const [found] = await db
    .select({ isStrong: credentials.isStrong })
    .from(credentials)
    .where(isPasswordOf(userId))
  if (found?.isStrong !== true) throw new Refusal('weak_password')
}

function isPasswordOf(userId: string) {
  return and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider))
}
