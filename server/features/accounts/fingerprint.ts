import { createHash } from 'node:crypto'

/** What we keep of a token or a link's secret: enough to recognise it, useless to a reader of the database. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
