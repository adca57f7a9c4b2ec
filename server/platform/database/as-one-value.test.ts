import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { bigint, date, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import { asOneValue } from './as-one-value.ts'
import { type OpenDatabase, oneRow, openDatabase } from './database.ts'

const jars = pgTable('jars', {
  id: integer('id').notNull(),
  name: text('name').notNull(),
  sizes: integer('sizes').array().notNull(),
  facts: jsonb('facts').$type<{ scent: string }>(),
  filledAt: timestamp('filled_at', { withTimezone: true }),
  bestBefore: date('best_before').notNull(),
  lidId: integer('lid_id'),
})

const lids = pgTable('lids', { id: integer('id').notNull(), colour: text('colour').notNull() })

let own: OwnDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  database = openDatabase({ ...own.connection, max: 1 }, silentLog)
  const { db } = database
  await db.execute(
    sql`create table jars (id int, name text, sizes int[], facts jsonb, filled_at timestamptz, best_before date, lid_id int)`,
  )
  await db.execute(sql`create table lids (id int, colour text)`)
  await db.insert(lids).values([
    { id: 7, colour: 'gold' },
    { id: 8, colour: 'white' },
  ])
  await db.insert(jars).values([
    { ...shea, lidId: 7 },
    { ...cocoa, lidId: null },
    { ...argan, lidId: 7 },
  ])
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const shea = {
  id: 1,
  name: 'Shea "Nkuto"\nbutter’s jar',
  sizes: [100, 250],
  facts: { scent: 'nutty' },
  filledAt: new Date('2026-11-19T08:15:30.123Z'),
  bestBefore: '2027-11-19',
}
const cocoa = { id: 2, name: 'Cocoa', sizes: [], facts: null, filledAt: null, bestBefore: '2027-01-02' }

const argan = { ...cocoa, id: 3, name: 'Argan', facts: { scent: 'mild' } }

const { lidId, ...ownColumns } = getTableColumns(jars)
const columns = { ...ownColumns, colour: sql<string | null>`${lids.colour}` }
const from = sql`from ${jars} left join ${lids} on ${eq(lids.id, lidId)}`

test('rows as one value are the rows as Drizzle reads them, in their order', async () => {
  const found = asOneValue(columns, { from, order: desc(jars.id) })
  const [read] = await database.db.select({ found }).from(oneRow)
  expect(read?.found).toEqual([
    { ...argan, colour: 'gold' },
    { ...cocoa, colour: null },
    { ...shea, colour: 'gold' },
  ])
  const byDrizzle = database.db
    .select(columns)
    .from(jars)
    .leftJoin(lids, eq(lids.id, lidId))
    .orderBy(desc(jars.id))
  expect(read?.found).toEqual(await byDrizzle)
})

test('no rows are an empty list, and one statement may ask for several', async () => {
  const none = asOneValue(columns, { from: sql`${from} where false`, order: asc(jars.id) })
  const names = asOneValue({ name: jars.name }, { from: sql`from ${jars}`, order: asc(jars.id) })
  const [read] = await database.db.select({ none, names }).from(oneRow)
  expect(read).toEqual({ none: [], names: [shea, cocoa, argan].map(({ name }) => ({ name })) })
})

test('rows may have rows of their own, read as the others are', async () => {
  const ofLid = { from: sql`from ${jars} where ${eq(lidId, lids.id)}`, order: asc(jars.id) }
  const found = asOneValue(
    { colour: lids.colour, jars: asOneValue(ownColumns, ofLid) },
    { from: sql`from ${lids}`, order: asc(lids.id) },
  )
  const [read] = await database.db.select({ found }).from(oneRow)
  expect(read?.found).toEqual([
    { colour: 'gold', jars: [shea, argan] },
    { colour: 'white', jars: [] },
  ])
})

test('what has a name of its own in other statements has none here', async () => {
  const found = asOneValue(
    { name: jars.name, many: sql<number>`cardinality(${jars.sizes})`.as('many') },
    { from: sql`from ${jars}`, order: asc(jars.id) },
  )
  const [read] = await database.db.select({ found }).from(oneRow)
  expect(read?.found).toEqual([
    { name: shea.name, many: 2 },
    { name: cocoa.name, many: 0 },
    { name: argan.name, many: 0 },
  ])
})

test('columns that JSON would change are refused before anything is asked', () => {
  const { weight, price } = getTableColumns(
    pgTable('parcels', {
      weight: bigint('weight', { mode: 'bigint' }),
      price: numeric('price'),
    }),
  )
  for (const column of [weight, price])
    expect(() => asOneValue({ column }, { from: sql`from parcels`, order: sql`1` })).toThrow(
      'JSON would change',
    )
})
