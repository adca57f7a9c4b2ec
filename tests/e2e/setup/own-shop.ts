import { type FakeMessageServices, openFakeMessageServices } from '#server/testing/fake-message-services.ts'
import { openSampleShop, type SharedShop } from './open-shop.ts'
import { type Account, test as visit } from './visit.ts'

export type OwnShop = { address: string; dataDir: string; admin: Account; driver: Account; customer: Account }

/** A sample shop of one file alone, for what changes every page. The file says that its tests run one after the other. */
export function withOwnShop(settings: Record<string, string> = {}) {
  return visit.extend<{ shop: OwnShop }>({
    shop: async ({ shops }, use, { file }) => {
      await use(await shops.open(file, () => openOwnShop(settings)))
    },
    baseURL: async ({ shop }, use) => {
      await use(shop.address)
    },
  })
}

/** The same with phones that its SMS arrive on. */
export function withPhones() {
  return visit.extend<{ shop: OwnShop & { phones: FakeMessageServices }; phones: FakeMessageServices }>({
    shop: async ({ shops }, use, { file }) => {
      await use(await shops.open(file, openShopWithPhones))
    },
    phones: async ({ shop }, use) => {
      await use(shop.phones)
    },
    baseURL: async ({ shop }, use) => {
      await use(shop.address)
    },
  })
}

async function openOwnShop(settings: Record<string, string>): Promise<SharedShop<OwnShop>> {
  const { address, dataDir, accounts, close } = await openSampleShop(settings)
  return { value: { address, dataDir, ...JSON.parse(accounts) }, close }
}

async function openShopWithPhones(): Promise<SharedShop<OwnShop & { phones: FakeMessageServices }>> {
  const phones = await openFakeMessageServices()
  // All of these tests ask from one address, which gets a twentieth of it.
  const shop = await openOwnShop({ ...phones.settings('arkesel'), PHONE_CODES_PER_DAY: '2000' })
  return {
    value: { ...shop.value, phones },
    async close() {
      await shop.close()
      await phones.goDown()
    },
  }
}
