import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { endLeftoverServer } from '#server/platform/database/embedded/server-process.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openFolderStore } from '#server/platform/file-store.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { silentLog } from '#server/testing/database.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

type EmbeddedWorld = {
  dataDir: string
  jars: number[]
  /** Of an admin. */
  token: string
  open(settings?: Record<string, string>): Promise<ShopProcess>
  /** The database of the shop that runs, or of none. */
  look<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** The database of the shop that runs writes down everything at leisure; gives back in the middle of it. */
  beginCheckpoint(): Promise<void>
  expectInOrder(): Promise<void>
}

/** A shop with a database of its own in a folder, as an owner has it, with a few products that never run out. */
export async function openEmbeddedWorld(givenFolder?: string): Promise<EmbeddedWorld> {
  const dataDir = givenFolder ?? (await mkdtemp(join(tmpdir(), 'shop-fault-')))
  const opened: ShopProcess[] = []
  onTestFinished(async () => {
    for (const shop of opened) await shop.killShop()
    await endLeftoverServer(join(dataDir, 'postgres'), silentLog)
    if (givenFolder === undefined) await rm(dataDir, { recursive: true, force: true })
  })
  const { jars, token } = await prepare(dataDir)
  const look: EmbeddedWorld['look'] = async (work) => {
    const postgres = await joinEmbeddedPostgres({ dataDir, log: silentLog })
    const database = openDatabase(postgres.connection, silentLog)
    try {
      return await work(database.db)
    } finally {
      await database.close()
      await postgres.stop()
    }
  }
  return {
    dataDir,
    jars,
    token,
    look,
    beginCheckpoint: () => beginCheckpoint(dataDir),
    async open(settings = {}) {
      const shop = await startShopProcess(dataDir, { LOG_LEVEL: 'fatal', ...settings })
      opened.push(shop)
      return shop
    },
    async expectInOrder() {
      const files = openFolderStore(join(dataDir, 'files'))
      const clock = () => new Date()
      expect(await look((db) => checkShop({ db, files, clock }, { unnotifiedHours: 0 }))).toEqual([])
    },
  }
}

async function beginCheckpoint(dataDir: string): Promise<void> {
  const { connection } = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  const [asking, watching] = [new Client(connection), new Client(connection)]
  for (const client of [asking, watching]) {
    // Its server is about to die.
    client.on('error', () => undefined)
    await client.connect()
  }
  asking.query("select pg_backup_start('fault', false)").catch(() => null)
  const checkpointer = "select wait_event from pg_stat_activity where backend_type = 'checkpointer'"
  const state = async () => (await watching.query<{ wait_event: string }>(checkpointer)).rows[0]?.wait_event
  await expect.poll(state, { timeout: 60_000, interval: 5 }).toBe('CheckpointWriteDelay')
  await watching.end()
}

async function prepare(dataDir: string): Promise<Pick<EmbeddedWorld, 'jars' | 'token'>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
  await migrate(postgres.connection)
  const database = { connection: postgres.connection, drop: async () => {} }
  const office = await openTestShop({ database, clock: openTestClock(new Date()) })
  const { token } = await office.signedInAs('admin')
  const jars: number[] = []
  for (let n = 0; n < 4; n++) jars.push(await shelve(office.context, { name: `Jar ${n}`, stock: 1_000_000 }))
  await office.close()
  await postgres.stop()
  return { jars, token }
}
