import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { countWaiting, silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { withOwnConnection } from './database.ts'
import { openInvalidation } from './invalidation.ts'
import { findTakenAway, isExpansion, migrate } from './migrate.ts'

/** A database without the shop's own tables, and a folder with these steps, the first made at 1, the second at 2. */
async function emptyDatabaseAndSteps(
  ...steps: string[]
): Promise<{ connection: PoolConfig; folder: string }> {
  const own = await createOwnDatabase()
  onTestFinished(own.drop)
  await ask(
    own.connection,
    'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
  )
  const folder = mkdtempSync(join(tmpdir(), 'adom-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeSteps(folder, steps)
  return { connection: own.connection, folder }
}

function writeSteps(folder: string, steps: string[], whens = steps.map((_, at) => at + 1)): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = steps.map((step, idx) => {
    writeFileSync(join(folder, `${idx}.sql`), step)
    return { idx, version: '7', when: whens[idx], tag: `${idx}`, breakpoints: true }
  })
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
}

async function ask(connection: PoolConfig, question: string): Promise<unknown[]> {
  const { rows } = await withOwnConnection(connection, 'tests', (client) => client.query(question))
  return rows
}

test('a shop without migrations yet has nothing to do', { tags: 'faults' }, async () => {
  const { connection, folder } = await emptyDatabaseAndSteps()
  expect(await migrate(connection, join(folder, 'absent'))).toEqual([])
  expect(await migrate(connection, folder)).toEqual([])
})

test('the names of the steps that ran are told, and only once', async () => {
  const steps = ['create table jars (id int)', '-- expand\nalter table jars add column lid text']
  const { connection, folder } = await emptyDatabaseAndSteps(...steps)
  expect(await migrate(connection, folder)).toEqual(['0', '1'])
  expect(await migrate(connection, folder)).toEqual([])
  writeSteps(folder, [...steps, '-- expand\nalter table jars add column label text'])
  expect(await migrate(connection, folder)).toEqual(['2'])
})

test('shops that start together run each step once', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps(
    'create table jars (id int)',
    'insert into jars values (1)',
  )
  await Promise.all([1, 2, 3].map(() => migrate(connection, folder)))
  await migrate(connection, folder)
  expect(await ask(connection, 'select id from jars')).toEqual([{ id: 1 }])
})

test('a step that fails leaves no half of the others', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps(
    'create table jars (id int)',
    'create tabel boxes',
  )
  await expect(migrate(connection, folder)).rejects.toThrow()
  expect(await ask(connection, `select to_regclass('jars') as jars`)).toEqual([{ jars: null }])
})

test('a step that would be passed over for its date stops the start', { tags: 'faults' }, async () => {
  const { connection, folder } = await emptyDatabaseAndSteps(
    'create table jars (id int)',
    'create table boxes (id int)',
  )
  await migrate(connection, folder)
  writeSteps(
    folder,
    ['create table jars (id int)', 'create table boxes (id int)', 'create table bags (id int)'],
    [1, 2, 1.5],
  )
  await expect(migrate(connection, folder)).rejects.toThrow('was passed over')
})

test('a database of a newer shop is refused', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps(
    'create table jars (id int)',
    'create table boxes (id int)',
  )
  await migrate(connection, folder)
  writeSteps(folder, ['create table jars (id int)'])
  await expect(migrate(connection, folder)).rejects.toThrow('made by a newer version of the shop')
})

test('where the newer shop only added something, the version before opens beside it', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps(
    'create table jars (id int)',
    '-- expand: lids come later\nalter table jars add column lid text',
  )
  const older = ['create table jars (id int)']
  await migrate(connection, folder)
  writeSteps(folder, older)
  await migrate(connection, folder)
  writeSteps(folder, [
    ...older,
    '-- expand\nalter table jars add column lid text',
    'alter table jars drop column id',
  ])
  await migrate(connection, folder)
  writeSteps(folder, older)
  await expect(migrate(connection, folder)).rejects.toThrow('made by a newer version of the shop')
})

test('while a shop is open, only steps that add something are taken', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps('create table jars (id int)')
  await migrate(connection, folder)
  const open = await openInvalidation(connection, silentLog)
  onTestFinished(() => open.close())
  const expanded = ['create table jars (id int)', '-- expand\nalter table jars add column lid text']
  writeSteps(folder, expanded)
  await migrate(connection, folder)
  writeSteps(folder, [...expanded, 'alter table jars drop column lid'])
  await expect(migrate(connection, folder)).rejects.toThrow('Stop every process of the shop')
  expect(await ask(connection, 'select lid from jars')).toEqual([])
  await open.close()
  await expect.poll(() => migrate(connection, folder).then(() => 'taken', String)).toBe('taken')
})

test('a step waits until a customer has finished with the table, and lets others pass meanwhile', {
  tags: 'faults',
}, async () => {
  const { connection, folder } = await emptyDatabaseAndSteps('create table jars (id int)')
  await migrate(connection, folder)
  writeSteps(folder, ['create table jars (id int)', '-- expand\nalter table jars add column lid text'])
  const migrating = await withOwnConnection(connection, 'tests', async (client) => {
    await client.query('begin; insert into jars values (1)')
    const started = migrate(connection, folder)
    await expect.poll(() => countWaiting({ connection })).toBe(1)
    await ask(connection, 'select count(*) from jars')
    await client.query('commit')
    return { started }
  })
  await migrating.started
  expect(await ask(connection, 'select * from jars')).toEqual([{ id: 1, lid: null }])
})

test.each([
  'alter table jars drop column lid',
  'DROP TABLE "jars";',
  'ALTER TABLE "jars" RENAME COLUMN "lid" TO "cap";',
  'ALTER TABLE "jars" ALTER COLUMN "lid" SET NOT NULL;',
  'ALTER TABLE "jars" ALTER COLUMN "lid" SET DATA TYPE integer;',
  'ALTER TABLE "jars" ADD COLUMN "lid" text NOT NULL;',
])('%s takes something away from an older shop', (statement) => {
  expect(findTakenAway([statement])).toEqual([statement])
})

test.each([
  'ALTER TABLE "jars" ADD COLUMN "lid" text;',
  'ALTER TABLE "jars" ADD COLUMN "lid" text DEFAULT \'\' NOT NULL;',
  'CREATE TABLE "lids" ("id" integer PRIMARY KEY NOT NULL);',
  'CREATE INDEX "jars_index" ON "jars" ("lid");',
])('%s takes nothing away', (statement) => {
  expect(findTakenAway([statement])).toEqual([])
})

test('no step of the shop calls itself an expansion and takes something away', () => {
  const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
  const broken = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({
      name,
      statements: readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint'),
    }))
    .filter(({ statements }) => isExpansion(statements) && findTakenAway(statements).length > 0)
  expect(broken).toEqual([])
})
