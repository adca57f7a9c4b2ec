import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { readConfig } from '../server/platform/config.ts'
import type { Context } from '../server/platform/context.ts'
import { openContext } from '../server/platform/open-context.ts'
import { openShop, type Shop } from '../server/shop.ts'
import { startShopProcess } from '../server/testing/shop-process.ts'

export type MeasuredShop = {
  address: string
  pid: number
  /** The shop's own database, and tools to work on it beside the shop. */
  connection: PoolConfig
  context: Context
  /** The shop's own program, in this process. */
  shop: Shop
  close(): Promise<void>
}

/** A shop in a process of its own on a fresh folder, with its sample products. */
export async function openMeasuredShop(more: Record<string, string> = {}): Promise<MeasuredShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const settings = {
    REQUESTS_PER_MINUTE: '1000000',
    ORDERS_PER_ADDRESS: '1000000',
    ORDERS_PER_PHONE: '1000000',
    ...more,
  }
  const shop = await startShopProcess(dataDir, settings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings })
  const beside = await openContext(config, { besideTheShop: true })
  return {
    address: shop.address,
    pid: shop.pid,
    connection: beside.connection,
    context: beside.context,
    shop: openShop(beside.context),
    async close() {
      await beside.close()
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
