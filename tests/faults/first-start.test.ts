import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { withOwnConnection } from '#server/platform/database/database.ts'
import { endLeftoverServer } from '#server/platform/database/embedded/server-process.ts'
import { silentLog } from '#server/testing/database.ts'
import { type Ambush, openPostgresProxy } from '#server/testing/postgres-proxy.ts'
import { builtShop, findFreePort, type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { runCommand } from './owner.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const starts = sizeOf({ small: 1, full: 12 })

test('a first start that is killed at any moment is followed by one that opens a whole shop, which no second one disturbs', {
  meta: { size: `${starts} first starts` },
  timeout: 240_000 + starts * 90_000,
}, async () => {
  const random = openSeededRandom('first-start')
  const turnedAway = openStopwatch('a second shop gives up after', '2 s')
  for (let start = 0; start < starts; start++) {
    const dataDir = await newFolder()
    await startAndKill(dataDir, random.below(isSmall ? 2_000 : 6_000))
    const shop = await startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
    const second = () => startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
    await turnedAway.time(() => expect(second()).rejects.toThrow('did not open (1)'))
    await expectWholeShop(shop, { DATA_DIR: dataDir })
  }
})

test('a shop that is asked to close while it opens leaves no PostgreSQL behind', {
  timeout: 240_000,
}, async () => {
  const dataDir = await newFolder()
  const shop = spawnShop({ DATA_DIR: dataDir, PORT: String(await findFreePort()) })
  const ended = once(shop, 'exit')
  const runs = join(dataDir, 'postgres', 'postmaster.pid')
  await expect.poll(() => existsSync(runs)).toBe(true)
  shop.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(existsSync(runs)).toBe(false)
})

type Point = Pick<Ambush, 'at' | 'moment' | 'since'> & { name: string }

/** On the way of an empty database to a shop that is open. */
const points: Point[] = [
  { name: 'half of its tables', at: /create table "order_lines"/i, moment: 'after' },
  { name: 'before its tables are kept', at: /^commit/i, since: /drizzle/, moment: 'before' },
  { name: 'after its tables are kept', at: /^commit/i, since: /drizzle/, moment: 'after' },
  { name: 'half of its job queue', at: /create .*pgboss/is, moment: 'after' },
  { name: 'half of its shelves', at: /^insert into "products"/, moment: 'after' },
  {
    name: 'after its shelves are kept',
    at: /^commit/i,
    since: /^insert into "testimonials"/,
    moment: 'after',
  },
]
const chosen = points.slice(0, sizeOf({ small: 1, full: points.length * 10 }))
const times = sizeOf({ small: 1, full: 5 })

test('a first start that is killed at a chosen point leaves nothing half: the next one opens a whole shop', {
  meta: { size: `${chosen.length} points × ${times}` },
  timeout: 240_000 + times * chosen.length * 60_000,
}, async () => {
  for (let time = 0; time < times; time++) {
    for (const { name, ...point } of chosen) {
      const { proxy, settings } = await openEmptyDatabase()
      const first = spawnShop({ ...settings, PORT: String(await findFreePort()) })
      proxy.ambush({
        ...point,
        act() {
          first.kill('SIGKILL')
          return 'stop'
        },
      })
      // A point that no start comes by any more would let it open.
      first.stdout.on('data', (said) => String(said).includes('The shop runs at') && first.kill('SIGTERM'))
      const [, signal] = await once(first, 'exit')
      expect({ name, signal }).toEqual({ name, signal: 'SIGKILL' })
      const shop = await startShopProcess(settings.DATA_DIR, { ...settings, LOG_LEVEL: 'fatal' })
      await expectWholeShop(shop, settings)
    }
  }
})

async function openEmptyDatabase() {
  const server = inject('testPostgres')
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  const run = (statement: string) =>
    withOwnConnection(server, 'tests', async (client) => void (await client.query(statement)))
  await run(`create database ${database}`)
  const proxy = await openPostgresProxy({ ...server, database })
  const DATA_DIR = await newFolder()
  onTestFinished(async () => {
    await proxy.close()
    await run(`drop database ${database} with (force)`)
  })
  return { proxy, settings: { DATA_DIR, DATABASE_URL: proxy.url } }
}

async function expectWholeShop(shop: ShopProcess, settings: Record<string, string>): Promise<void> {
  const answer = await fetch(`${shop.address}/api/products`)
  expect(((await answer.json()) as unknown[]).length).toBe(9)
  expect(await runCommand(['verify'], settings)).toEqual({ code: 0, said: expect.any(String) })
  expect(await shop.stop()).toBe(0)
}

function spawnShop(settings: Record<string, string>) {
  const env = { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...settings }
  return spawn(process.execPath, [builtShop], { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-first-'))
  onTestFinished(async () => {
    await endLeftoverServer(join(folder, 'postgres'), silentLog)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function startAndKill(dataDir: string, ms: number): Promise<void> {
  const PORT = String(await findFreePort())
  const shop = spawnShop({ DATA_DIR: dataDir, PORT })
  const ended = once(shop, 'exit')
  await wait(ms)
  shop.kill('SIGKILL')
  await ended
}
