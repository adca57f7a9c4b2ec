import type { OwnShop } from './own-shop.ts'
import { test as visit } from './visit.ts'

/** A sample shop that tests only read: nobody puts anything on its shelves, writes in its blog or changes its settings. */
export const test = visit.extend<{ shop: OwnShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
  shop: async ({}, use) => {
    await use(JSON.parse(process.env.QUIET_SHOP ?? '{}'))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})
