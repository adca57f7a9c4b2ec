import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeMessageServices, openFakeMessageServices } from '#server/testing/fake-message-services.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { type Account, test as visit } from './visit.ts'

export type OwnShop = { address: string; dataDir: string; admin: Account; driver: Account; customer: Account }

/** A sample shop of one file alone, for what changes every page. The file says that its tests run one after the other. */
export function withOwnShop(settings: Record<string, string> = {}) {
  return visit.extend<object, { shop: OwnShop }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
      async ({}, use) => runShop(settings, use),
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ shop }, use) => {
      await use(shop.address)
    },
  })
}

/** The same with phones that its SMS arrive on. */
export function withPhones() {
  return visit.extend<object, { shop: OwnShop; phones: FakeMessageServices }>({
    phones: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
      async ({}, use) => {
        const phones = await openFakeMessageServices()
        await use(phones)
        await phones.goDown()
      },
      { scope: 'worker' },
    ],
    shop: [
      // All of these tests ask from one address, which gets a twentieth of it.
      async ({ phones }, use) => runShop({ ...phones.settings('arkesel'), PHONE_CODES_PER_DAY: '2000' }, use),
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ shop }, use) => {
      await use(shop.address)
    },
  })
}

async function runShop(
  settings: Record<string, string>,
  use: (shop: OwnShop) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const { address, stop } = await startShopProcess(dataDir, settings)
  const accounts = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))
  await use({ address, dataDir, ...accounts })
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}
