import { hash, type Options, verify } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { credentials, passwordProvider } from './tables.ts'

/** Argon2id with 19 MiB and two passes: slow for a thief with a stolen table, quick for one customer. */
const argon2id: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), argon2id)
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalise(password))
}

/** Two keyboards can send the same accented letter as different characters. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

export async function storePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .update(credentials)
    .set({ password: passwordHash, updatedAt: now })
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider)))
}
