import { setTimeout as wait } from 'node:timers/promises'
import { getTableColumns, is, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, type PgTable, PgTransaction } from 'drizzle-orm/pg-core'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { isCollision, isEcho } from './sql-state.ts'
import { type QueryWatch, watchQueries } from './watch-queries.ts'
import { openWritingClients } from './writing-client.ts'

/** The database, or a transaction on it: a query does not need to know which. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type OpenDatabase = { db: Database; pool: Pool; close(): Promise<void> }

/** The part of the shop's log that the database needs, so that a test can bring its own. */
export type DatabaseLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

const tries = 3

/** With more connections, orders that want the same jar would wait longer for each other, not shorter. */
export const poolSize = 10

export function openDatabase(
  connection: PoolConfig,
  log: DatabaseLog,
  watch: QueryWatch | null = null,
): OpenDatabase {
  const pool = new Pool({
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'adom-beauty-shop',
    keepAlive: true,
    pipeline: true,
    stream: () => new GatheringSocket(),
    ...connection,
  })
  // A connection that breaks while nobody or somebody holds it must not end the shop; the pool makes a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // When the shop closes, the database may be quicker than the last goodbye.
      if (!pool.ending) log.warn({ err: error }, 'A database connection broke')
    })
  })
  if (watch) watchQueries(pool, watch)
  return { db: withSafeTransactions(pool, log), pool, close: () => pool.end() }
}

/** Drizzle never gives a connection back that breaks before its transaction has begun: ten such, and the pool would be empty. */
function withSafeTransactions(pool: Pool, log: DatabaseLog): Database {
  const db = drizzle({ client: pool })
  const writing = openWritingClients()
  const onConnection = (client: PoolClient) => drizzle<Record<string, never>, PoolClient>({ client })
  const lasting = new WeakMap<PoolClient, ReturnType<typeof onConnection>>()
  db.transaction = async (work, config) => {
    const hooks: Hooks = new Map()
    const isReadOnly = config?.accessMode === 'read only'
    const result = await onOneConnection(pool, (connection) => {
      const known = isReadOnly ? onConnection(connection) : lasting.get(connection)
      const onIt = known ?? onConnection(writing(connection))
      if (!isReadOnly) lasting.set(connection, onIt)
      return onIt.transaction((tx) => work(collectHooks(tx, hooks, onIt)), config)
    })
    for (const [name, hook] of hooks) {
      try {
        hook()
      } catch (error) {
        log.error({ err: error, hook: name }, 'What follows a commit could not be done')
      }
    }
    return result
  }
  return db
}

async function onOneConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** For a statement of values alone. */
export const oneRow = sql`(values (1)) as one`

export type Preparable<Row> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> }
}

/**
 * A statement that is always worded the same: it is put into words once on each connection instead of at each request, and has a
 * name, by which the database remembers how it is done. For rows that are found by their key, and for what is done in one way whatever
 * is looked for; how a search is best done mostly depends on that. The values are written as `sql.placeholder(…)`.
 */
export function preparedQuery<Row>(
  name: string,
  build: (db: Database) => Preparable<Row>,
): (db: Database, values?: Record<string, unknown>) => Promise<Row[]> {
  const built = new WeakMap<Database, ReturnType<Preparable<Row>['prepare']>>()
  return (db: Database & InTransaction, values = {}) => {
    // A transaction is over soon; its connection goes on to the next one.
    const connection = db[connectionKey] ?? db
    const query = built.get(connection) ?? build(connection).prepare(name)
    built.set(connection, query)
    return query.execute(values)
  }
}

/**
 * A number as part of a statement's words. For a limit that it does not know PostgreSQL expects a tenth of the table, and plans a
 * prepared statement anew each time.
 */
export function written(number: number): SQL {
  return sql.raw(`${number}`)
}

/** The first of a list, as an array of their numbers, however many are asked for: the limit is written out, and the rest cut off. */
export function firstIds(list: SQL, atMost: number): SQL {
  return sql`(array(${list} limit ${written(atMost)}))[1:${sql.placeholder('limit')}]`
}

/** The same with a value in its words, because how the rows are found depends on it; for a setting, of which only the newest value counts. */
export function preparedQueryFor<Value extends number, Row>(
  name: string,
  build: (db: Database, value: Value) => Preparable<Row>,
): (db: Database, value: Value) => Promise<Row[]> {
  let newest: { value: Value; read: ReturnType<typeof preparedQuery<Row>> } | null = null
  return (db, value) => {
    if (newest?.value !== value)
      newest = { value, read: preparedQuery(`${name}-${value}`, (connection) => build(connection, value)) }
    return newest.read(db)
  }
}

/** The same for new rows of a table, which are put into words once for each set of columns that they are written with. */
export function preparedInsert<Table extends PgTable, Row>(
  name: string,
  table: Table,
  build: (db: Database, values: Table['$inferInsert']) => Preparable<Row>,
): (db: Database, row: Table['$inferInsert']) => Promise<Row[]> {
  const known = getTableColumns(table)
  const built = new Map<string, ReturnType<typeof preparedQuery<Row>>>()

  function placeholderOf(column: string) {
    const type = known[column]
    // Drizzle asks the column for its own spelling of a value, but of none only where it is not a placeholder.
    const encoder = {
      mapToDriverValue: (value: unknown) => (value === null ? null : type?.mapToDriverValue(value)),
    }
    return [column, sql`${sql.param(sql.placeholder(column), encoder)}`]
  }

  return (db, row) => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    const columns = given.map(([column]) => column)
    const insert =
      built.get(columns.join()) ??
      preparedQuery(`${name}-${built.size}`, (connection) =>
        build(connection, Object.fromEntries(columns.map(placeholderOf))),
      )
    built.set(columns.join(), insert)
    return insert(db, Object.fromEntries(given))
  }
}

/** What is to be done after the commit, each thing once, however often it was asked for. */
type Hooks = Map<string, () => void>

const hooksKey = Symbol('after commit')
const connectionKey = Symbol('connection')

/** What a transaction knows besides: its hooks, and the connection that it runs on. */
type InTransaction = { [hooksKey]?: Hooks; [connectionKey]?: Database }

/** What a part of the transaction asks for counts only if that part is not undone. */
function collectHooks<Transaction extends Database>(
  tx: Transaction,
  hooks: Hooks,
  connection: Database,
): Transaction {
  const part: Transaction['transaction'] = tx.transaction.bind(tx)
  tx.transaction = async (work, config) => {
    const own: Hooks = new Map()
    const result = await part((inner) => work(collectHooks(inner, own, connection)), config)
    for (const [name, hook] of own) hooks.set(name, hook)
    return result
  }
  return Object.assign(tx, { [hooksKey]: hooks, [connectionKey]: connection })
}

/**
 * Runs once, after the outermost transaction is committed, and never if it is undone. Outside a transaction every statement
 * is committed already, so it runs now.
 */
export function afterCommit(db: Database & InTransaction, name: string, hook: () => void): void {
  const hooks = db[hooksKey]
  if (hooks) hooks.set(name, hook)
  else hook()
}

/** One transaction, tried again when it collided with another; inside a transaction it is a part of that one. */
export async function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (is(db, PgTransaction)) return db.transaction(work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === tries || !isCollision(error)) throw error
      await wait(attempt * 20)
    }
  }
}

type Sent<Parts extends readonly unknown[]> = { [Part in keyof Parts]: PromiseLike<Parts[Part]> }

/**
 * Says several things to the database one behind the other, without waiting for each answer: most of an order's time is
 * waiting. Ends only when all have ended, so that nothing is said any more when the transaction is given up.
 */
export async function atOnce<Parts extends readonly unknown[]>(...parts: Sent<Parts>): Promise<Parts> {
  const ended = await Promise.allSettled(parts.map((part) => Promise.resolve(part)))
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  // Whatever was said after the first mistake only fails because of it, and its echo may be heard first.
  if (failures.length > 0) throw failures.find((failure) => !isEcho(failure)) ?? failures[0]
  return ended.map((each) => (each.status === 'fulfilled' ? each.value : null)) as unknown as Parts
}

type Repeatable<Row> = {
  /** The hash of the request's key. Null: nothing tells a repetition from a second request. */
  key: string | null
  /** What was written under this key. */
  find(): PromiseLike<Row[]>
  /** Refuses something else that is sent under the same key. */
  compare?(earlier: Row): void
}

const lockKey = preparedQuery('lock-key', (db) =>
  db
    .select({ locked: sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder('key')}, 0))` })
    .from(oneRow),
)

/**
 * What an earlier request with the same key has written, so that it is written once. To be asked before anything else in the
 * transaction that writes: of several that come at once, one goes on; the others wait here until it is committed, and find it.
 */
export async function findEarlier<Row>(
  db: Database,
  { key, find, compare }: Repeatable<Row>,
): Promise<Row | null> {
  if (key === null) return null
  // Looked for in the same breath: the database does so only once it has the lock, and sees all that was committed by then.
  const [, [earlier]] = await atOnce(lockKey(db, { key }), find())
  if (earlier === undefined) return null
  compare?.(earlier)
  return earlier
}

const safetySettings = ['fsync', 'full_page_writes', 'synchronous_commit']

/** A production shop must not lose an order that it has confirmed, not even in a power cut. */
export async function assertDurable(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pg_settings where name in ${safetySettings} and setting = 'off'`,
  )
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ')
    throw new Error(`PostgreSQL runs with ${names} off and could lose confirmed orders. Switch it on.`)
  }
}

/** A connection for one long piece of work, outside the pool and its time limits. */
export async function withOwnConnection<T>(
  connection: PoolConfig,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: `adom-beauty-shop ${purpose}` })
  // A break is reported to the statement that was running; without a listener it would end the whole shop as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
