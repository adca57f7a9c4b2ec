import { chmodSync, cpSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess } from '#server/testing/shop-process.ts'

/** The two shops that the tests of a run visit, on fresh folders: one where they sell, write and buy, and one that they only read. */
export default async function openShops() {
  const template = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  await (await startShopProcess(template)).stop()
  process.env.SHOP_TEMPLATE = template
  const [shop, quiet] = await Promise.all([openSampleShop(), openSampleShop()])
  process.env.SHOP_ADDRESS = shop.address
  process.env.SHOP_DATA_DIR = shop.dataDir
  process.env.SHOP_ACCOUNTS = shop.accounts
  process.env.QUIET_SHOP = JSON.stringify({ address: quiet.address, ...JSON.parse(quiet.accounts) })
  return async () => {
    await Promise.all([shop.close(), quiet.close()])
    await rm(template, { recursive: true, force: true })
  }
}

/** A sample shop in a copy of the first one's folder: filling the shelves again would cost as much as a test. */
export async function openSampleShop(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  copyShop(dataDir)
  const { address, stop } = await startShopProcess(dataDir, settings)
  return {
    address,
    dataDir,
    accounts: await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'),
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The first shop's folder, or only its database. These are two thousand small files: copied one by one in the background they
 * cost six times as much. PostgreSQL opens a folder only if it is nobody else's.
 */
export function copyShop(dataDir: string, part = ''): void {
  cpSync(join(process.env.SHOP_TEMPLATE ?? '', part), join(dataDir, part), { recursive: true })
  chmodSync(join(dataDir, 'postgres'), 0o700)
}

/** What the tests of one file share, and how it ends. */
export type SharedShop<Value> = { value: Value; close(): Promise<void> }

/**
 * Shares the shop of the file whose tests are running among them, and closes it when another file has its turn. A fixture of the
 * worker would do the same, but every such file would then need a worker and a browser of its own.
 */
export function shareShops() {
  let shared: { file: string; opened: Promise<SharedShop<unknown>> } | undefined
  const close = async () => {
    const left = shared
    shared = undefined
    await (await left?.opened)?.close()
  }
  const closeOthers = async (file: string) => {
    if (shared?.file !== file) await close()
  }
  return {
    close,
    closeOthers,
    /** Opened by the first test of its file; each file opens one thing only. */
    async open<Value>(file: string, open: () => Promise<SharedShop<Value>>): Promise<Value> {
      await closeOthers(file)
      shared ??= { file, opened: open() }
      const { value } = (await shared.opened) as SharedShop<Value>
      return value
    },
  }
}
