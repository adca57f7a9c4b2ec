import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess } from '#server/testing/shop-process.ts'
import type { SharedShop } from './open-shop.ts'

export type NewShop = { address: string; link: string }

/** A shop as its owner finds it on the first day: empty, closed, with a link in the window where it was started. */
export async function openNewShop(): Promise<SharedShop<NewShop>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const { address, said, stop } = await startShopProcess(dataDir, { SAMPLE_SHOP: 'none' })
  return {
    value: { address, link: /\/welcome\?token=\S+/.exec(said)?.[0] ?? '' },
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
