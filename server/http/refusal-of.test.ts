import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { silentLog } from '../testing/silent-log.ts'
import { toRefusal } from './refusal-of.ts'

const own = await createOwnDatabase()
const { db, close } = openDatabase(
  { ...own.connection, statement_timeout: 300, lock_timeout: 100 },
  silentLog,
)
afterAll(async () => {
  await close()
  await own.drop()
})

await db.execute(
  sql`create table jars (id int unique, stock smallint check (stock >= 0), lid int references jars (id))`,
)
await db.execute(sql`insert into jars values (1, 10, null)`)

async function answerTo(statement: SQL): Promise<[string, number | undefined]> {
  const error = await db.execute(statement).catch((failure: unknown) => failure)
  const { code, extras } = toRefusal(error)
  return [code, extras.retryAfterSeconds]
}

test.each([
  ['a number that is too large', sql`insert into jars values (2, 99999, null)`, 'invalid_input'],
  ['a text that is no number', sql`select 'x'::text::int`, 'invalid_input'],
  ['a division by nothing', sql`select 1 / (stock - 10) from jars`, 'invalid_input'],
  ['something that is there already', sql`insert into jars values (1, 1, null)`, 'conflict'],
  ['stock below nothing', sql`update jars set stock = -1`, 'conflict'],
  ['a mistake of ours', sql`select * from no_such_table`, 'broken'],
])('%s is answered in its own way', async (_, statement, code) => {
  expect(await answerTo(statement)).toEqual([code, undefined])
})

test('a question that takes too long is ended by the database itself', async () => {
  expect(await answerTo(sql`select pg_sleep(20)`)).toEqual(['busy', 5])
})

test('whoever waits too long for what another holds is asked to come back', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update jars set stock = 9`)
    expect(await answerTo(sql`update jars set stock = 8`)).toEqual(['busy', 5])
  })
})

test('a database that cannot be reached is a busy shop, not a broken one', async () => {
  const away = openDatabase({ ...own.connection, host: '/nowhere' }, silentLog)
  const error = await away.db.execute(sql`select 1`).catch((failure: unknown) => failure)
  expect(toRefusal(error)).toMatchObject({ code: 'busy', extras: { retryAfterSeconds: 5 } })
  await away.close()
})
