import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop, type Shop } from '../shop.ts'
import { openRoundRobinProxy, type RoundRobinProxy } from './round-robin-proxy.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { copyTemplate, databaseAddress, startTestPostgres } from './test-postgres.ts'

export type ManyShops = {
  processes: ShopProcess[]
  proxy: RoundRobinProxy
  /** Works on their database, beside them. */
  context: Context
  shop: Shop
  /** Puts one more process to work, or a fresh one in the place of another. */
  start(place: number): Promise<void>
  close(): Promise<void>
}

type Input = { count: number; settings?: Record<string, string>; durable?: boolean }

/** Several equal processes on one PostgreSQL, behind a proxy, as a larger shop runs them. */
export async function openManyShops({ count, settings = {}, durable = false }: Input): Promise<ManyShops> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-many-'))
  const postgres = await startTestPostgres({ durable })
  const { connection } = await copyTemplate(postgres.connection)
  const shared = { DATABASE_URL: databaseAddress(connection), ...settings }
  const proxy = await openRoundRobinProxy()
  const quiet = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SLOW_QUERY_MS: '0' }
  const config = readConfig({ ...quiet, DATA_DIR: dataDir, ...shared })
  const beside = await openContext(config, { besideTheShop: true })
  const processes: ShopProcess[] = []
  // While they start there may be gaps between them.
  const addresses = () => processes.flatMap(({ address }) => address)

  async function start(place: number): Promise<void> {
    const opened = await startShopProcess(dataDir, shared)
    processes[place] = opened
    proxy.use(addresses())
    await proxy.until('ready', opened.address)
  }
  const shop = openShop(beside.context)
  await beside.context.jobs.start({ work: false })
  await Promise.all(Array.from({ length: count }, (_, place) => start(place)))

  return {
    processes,
    proxy,
    context: beside.context,
    shop,
    start,
    async close() {
      await proxy.close()
      await Promise.all(processes.map((one) => one.stop()))
      await beside.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
