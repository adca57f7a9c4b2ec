import { hash, type Options, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes: slow for a thief with a stolen table, quick for one customer. */
const argon2id: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), argon2id)
}

export function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, asTyped(password))
}

/** Two keyboards can send the same accented letter as different characters. */
function asTyped(password: string): string {
  return password.normalize('NFKC')
}
