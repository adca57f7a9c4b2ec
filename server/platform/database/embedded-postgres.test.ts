import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '#server/testing/database.ts'
import { newDataDir, openPostgres, openPostgresProcess, sharedDataDir } from '#server/testing/own-database.ts'
import { withOwnConnection } from './database.ts'
import { findProcess, readPostmasterFile } from './embedded/server-process.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'

const dataDir = sharedDataDir()

async function ask(connection: PoolConfig, question: string): Promise<unknown[]> {
  const { rows } = await withOwnConnection(connection, 'tests', (client) => client.query(question))
  return rows
}

test('rows are still there after the shop was closed and opened again', async () => {
  const first = await openPostgres(dataDir)
  await ask(first.connection, `create table jars (name text); insert into jars values ('Shea butter')`)
  await first.stop()

  const second = await openPostgres(dataDir)
  expect(await ask(second.connection, 'select name from jars')).toEqual([{ name: 'Shea butter' }])
  await second.stop()
})

test('a closed shop leaves no socket, no lock and no process behind', async () => {
  const { connection, stop } = await openPostgres(dataDir)
  const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
  expect(findProcess(pid)?.name).toBe('postgres')
  await stop()

  expect(findProcess(pid)).toBeNull()
  expect(statSync(String(connection.host), { throwIfNoEntry: false })).toBeUndefined()
  expect(readdirSync(join(dataDir, 'shop.lock'))).toEqual([])
})

test('nobody else can read the database, and it asks for its password', async () => {
  const { connection, stop } = await openPostgres(dataDir)

  const paths = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres.log'), String(connection.host)]
  expect(paths.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0, 0])
  await expect(ask({ ...connection, password: 'guessed' }, 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  expect(await ask(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await stop()
})

test('a second shop on the same folder is refused and the first goes on', async () => {
  const first = await openPostgres(dataDir)

  const sentence = `Another shop (process ${process.pid}) already uses the data folder ${dataDir}.`
  await expect(openPostgres(dataDir)).rejects.toThrow(sentence)
  await expect(openPostgresProcess({ dataDir })).rejects.toThrow(sentence)
  expect(await ask(first.connection, 'select 1 as works')).toEqual([{ works: 1 }])
  await first.stop()
})

test('of several shops started in the same moment one gets the folder', { tags: 'faults' }, async () => {
  const started = await Promise.allSettled([1, 2, 3].map(() => openPostgresProcess({ dataDir })))

  const open = started.filter((one) => one.status === 'fulfilled')
  expect(open).toHaveLength(1)
  await open[0]?.value.stop()
})

test("an owner's command uses the database of the running shop, or opens it alone", async () => {
  const shop = await openPostgres(dataDir)
  const during = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  await ask(during.connection, 'create table visits (id int)')
  await during.stop()
  expect(await ask(shop.connection, 'select * from visits')).toEqual([])
  await shop.stop()

  const alone = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  expect(await ask(alone.connection, 'select * from visits')).toEqual([])
  await alone.stop()
})

test('a shop that was killed is followed by one that ends its database and keeps its rows', async () => {
  const killed = await openPostgresProcess({ dataDir })
  await ask(killed.connection, `create table soaps (name text); insert into soaps values ('Black soap')`)
  const orphan = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
  await killed.kill()
  expect(findProcess(orphan)?.name).toBe('postgres')

  const next = await openPostgres(dataDir)
  expect(findProcess(orphan)).toBeNull()
  expect(await ask(next.connection, 'select name from soaps')).toEqual([{ name: 'Black soap' }])
  expect(statSync(String(killed.connection.host), { throwIfNoEntry: false })).toBeUndefined()
  await next.stop()
})

test('a shop starts after itself and its database were both killed', { tags: 'faults' }, async () => {
  const killed = await openPostgresProcess({ dataDir })
  await ask(killed.connection, `create table oils (name text); insert into oils values ('Baobab oil')`)
  const { pid } = readPostmasterFile(join(dataDir, 'postgres')) ?? { pid: 0 }
  await killed.kill()
  process.kill(pid, 'SIGKILL')

  const next = await openPostgres(dataDir)
  expect(await ask(next.connection, 'select name from oils')).toEqual([{ name: 'Baobab oil' }])
  await next.stop()
})

test('a first start that was cut off in the middle is begun again', { tags: 'faults' }, async () => {
  const begun = newDataDir()
  cpSync(join(dataDir, 'postgres'), join(begun, 'postgres.new'), { recursive: true })
  rmSync(join(begun, 'postgres.new', 'PG_VERSION'))

  const again = await openPostgres(begun)
  expect(await ask(again.connection, 'select 1 as works')).toEqual([{ works: 1 }])
  await again.stop()
})

test('letters of Twi and Ewe are folded, found and searched like any others', async () => {
  const { connection, stop } = await openPostgres(dataDir)
  await ask(connection, 'create extension pg_trgm')
  const [found] = await ask(
    connection,
    `select lower('ƐKƆ Ŋ') as lower, 'Ɛkɔ' ilike 'ɛKƆ' as alike, similarity('Ɛkɔ soap', 'ɛkɔ') > 0.3 as similar`,
  )
  expect(found).toEqual({ lower: 'ɛkɔ ŋ', alike: true, similar: true })
  await stop()
})
