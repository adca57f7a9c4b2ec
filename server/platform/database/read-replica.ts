import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { type Database, type DatabaseLog, openDatabase } from './database.ts'
import { readAlsoFrom } from './invalidation.ts'
import { isCollision, isDatabaseAway } from './sql-state.ts'
import type { QueryWatch } from './watch-queries.ts'

/** Where lists and figures are read. Whatever decides something (stock, money, rights, sessions, status) is read in `db`. */
export type Reads = {
  /**
   * Everything that was committed before this call is in what is read. The read may be done twice, the second time in
   * another database, so it must not do anything else.
   */
  ask<T>(read: (db: Database) => Promise<T>): Promise<T>
}

/** Without a replica. */
export function readsFrom(db: Database): Reads {
  return { ask: (read) => read(db) }
}

type ReplicaSetup = {
  primary: Database
  connection: PoolConfig
  clock(): Date
  log: DatabaseLog
  watch?: QueryWatch | null
  patienceMs?: number
  /** Who has answered a read. */
  count(server: 'primary' | 'replica'): void
}

/** How long a replica that is away or behind is left alone. */
const restMs = 5_000

/** So long is waited for what a replica has not replayed yet; usually it is a few milliseconds behind. */
const usualPatienceMs = 60

/** A copy of the primary that lists and figures are read from, as long as it is there and up to date. */
export function openReplica(setup: ReplicaSetup): Reads & { close(): Promise<void> } {
  const { primary, clock, log, count, patienceMs = usualPatienceMs } = setup
  const connection = { connectionTimeoutMillis: 1_000, query_timeout: 6_000, ...setup.connection }
  const replica = openDatabase(connection, log, setup.watch)
  readAlsoFrom(replica.db, primary)
  /** Unknown at first: only one request tries whether it is there, the others do not wait for it. */
  let state: 'unknown' | 'in use' | 'resting' = 'unknown'
  let restsUntil = 0

  function rest(reason: unknown): void {
    if (state !== 'resting')
      log.warn({ err: reason }, 'The read replica is away or behind; the primary answers')
    state = 'resting'
    restsUntil = clock().getTime() + restMs
  }

  async function mayAnswer(): Promise<boolean> {
    const now = clock().getTime()
    if (state !== 'in use' && now < restsUntil) return false
    if (state !== 'in use') restsUntil = now + restMs
    try {
      if (state !== 'in use') await assertSameShop(primary, replica.db)
      await untilCaughtUp(primary, replica.db, patienceMs)
    } catch (error) {
      rest(error)
      return false
    }
    if (state === 'resting') log.info({}, 'The read replica answers again')
    state = 'in use'
    return true
  }

  return {
    async ask(read) {
      if (await mayAnswer()) {
        try {
          const answer = await read(replica.db)
          count('replica')
          return answer
        } catch (error) {
          // A replica ends reads that stand in the way of what it replays.
          if (!isDatabaseAway(error) && !isCollision(error)) throw error
          if (isDatabaseAway(error)) rest(error)
        }
      }
      count('primary')
      return await read(primary)
    },
    close: replica.close,
  }
}

/** A wrong address would show the orders of another shop; a replica that was made a primary would stand still. */
async function assertSameShop(primary: Database, replica: Database): Promise<void> {
  const ask = async (db: Database) => {
    const { rows } = await db.execute<{ shop: string; isReplica: boolean }>(
      sql`select system_identifier || '/' || current_database() as shop, pg_is_in_recovery() as "isReplica"
          from pg_control_system()`,
    )
    return rows[0]
  }
  const [one, other] = await Promise.all([ask(primary), ask(replica)])
  if (one?.shop !== other?.shop || !other?.isReplica)
    throw new Error('DATABASE_READ_URL does not lead to a streaming replica of the database of DATABASE_URL.')
}

/** The position in the primary's journal up to which everything is committed, and whether the replica has come so far. */
async function untilCaughtUp(primary: Database, replica: Database, patienceMs: number): Promise<void> {
  const { rows } = await primary.execute<{ position: string }>(
    sql`select pg_current_wal_flush_lsn()::text as position`,
  )
  for (let waited = 0, pause = 2; ; waited += pause, pause *= 2) {
    const answer = await replica.execute<{ isThere: boolean }>(
      sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${rows[0]?.position}::pg_lsn as "isThere"`,
    )
    if (answer.rows[0]?.isThere) return
    if (waited >= patienceMs) throw new Error(`The replica has not replayed ${rows[0]?.position} yet.`)
    await wait(pause)
  }
}
