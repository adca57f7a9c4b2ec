import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { sqlStateOf } from '../platform/database/sql-state.ts'
import { silentLog } from '../testing/database.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { toRefusal } from './errors.ts'

const own = await createOwnDatabase()
const { db, close } = openDatabase(
  { ...own.connection, statement_timeout: 60_000, lock_timeout: 100 },
  silentLog,
)
afterAll(async () => {
  await close()
  await own.drop()
})

await db.execute(
  sql`create table jars (id int unique, stock smallint check (stock >= 0), lid int references jars (id))`,
)
await db.execute(sql`insert into jars values (1, 10, null), (2, 10, null)`)

/** The letters of PostgreSQL, and what a person is told. */
async function answerTo(work: Promise<unknown>): Promise<[string | null, string, number | undefined]> {
  const failure = await work.catch((error: unknown) => error)
  const { code, extras } = toRefusal(failure)
  return [sqlStateOf(failure), code, extras.retryAfterSeconds]
}

test.each([
  ['a number that is too large', sql`insert into jars values (3, 99999, null)`, '22003', 'invalid_input'],
  ['a text that is no number', sql`select 'x'::text::int`, '22P02', 'invalid_input'],
  ['a division by nothing', sql`select 1 / (stock - 10) from jars`, '22012', 'invalid_input'],
  ['something that is there already', sql`insert into jars values (1, 1, null)`, '23505', 'conflict'],
  ['stock below nothing', sql`update jars set stock = -1`, '23514', 'conflict'],
  ['a mistake of ours', sql`select * from no_such_table`, '42P01', 'broken'],
])('%s is answered in its own way', async (_, statement, state, code) => {
  expect(await answerTo(db.execute(statement))).toEqual([state, code, undefined])
})

test.each([
  ['a question that takes too long', '57014', 'set local statement_timeout = 100', sql`select pg_sleep(60)`],
  ['a database that may only be read', '25006', 'set transaction read only', sql`update jars set stock = 9`],
  [
    'a database without room',
    '53400',
    `set local work_mem = '64kB'; set local temp_file_limit = 0`,
    sql`select n from generate_series(1, 10000) n order by -n`,
  ],
  ['a file that the disk has lost', '58P01', '', sql`select pg_read_file('/no/such/file')`],
])('after %s everybody is asked to come back', async (_, state, setting, statement: SQL) => {
  const work = db.transaction(async (tx) => {
    await tx.execute(sql.raw(setting))
    await tx.execute(statement)
  })
  expect(await answerTo(work)).toEqual([state, 'busy', 5])
})

test('whoever waits too long for what another holds is asked to come back', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update jars set stock = 9`)
    expect(await answerTo(db.execute(sql`update jars set stock = 8`))).toEqual(['55P03', 'busy', 5])
  })
})

test('whoever changes what another has changed since it was read is told that they got in each other’s way', async () => {
  const work = db.transaction(
    async (tx) => {
      await tx.execute(sql`select * from jars`)
      await db.execute(sql`update jars set stock = 7`)
      await tx.execute(sql`update jars set stock = 6`)
    },
    { isolationLevel: 'serializable' },
  )
  expect(await answerTo(work)).toEqual(['40001', 'conflict', undefined])
})

test('of two who wait for each other, one is told so and the other goes on', async () => {
  const bothHaveTheirs = Promise.withResolvers<void>()
  let waiting = 2
  const change = (first: number, second: number) =>
    db.transaction(async (tx: Database) => {
      await tx.execute(sql`set local lock_timeout = 0`)
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local deadlock_timeout = 50`)
      await tx.execute(sql`update jars set stock = 5 where id = ${first}`)
      if (--waiting === 0) bothHaveTheirs.resolve()
      await bothHaveTheirs.promise
      await tx.execute(sql`update jars set stock = 4 where id = ${second}`)
    })
  const ended = await Promise.allSettled([change(1, 2), change(2, 1)])
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(failures).toHaveLength(1)
  expect(await answerTo(Promise.reject(failures[0]))).toEqual(['40P01', 'conflict', undefined])
})

test('a database that cannot be reached is a busy shop, not a broken one', async () => {
  const away = openDatabase({ ...own.connection, host: '/nowhere' }, silentLog)
  expect(await answerTo(away.db.execute(sql`select 1`))).toEqual(['08006', 'busy', 5])
  await away.close()
})
