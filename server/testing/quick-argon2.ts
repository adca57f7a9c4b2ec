import { createRequire } from 'node:module'
import type { Options } from '@node-rs/argon2'

/** The library itself: an import of it would come here again. */
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

/** Vitest gives this to the shops of the tests: the same hashes, with the least work that they can be made with. */
export function hash(password: string, options: Options): Promise<string> {
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 })
}

/** A hash says itself how it was made. */
export const verify = argon2.verify
