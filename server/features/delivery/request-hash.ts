import { createHash } from 'node:crypto'

/** Enough to recognise a request that comes again, of any length. */
export function requestHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
