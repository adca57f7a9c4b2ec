import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sayAsOwner, silentLog } from '#server/testing/database.ts'
import { newDataDir, sharedDataDir, startReplica } from '#server/testing/own-database.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { databaseAddress } from '#server/testing/test-postgres.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { readConfig } from '../config.ts'
import { openContext } from '../open-context.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'

const [primaryDir, replicaDir] = [sharedDataDir(), sharedDataDir()]
const primary = await startEmbeddedPostgres({ dataDir: primaryDir, log: silentLog })
await migrate(primary.connection)
const replica = await startReplica(primary, primaryDir, replicaDir)
const database = { connection: primary.connection, drop: async () => {} }

/** What the log says about the replica. */
const said: string[] = []
const logTo = {
  write(line: string) {
    if (line.includes('eplica')) said.push(JSON.parse(line).msg)
  },
}

/** Waits as long as a busy machine needs. */
const shop = await openTestShop({ database, replica: { ...replica, patienceMs: 60_000 }, logTo })
const { token } = await shop.signedInAs('admin')
const jar = await shelve(shop.context, { stock: 50 })
afterAll(async () => {
  await shop.close()
  await replica.stop()
  await primary.stop()
})

async function countReads({ context }: TestShop = shop): Promise<Record<string, number>> {
  const counted = await context.metrics.registry.getSingleMetric('database_reads_total')?.get()
  return Object.fromEntries(counted?.values.map(({ labels, value }) => [labels.server, value]) ?? [])
}

async function listOrders({ ask }: TestShop = shop): Promise<number[]> {
  const { body } = await ask<{ orders: { id: number }[] }>('GET', '/api/orders', { token })
  return body.orders.map(({ id }) => id)
}

const lists = [
  '/api/orders',
  '/api/orders?q=Ama',
  '/api/orders/counts',
  '/api/orders.csv',
  '/api/dashboard',
  '/api/dashboard/counts',
  '/api/products?admin=1',
  '/api/products?q=shea',
  '/api/products.csv',
  '/api/payments',
  '/api/changes',
  '/api/changes/people',
  '/api/drivers',
  '/api/cash',
  '/api/hand-overs',
  '/api/reviews',
  '/api/newsletter',
  '/api/newsletter.csv',
  '/api/conversations',
  '/api/discounts',
]

test.each(lists)('%s is answered by the replica', async (url) => {
  const before = await countReads()
  expect(await shop.ask('GET', url, { token })).toMatchObject({ status: 200 })
  const after = await countReads()
  expect(after.replica).toBeGreaterThan(before.replica ?? 0)
  expect(after.primary).toBe(before.primary)
})

test('whatever was done before is in the list, however often somebody looks', async () => {
  for (let n = 0; n < 5; n++) {
    const { id } = await place(shop, [item(jar)])
    expect((await listOrders())[0]).toBe(id)
  }
  expect((await countReads()).primary).toBeUndefined()
})

test('what decides is never asked there: orders, their status, sign-ins, one product', async () => {
  const before = await countReads()
  const { id } = await place(shop, [item(jar)])
  const body = { status: 'Processing' }
  expect((await shop.ask('PUT', `/api/orders/${id}`, { token, body })).status).toBe(200)
  expect((await shop.ask('GET', `/api/orders/${id}`, { token })).status).toBe(200)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token })).status).toBe(200)
  expect((await shop.ask('GET', `/api/products/${jar}`)).status).toBe(200)
  expect(await countReads()).toEqual(before)
})

test('a replica that is behind is left alone, which is said once, and asked again when it has caught up', async () => {
  const hasty = await openTestShop({ database, replica: { ...replica, patienceMs: 50 }, logTo })
  onTestFinished(hasty.close)
  await sayAsOwner(replica, 'select pg_wal_replay_pause()')
  said.length = 0
  const { id } = await place(hasty, [item(jar)])
  for (let n = 0; n < 3; n++) expect((await listOrders(hasty))[0]).toBe(id)
  hasty.clock.forward({ seconds: 6 })
  expect((await listOrders(hasty))[0]).toBe(id)
  expect(await countReads(hasty)).toEqual({ primary: 4 })
  expect(said).toEqual(['The read replica is away or behind; the primary answers'])

  await sayAsOwner(replica, 'select pg_wal_replay_resume()')
  await expect
    .poll(async () => {
      hasty.clock.forward({ seconds: 6 })
      expect((await listOrders(hasty))[0]).toBe(id)
      return (await countReads(hasty)).replica
    })
    .toBe(1)
  expect(said.slice(1)).toEqual(['The read replica answers again'])
})

test('a read that stands in the way of what is replayed is done again by the primary', async () => {
  const { reads } = shop.context
  const before = await countReads()
  let tries = 0
  const ask = reads.ask(async (db) => {
    tries += 1
    if (tries === 1)
      await db.execute(sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`)
    return (await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]?.is
  })
  expect(await ask).toBe(false)
  expect(await countReads()).toEqual({ ...before, primary: (before.primary ?? 0) + 1 })
})

test('the shop comes in with its own login there, too', async () => {
  const config = readConfig({
    DATA_DIR: newDataDir(),
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseAddress(primary.connection),
    DATABASE_READ_URL: databaseAddress(replica.connection),
  })
  const { context, close } = await openContext(config)
  onTestFinished(close)
  const who = sql`select pg_is_in_recovery() as is, session_user as login`
  // Where the machine is busy, it may have come too late the first time.
  await expect
    .poll(async () => (await context.reads.ask((db) => db.execute(who))).rows)
    .toEqual([{ is: true, login: expect.stringMatching(/^adom_shop_login_/) }])
})

test('an address that leads to no replica of this database is not used', { tags: 'faults' }, async () => {
  await sayAsOwner(primary, 'create database elsewhere')
  for (const connection of [primary.connection, { ...replica.connection, database: 'elsewhere' }]) {
    said.length = 0
    const other = await openTestShop({ database, replica: { connection, patienceMs: 60_000 }, logTo })
    onTestFinished(other.close)
    expect((await other.ask('GET', '/api/orders', { token })).status).toBe(200)
    expect(await countReads(other)).toEqual({ primary: 1 })
    expect(said).toEqual(['The read replica is away or behind; the primary answers'])
  }
})

test('without its replica the shop goes on', async () => {
  said.length = 0
  const before = await countReads()
  await replica.stop()
  const { id } = await place(shop, [item(jar)])
  expect((await listOrders())[0]).toBe(id)
  expect((await listOrders())[0]).toBe(id)
  expect(await countReads()).toEqual({ ...before, primary: (before.primary ?? 0) + 2 })
  expect(said).toEqual(['The read replica is away or behind; the primary answers'])
})
