import { type FakeMessageServices, openFakeMessageServices } from '#server/testing/fake-message-services.ts'
import { openSampleShop } from './open-shop.ts'
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
  const { address, dataDir, accounts, close } = await openSampleShop(settings)
  await use({ address, dataDir, ...JSON.parse(accounts) })
  await close()
}
