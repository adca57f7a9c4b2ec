import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess } from '#server/testing/shop-process.ts'

/** The one shop that all tests of a run visit, on a fresh folder. */
export default async function openShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const { address, stop } = await startShopProcess(dataDir)
  process.env.SHOP_ADDRESS = address
  process.env.SHOP_DATA_DIR = dataDir
  process.env.SHOP_ACCOUNTS = await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
