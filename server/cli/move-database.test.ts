import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import { checkBooks } from '../features/dashboard/invariants.ts'
import { orders } from '../features/orders/tables.ts'
import { readConfig } from '../platform/config.ts'
import { withOwnConnection } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrate.ts'
import { silentLog } from '../testing/database.ts'
import { newDataDir } from '../testing/own-database.ts'
import { item, place, placeThreeOrders } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { makeDemoAccounts } from './demo-shop.ts'
import { compareSums, moveDatabase, sumUpTables } from './move-database.ts'

const said = vi.spyOn(console, 'log').mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

async function newDatabase(name: string): Promise<PoolConfig> {
  const server = inject('testPostgres')
  const run = (statement: string) => withOwnConnection(server, 'tests', (client) => client.query(statement))
  await run(`create database ${name}`)
  onTestFinished(async () => void (await run(`drop database ${name} with (force)`)))
  return { ...server, database: name }
}

test('a shop with orders moves into another PostgreSQL with everything it has, and goes on there', {
  tags: 'faults',
}, async () => {
  const dataDir = newDataDir()
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false, log: silentLog })
  await migrate(embedded.connection)
  const old = await openTestShop({ database: { connection: embedded.connection, drop: async () => {} } })
  await placeThreeOrders(old)
  await makeDemoAccounts(old.context, old.shop)
  const waiting = await countWaiting(old.context.db)
  expect(waiting).toBeGreaterThan(0)

  const target = await newDatabase('moved_shop')
  await expect(moveDatabase(config, [databaseAddress(target)])).rejects.toThrow('Stop it first')
  expect(await countTables(target)).toBe(0)
  await old.close()
  const before = await sumUpTables(embedded.connection)
  await embedded.stop()

  await moveDatabase(config, [databaseAddress(target)])
  const words = said.mock.calls.flat().join('\n')
  expect(words).toContain('are the same on both sides')
  expect(words).toContain(`and ${waiting} waiting jobs went along`)
  expect(words).not.toContain(String(target.password))
  expect(words).toContain('The demo accounts did not go along.')
  expect(compareSums(before, await sumUpTables(target))).toEqual([
    'public.credentials has 5 rows here and 2 there',
    'public.users has 5 rows here and 2 there',
  ])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('move-'))).toEqual([])

  const moved = await openTestShop({ database: { connection: target, drop: async () => {} } })
  onTestFinished(moved.close)
  const tracked = await moved.ask<TrackedOrderResponse>('GET', '/api/order-tracking/AMA001')
  expect(tracked.status).toBe(200)
  expect((await moved.mails()).length).toBeGreaterThan(0)
  const [newest] = (await moved.context.db.execute<{ id: number }>(sql`select max(id) as id from ${orders}`))
    .rows
  const jar = await shelve(moved.context, { name: 'Black soap' })
  expect((await place(moved, [item(jar)])).id).toBeGreaterThan(newest?.id ?? 0)
  expect(await checkBooks(moved.context.db)).toEqual([])

  await expect(startEmbeddedPostgres({ dataDir, durable: false, log: silentLog })).rejects.toThrow(
    /^The database of this shop was moved to [\w.:]+\/moved_shop on \d{4}-\d\d-\d\d\. Set DATABASE_URL/,
  )
  rmSync(join(dataDir, 'database-moved.txt'))
  await expect(moveDatabase(config, [databaseAddress(target)])).rejects.toThrow('not empty')
})

test('a database that holds something else is left alone', async () => {
  const target = await newDatabase('somebody_elses')
  await withOwnConnection(target, 'tests', (client) => client.query('create table letters (text text)'))
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir })
  await expect(moveDatabase(config, [databaseAddress(target)])).rejects.toThrow('it has public.letters')
  expect(await countTables(target)).toBe(1)
})

test('a move that cannot begin says why', async () => {
  const dataDir = newDataDir()
  const address = databaseAddress(inject('testPostgres'))
  await expect(moveDatabase(readConfig({ DATA_DIR: dataDir }), [])).rejects.toThrow('empty PostgreSQL')
  await expect(moveDatabase(readConfig({ DATA_DIR: dataDir }), ['mysql://x'])).rejects.toThrow('DATABASE_URL')
  await expect(moveDatabase(readConfig({ DATA_DIR: dataDir }), [address])).rejects.toThrow(
    `There is no embedded database in ${dataDir}`,
  )
  const elsewhere = readConfig({ DATA_DIR: dataDir, DATABASE_URL: address })
  await expect(moveDatabase(elsewhere, [address])).rejects.toThrow('another PostgreSQL already')
})

async function countWaiting(db: {
  execute: (query: ReturnType<typeof sql>) => Promise<unknown>
}): Promise<number> {
  const answer = await db.execute(sql`select count(*) from pgboss.job where state < 'completed'`)
  return Number((answer as { rows: { count: string }[] }).rows[0]?.count)
}

async function countTables(connection: PoolConfig): Promise<number> {
  const { rows } = await withOwnConnection(connection, 'tests', (client) =>
    client.query<{ count: string }>("select count(*) from pg_tables where schemaname !~ '^pg_|^information'"),
  )
  return Number(rows[0]?.count)
}
