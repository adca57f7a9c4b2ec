import { sql } from 'drizzle-orm'
import { atOnce, type Database } from './database.ts'

type Repeatable<Row> = {
  /** The hash of the request's key. Null: nothing tells a repetition from a second request. */
  key: string | null
  /** What was written under this key. */
  find(): PromiseLike<Row[]>
  /** Refuses something else that is sent under the same key. */
  compare?(earlier: Row): void
}

/**
 * What an earlier request with the same key has written, so that it is written once. To be asked before anything else in the
 * transaction that writes: of several that come at once, one goes on; the others wait here until it is committed, and find it.
 */
export async function findEarlier<Row>(
  db: Database,
  { key, find, compare }: Repeatable<Row>,
): Promise<Row | null> {
  if (key === null) return null
  const [, [earlier]] = await atOnce(
    db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`),
    find(),
  )
  if (earlier === undefined) return null
  compare?.(earlier)
  return earlier
}
