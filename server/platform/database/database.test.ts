import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import {
  assertDurable,
  atOnce,
  type Database,
  inTransaction,
  type OpenDatabase,
  oneRow,
  openDatabase,
  preparedQuery,
} from './database.ts'
import { isDatabaseAway, isUniqueViolation, sqlStateOf } from './sql-state.ts'

let own: OwnDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  database = openDatabase(own.connection, silentLog)
  await database.db.execute(sql`create table jars (id int constraint jars_id_key unique, stock int not null)`)
  await database.db.execute(sql`insert into jars values (1, 10), (2, 10)`)
})

afterAll(async () => {
  await database.close()
  await own.drop()
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a value that exists already is recognised by the name of its rule', async () => {
  const failure = await failureOf(database.db.execute(sql`insert into jars values (1, 5)`))
  expect(isUniqueViolation(failure, 'jars_id_key')).toBe(true)
  expect(isUniqueViolation(failure, 'jars_name_key')).toBe(false)
  expect(sqlStateOf(failure)).toBe('23505')
  expect(isDatabaseAway(failure)).toBe(false)
})

test('a database that cannot be reached is told apart from a mistake', async () => {
  const away = openDatabase({ ...own.connection, host: '/nowhere' }, silentLog)
  const failure = await failureOf(away.db.execute(sql`select 1`))
  expect(isDatabaseAway(failure)).toBe(true)
  expect(sqlStateOf(new Error('something else'))).toBeNull()
  await away.close()
})

test('a slow question, a long wait for a lock and a forgotten transaction are ended', async () => {
  const { rows } = await database.db.execute(
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
               current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }])
})

test('ten connections are open at most; whoever wants another waits five seconds for one, and is then told that the database is away', async () => {
  const { db, pool, close } = openDatabase(own.connection, silentLog)
  expect(pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 5_000 })
  const ten = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  pool.options.connectionTimeoutMillis = 0
  const eleventh = pool.connect()
  pool.options.connectionTimeoutMillis = 50
  expect(isDatabaseAway(await failureOf(db.execute(sql`select 1`)))).toBe(true)
  expect(pool.totalCount).toBe(10)
  for (const client of ten) client.release()
  const given = await eleventh
  given.release()
  await close()
})

test('two orders that block each other are both placed in the end', async () => {
  // On a busy machine, being found to block each other must not come after waiting too long for a lock.
  const settings = { lock_timeout: 60_000, options: '-c deadlock_timeout=50ms' }
  const { db, close } = openDatabase({ ...own.connection, ...settings }, silentLog)
  const bothHaveTheirFirst = Promise.withResolvers<void>()
  let waiting = 2
  const take = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`update jars set stock = stock - 1 where id = ${first}`)
      if (--waiting === 0) bothHaveTheirFirst.resolve()
      await bothHaveTheirFirst.promise
      await tx.execute(sql`update jars set stock = stock - 1 where id = ${second}`)
    })
  await Promise.all([take(1, 2), take(2, 1)])
  await close()

  // One of them begins anew, or on a busy machine both do.
  expect(waiting).toBeLessThan(0)
  expect((await database.db.execute(sql`select stock from jars`)).rows).toEqual([{ stock: 8 }, { stock: 8 }])
})

test('a part of a transaction that fails can be given up alone', async () => {
  await inTransaction(database.db, async (tx) => {
    await tx.execute(sql`insert into jars values (3, 1)`)
    const inner = inTransaction(tx, (part) => part.execute(sql`insert into jars values (3, 1)`))
    expect(isUniqueViolation(await failureOf(inner), 'jars_id_key')).toBe(true)
  })
  expect((await database.db.execute(sql`select stock from jars where id = 3`)).rows).toEqual([{ stock: 1 }])
})

test('of several things said at once, the one that went wrong is told, not what only failed with it', async () => {
  const stateAfter = (say: (tx: Database) => [PromiseLike<unknown>, PromiseLike<unknown>]) =>
    failureOf(database.db.transaction((tx) => atOnce(...say(tx)))).then(sqlStateOf)
  const [wrong, right] = [sql`select 1 / 0`, sql`select 1`]
  const wrongHeardLate = (tx: Database): [PromiseLike<unknown>, PromiseLike<unknown>] => {
    const [first, second] = [tx.execute(wrong).execute(), tx.execute(right).execute()]
    return [heardAfter(second, first), second]
  }
  expect(await stateAfter(wrongHeardLate)).toBe('22012')
  expect(await stateAfter((tx) => [saidLate(() => tx.execute(right)), tx.execute(wrong)])).toBe('22012')
})

/** Handed on later than it was heard, as by somebody who waits for a neighbour. */
async function heardAfter<T>(neighbour: Promise<unknown>, answer: Promise<T>): Promise<T> {
  await Promise.allSettled([neighbour, answer])
  return answer
}

async function saidLate<T>(say: () => PromiseLike<T>): Promise<T> {
  await null
  return say()
}

test('a database that would lose orders in a power cut is refused', async () => {
  await expect(assertDurable(database.db)).rejects.toThrow(
    'PostgreSQL runs with fsync, full_page_writes, synchronous_commit off',
  )
})

test('connections that break before their transaction has begun do not empty the pool', async () => {
  const { db, pool, close } = openDatabase(own.connection, silentLog)
  const breakIt = (client: PoolClient) => void client.end()
  pool.on('acquire', breakIt)
  for (let broken = 1; broken <= 10; broken++) {
    const failure = await failureOf(db.transaction((tx) => tx.execute(sql`select 1`)))
    expect(isDatabaseAway(failure)).toBe(true)
  }
  pool.off('acquire', breakIt)
  await Promise.all(Array.from({ length: 10 }, () => db.transaction((tx) => tx.execute(sql`select 1`))))
  await close()
})

type Query = (statement: { text: string }, ...more: unknown[]) => Promise<unknown>

/** Stands between the transaction and its connection. */
function between(pool: OpenDatabase['pool'], change: (query: Query) => Query): void {
  pool.once('acquire', (client: PoolClient) => {
    const query = client.query.bind(client) as Query
    client.query = change(query) as typeof client.query
  })
}

test('what a transaction reads first is sent together with its beginning, what it writes once it has begun', async () => {
  const { db, pool, close } = openDatabase(own.connection, silentLog)
  const heard: string[] = []
  between(pool, (query) => async (statement, ...more) => {
    const [word] = statement.text.split(' ')
    heard.push(`${word} sent`)
    const answer = await query(statement, ...more)
    heard.push(`${word} answered`)
    return answer
  })
  await db.transaction((tx) =>
    atOnce(tx.execute(sql`select 1`), tx.execute(sql`update jars set stock = stock`)),
  )
  expect(heard.slice(0, 3)).toEqual(['begin sent', 'select sent', 'begin answered'])
  expect(heard.filter((each) => each.endsWith('sent'))).toEqual([
    'begin sent',
    'select sent',
    'update sent',
    'commit sent',
  ])
  await close()
})

test('a transaction that cannot begin writes nothing', async () => {
  const { db, pool, close } = openDatabase(own.connection, silentLog)
  between(pool, (query) => (statement, ...more) => {
    const isBegin = statement.text === 'begin'
    return query(isBegin ? { ...statement, text: 'begin in a way that nobody knows' } : statement, ...more)
  })
  const insert = sql`insert into jars values (77, 7)`
  const failure = await failureOf(
    db.transaction((tx) => atOnce(tx.execute(sql`select 1`), tx.execute(insert), tx.execute(sql`select 2`))),
  )
  expect(sqlStateOf(failure)).toBe('42601')
  const { rows } = await database.db.execute(sql`select id from jars where id = 77`)
  expect(rows).toEqual([])
  await close()
})

test('what was asked for before a transaction was given up is undone with it', async () => {
  const insert = sql`insert into jars values (78, 7)`
  const failure = await failureOf(
    database.db.transaction(async (tx) => {
      void failureOf(Promise.resolve(tx.execute(insert)))
      throw new Error('The customer has left')
    }),
  )
  expect(failure).toMatchObject({ message: 'The customer has left' })
  const { rows } = await database.db.execute(sql`select id from jars where id = 78`)
  expect(rows).toEqual([])
})

test('of statements that are asked for at once, the one that failed is told, not those that were never prepared because of it', async () => {
  const { db, close } = openDatabase(own.connection, silentLog)
  const again = preparedQuery('asked-again', (connection) =>
    connection.select({ n: sql`${sql.placeholder('n')}::int` }).from(oneRow),
  )
  const failure = await failureOf(
    db.transaction(async (tx) => {
      const failing = tx.execute(sql`select 1 / 0`).then(() => null)
      await atOnce(again(tx, { n: 1 }), again(tx, { n: 2 }), failing)
    }),
  )
  expect(sqlStateOf(failure)).toBe('22012')
  await close()
})

test('the statements of one turn reach the database together', async () => {
  const { db, pool, close } = openDatabase(own.connection, silentLog)
  await db.transaction((tx) => tx.execute(sql`select 1`))
  let writes = 0
  pool.once('acquire', (client: PoolClient) => {
    const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection
    const { _write: write, _writev: writeMany } = stream
    stream._write = (...given) => {
      writes++
      write.apply(stream, given)
    }
    stream._writev = (...given) => {
      writes++
      writeMany?.apply(stream, given)
    }
  })
  const ask = () => db.execute(sql`select ${1}::int`)
  await db.transaction((tx) => atOnce(...Array.from({ length: 5 }, () => tx.execute(sql`select ${1}::int`))))
  await ask()
  // The beginning and the five with all their parts, the end, and the one that came later.
  expect(writes).toBe(3)
  await close()
})
