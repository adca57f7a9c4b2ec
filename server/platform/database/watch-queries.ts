import type { Pool, PoolClient } from 'pg'

export type QueryWatch = {
  /** Every question to the database, when it is answered. */
  answered(query: { statement: string; milliseconds: number }): void
}

/** Measures each query of the pool, and tells the statement's text. The values that were sent stay unseen. */
export function watchQueries(pool: Pool, watch: QueryWatch): void {
  pool.on('connect', (client) => watchClient(client, watch))
  keepRequestIds(pool)
}

type Connected = (error: Error | undefined, client?: PoolClient, release?: PoolClient['release']) => void

/**
 * Whoever waited for a connection gets it from the one who gives it back, and an answer comes in on a line that everybody shares. What
 * follows a promise still belongs to the request that asked, and costs a twentieth of `AsyncLocalStorage.bind`.
 */
function keepRequestIds(pool: Pool): void {
  const connect: () => Promise<PoolClient> = pool.connect.bind(pool)
  pool.connect = ((callback?: Connected) => {
    const connected = connect()
    if (callback === undefined) return connected
    connected.then((client) => callback(undefined, client, client.release), callback)
  }) as typeof pool.connect
}

function watchClient(client: PoolClient, watch: QueryWatch): void {
  const query = client.query
  client.query = ((...given: unknown[]) => {
    const started = performance.now()
    const statement = textOf(given[0])
    const tell = () => watch.answered({ statement, milliseconds: performance.now() - started })
    const last = given.at(-1)
    if (typeof last === 'function') {
      const answered = Promise.withResolvers<void>()
      answered.promise.then(tell)
      given[given.length - 1] = (...results: unknown[]) => {
        answered.resolve()
        last(...results)
      }
      return Reflect.apply(query, client, given)
    }
    const answer = Reflect.apply(query, client, given)
    // A cursor or stream is no promise, and ends when its reader likes.
    if (answer instanceof Promise) answer.then(tell, tell)
    return answer
  }) as typeof query
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const { text } = query as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

const longestStatement = 2_000

type SlowLog = { warn(facts: object, message: string): void }

/** Tells the log about every query that takes this long; 0 tells of none. */
export function logSlowQueries(log: SlowLog, slowMs: number): QueryWatch['answered'] {
  return ({ statement, milliseconds }) => {
    if (slowMs === 0 || milliseconds < slowMs) return
    const shown = statement.replaceAll(/\s+/g, ' ').slice(0, longestStatement)
    log.warn({ statement: shown, milliseconds: Math.round(milliseconds) }, 'A query was slow')
  }
}
