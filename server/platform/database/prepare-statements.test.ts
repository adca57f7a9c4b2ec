import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import {
  atOnce,
  type Database,
  inTransaction,
  type OpenDatabase,
  openDatabase,
  preparedInsert,
} from './database.ts'

let own: OwnDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  database = openDatabase({ ...own.connection, max: 1 }, silentLog)
  await database.db.execute(
    sql`create table jars (id int primary key, stock int not null check (stock >= 0))`,
  )
  await database.db.execute(sql`insert into jars select n, 10 from generate_series(1, 9) n`)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const take = (db: Database, id: number, count: number) =>
  db.execute(sql`update jars set stock = stock - ${count} where id = ${id} returning stock`)

/** What the one connection remembers of a statement. */
async function remembered(part: string): Promise<{ times: number }[]> {
  const { rows } = await database.db.execute<{ times: number }>(
    sql`select (generic_plans + custom_plans)::int as times from pg_prepared_statements where strpos(statement, ${part}) > 0`,
  )
  return rows
}

test('a change is understood once and then only repeated, also when it is said twice at once', async () => {
  await inTransaction(database.db, (tx) => atOnce(take(tx, 1, 1), take(tx, 2, 3)))
  const [left] = (await inTransaction(database.db, (tx) => take(tx, 1, 2))).rows
  expect(left).toEqual({ stock: 7 })
  expect(await remembered('update jars')).toEqual([{ times: 3 }])
})

test('a change that failed can be said again', async () => {
  await expect(inTransaction(database.db, (tx) => take(tx, 3, 11))).rejects.toThrow()
  await expect(inTransaction(database.db, (tx) => atOnce(take(tx, 3, 11), take(tx, 4, 1)))).rejects.toThrow()
  const never = (tx: Database) => tx.execute(sql`delete from no_such_table where id = ${1}`)
  await expect(inTransaction(database.db, never)).rejects.toThrow()
  await expect(inTransaction(database.db, never)).rejects.toThrow()
  expect((await inTransaction(database.db, (tx) => take(tx, 3, 1))).rows).toEqual([{ stock: 9 }])
})

test('what only reads is planned for what it looks for', async () => {
  await database.db.transaction((tx) => tx.execute(sql`select 'a reader', id from jars where id > ${5}`), {
    accessMode: 'read only',
  })
  expect(await remembered('a reader')).toEqual([])
})

const parcels = pgTable('parcels', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  labels: text('labels').array(),
  content: jsonb('content').$type<{ jars: number }>().notNull().default({ jars: 1 }),
})

test('a new row is put into words once for each set of columns, with nothing where nothing is given', async () => {
  await database.db.execute(
    sql`create table parcels (id int generated always as identity primary key, sent_at timestamptz, labels text[],
          content jsonb not null default '{"jars": 1}')`,
  )
  const send = preparedInsert('send-parcel', parcels, (db, row) => db.insert(parcels).values(row).returning())
  const sentAt = new Date('2026-01-02T03:04:05Z')
  const labels = ['fragile', 'two, "jars"']
  const sent = await inTransaction(database.db, async (tx) => [
    ...(await send(tx, { sentAt, labels, content: { jars: 2 } })),
    ...(await send(tx, { sentAt: null, labels: null, content: { jars: 3 } })),
    ...(await send(tx, { sentAt, content: undefined })),
  ])
  expect(sent).toEqual([
    { id: 1, sentAt, labels, content: { jars: 2 } },
    { id: 2, sentAt: null, labels: null, content: { jars: 3 } },
    { id: 3, sentAt, labels: null, content: { jars: 1 } },
  ])
  const times = (await remembered('insert into "parcels"')).map((statement) => statement.times)
  expect(times.toSorted()).toEqual([1, 2])
})
