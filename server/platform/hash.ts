import { createHash, timingSafeEqual } from 'node:crypto'

/** Enough to recognise a text again, and useless to whoever reads it. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Enough to recognise a request that comes again, of any length. */
export function hashOf(...parts: unknown[]): string {
  return hashText(JSON.stringify(parts))
}

/** Takes the same time wherever the two differ: nobody can guess a secret letter by letter. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashText(one)), Buffer.from(hashText(other)))
}
