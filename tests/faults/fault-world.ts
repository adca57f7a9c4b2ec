import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { checkShop } from '#server/features/dashboard/invariants.ts'
import { openFolderStore } from '#server/platform/file-store.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { openPostgresProxy, type PostgresProxy } from '#server/testing/postgres-proxy.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

export type FaultWorld = {
  dataDir: string
  /** Looks at the same database without anything in between. */
  office: TestShop
  proxy: PostgresProxy
  jars: number[]
  /** A shop process of its own behind the proxy; it is ended with the test. */
  open(settings?: Record<string, string>): Promise<ShopProcess>
  /** What the owner's own check says of stock, orders, payments, cash, history and files. */
  expectInOrder(): Promise<void>
}

/** A database with a few products, a door to it that a test can slam, and shops that come and go. */
export async function openFaultWorld({ jars = 4, stock = 1_000_000 } = {}): Promise<FaultWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-fault-'))
  const database = await createOwnDatabase()
  const office = await openTestShop({ database, clock: openTestClock(new Date()) })
  const proxy = await openPostgresProxy(database.connection)
  const opened: ShopProcess[] = []
  onTestFinished(async () => {
    for (const shop of opened) await shop.killShop()
    await proxy.close()
    await office.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const shelves: number[] = []
  for (let n = 0; n < jars; n++) shelves.push(await shelve(office.context, { name: `Jar ${n}`, stock }))
  return {
    dataDir,
    office,
    proxy,
    jars: shelves,
    async open(settings = {}) {
      const shop = await startShopProcess(dataDir, {
        DATABASE_URL: proxy.url,
        LOG_LEVEL: 'fatal',
        ...settings,
      })
      opened.push(shop)
      return shop
    },
    async expectInOrder() {
      const files = openFolderStore(join(dataDir, 'files'))
      expect(await checkShop({ ...office.context, files }, { unnotifiedHours: 0 })).toEqual([])
    },
  }
}
