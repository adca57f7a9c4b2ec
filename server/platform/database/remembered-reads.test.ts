import { lte, sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endConnections, sayAsOwner, silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { openPostgresProxy } from '#server/testing/postgres-proxy.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'
import {
  type Invalidation,
  invalidating,
  listenerName,
  openInvalidation,
  rememberedRead,
  rememberReads,
} from './invalidation.ts'

const numbers = pgTable('numbers', { value: integer('value').notNull() })

const readNumbers = rememberedRead('numbers', ['settings'], (db) => db.select().from(numbers))

const readUpTo = rememberedRead('numbers-up-to', ['settings'], (db) =>
  db
    .select()
    .from(numbers)
    .where(lte(numbers.value, sql.placeholder('most'))),
)

let own: OwnDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  await sayAsOwner(own, 'create table numbers (value int not null)')
  await sayAsOwner(own, 'insert into numbers values (1)')
})

afterAll(() => own.drop())

type Process = { db: Database; invalidation: Invalidation }

/** One process on the database, with a memory of its own. */
async function openProcess(connection = own.connection): Promise<Process> {
  const database = openDatabase(connection, silentLog)
  const invalidation = await openInvalidation(connection, silentLog)
  rememberReads(database.db, invalidation)
  onTestFinished(async () => {
    await invalidation.close()
    await database.close()
  })
  return { db: database.db, invalidation }
}

const valueIn = async (db: Database) => (await readNumbers(db)).map(({ value }) => value)

/** As a colleague at another table would, without a word to anybody. */
const writeSilently = (db: Database) => db.execute(sql`update numbers set value = value + 1`)

test('what is read is remembered until its topic is published, and no other topic matters', async () => {
  const { db, invalidation } = await openProcess()
  const [before = 0] = await valueIn(db)
  await writeSilently(db)
  await invalidation.publish(db, 'blog')
  expect(await valueIn(db)).toEqual([before])
  await invalidation.publish(db, 'settings')
  expect(await valueIn(db)).toEqual([before + 1])
})

test('a change is read by every process as soon as it is committed, and one that is undone by none', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  const [before = 0] = await valueIn(here.db)
  expect(await valueIn(there.db)).toEqual([before])
  const undone = invalidating(here, ['settings'], async (tx) => {
    await writeSilently(tx)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await valueIn(here.db)).toEqual([before])
  await invalidating(here, ['settings'], async (tx) => void (await writeSilently(tx)))
  expect(await valueIn(here.db)).toEqual([before + 1])
  await expect.poll(() => valueIn(there.db)).toEqual([before + 1])
})

test('a transaction reads for itself, and what it sees before its end is not remembered', async () => {
  const { db } = await openProcess()
  const [before = 0] = await valueIn(db)
  await inTransaction(db, async (tx) => {
    await writeSilently(tx)
    expect(await valueIn(tx)).toEqual([before + 1])
    expect(await valueIn(db)).toEqual([before])
  })
})

test('those who ask at the same time wait for one answer; whoever asks after a change does not get an earlier one', async () => {
  const { db, invalidation } = await openProcess()
  const early = readNumbers(db)
  expect(readNumbers(db)).toBe(early)
  await invalidation.publish(db, 'settings')
  expect(readNumbers(db)).not.toBe(early)
})

test('of a read with values, the answer to those that were asked for last is remembered, and no other', async () => {
  const { db, invalidation } = await openProcess()
  const [before = 0] = await valueIn(db)
  const [less, all] = [{ most: before - 1 }, { most: before }]
  expect(await readUpTo(db, all)).toEqual([{ value: before }])
  expect(readUpTo(db, { ...all })).toBe(readUpTo(db, all))
  expect(await readUpTo(db, less)).toEqual([])
  await writeSilently(db)
  expect(await readUpTo(db, less)).toEqual([])
  expect(await readUpTo(db, all)).toEqual([])
  expect(await inTransaction(db, (tx) => readUpTo(tx, { most: before + 1 }))).toEqual([{ value: before + 1 }])
  const known = readUpTo(db, all)
  await invalidation.publish(db, 'settings')
  expect(readUpTo(db, all)).not.toBe(known)
})

test('a read that failed is not remembered, and nothing is while changes of others are not heard', async () => {
  const proxy = await openPostgresProxy(own.connection)
  onTestFinished(proxy.close)
  const { db, invalidation } = await openProcess(proxy.connection)
  proxy.failAlways(/from "numbers"/, '57014', 'too slow')
  await expect(readNumbers(db)).rejects.toThrow()
  proxy.calm()
  const [before = 0] = await valueIn(db)
  rememberReads(db, { ...invalidation, isListening: () => false })
  await writeSilently(db)
  expect(await valueIn(db)).toEqual([before + 1])
})

test('after a lost connection everything is read again', async () => {
  const { db } = await openProcess()
  const [before = 0] = await valueIn(db)
  await writeSilently(db)
  await endConnections(own, listenerName)
  await expect.poll(() => valueIn(db)).toEqual([before + 1])
})
