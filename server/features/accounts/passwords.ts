import { hash, type Options, verify } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Tools } from '#server/platform/tools.ts'
import { type Caller, limitSignIns } from './limits.ts'
import { credentials, passwordProvider, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

/** Argon2id with 19 MiB and two passes: slow for a thief with a stolen table, quick for one customer. */
const argon2id: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), argon2id)
}

export function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, asTyped(password))
}

/** Whose e-mail and password these are. An unknown e-mail takes the same steps, so that no clock tells the two apart. */
export async function findByPassword({ db }: Tools, email: string, password: string): Promise<string | null> {
  const [account] = await db
    .select({ userId: users.id, passwordHash: credentials.password })
    .from(users)
    .leftJoin(
      credentials,
      and(eq(credentials.userId, users.id), eq(credentials.providerId, passwordProvider)),
    )
    .where(eq(users.email, email))
  if (account?.passwordHash) {
    return (await isPassword(account.passwordHash, password)) ? account.userId : null
  }
  await hashPassword(password)
  return null
}

/** Two keyboards can send the same accented letter as different characters. */
function asTyped(password: string): string {
  return password.normalize('NFKC')
}

/** Asks for the password once more, before something that a stranger with a borrowed phone must not do. */
export async function provePassword(
  tools: Tools,
  viewer: Viewer,
  { password, field }: { password: string; field: string },
  caller: Caller,
): Promise<void> {
  await limitSignIns(tools, viewer, caller, async () => {
    const found = await findByPassword(tools, viewer.email, password)
    if (found === viewer.id) return
    throw new Refusal('invalid_input', { fields: { [field]: 'This is not your current password' } })
  })
}
