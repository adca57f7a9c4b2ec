import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnDatabase } from '../../testing/own-database.ts'
import { migrate } from './migrate.ts'
import { withOwnConnection } from './own-connection.ts'

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

test('a shop without migrations yet has nothing to do', async () => {
  const { connection, folder } = await emptyDatabaseAndSteps()
  await migrate(connection, join(folder, 'absent'))
  await migrate(connection, folder)
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

test('a step that would be passed over for its date stops the start', async () => {
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
