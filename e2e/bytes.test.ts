import { expect } from '@playwright/test'
import { type Weight, weigh } from './setup/bytes.ts'
import { beginPayment } from './setup/online-order.ts'
import { test } from './setup/own-shop.ts'

/** KB of a first visit. `planned` is what the design allows for scripts; today every page stays below it. */
type Limits = Omit<Weight, 'js'> & { js: { planned: number; today: number } }

const home = { html: 14, css: 10, fonts: 28, pictures: 48, total: 210 }
const shop = { html: 16, css: 10, fonts: 28, pictures: 36, total: 200 }
const product = { html: 14, css: 10, fonts: 28, pictures: 30, total: 200 }
const buying = { html: 12, css: 10, fonts: 28, pictures: 9, total: 180 }
const account = { html: 9, css: 10, fonts: 28, pictures: 10, total: 170 }
const reading = { html: 14, css: 10, fonts: 28, pictures: 30, total: 185 }
const plain = { html: 10, css: 10, fonts: 28, pictures: 20, total: 165 }

/** Whoever makes a page lighter writes the smaller number here; nobody writes a larger one. */
const limits: Record<string, Limits> = {
  '/': { ...home, js: { planned: 110, today: 108 }, requests: 29 },
  '/shop': { ...shop, js: { planned: 110, today: 105 }, requests: 27 },
  '/wishlist': { ...shop, js: { planned: 110, today: 99 }, requests: 13 },
  '/product/9': { ...product, js: { planned: 115, today: 103 }, requests: 25 },
  '/cart': { ...buying, js: { planned: 120, today: 102 }, requests: 15 },
  '/checkout': { ...buying, js: { planned: 120, today: 115 }, requests: 20 },
  '/track-order': { ...account, js: { planned: 110, today: 107 }, requests: 18 },
  '/login': { ...account, js: { planned: 110, today: 99 }, requests: 14 },
  '/signup': { ...account, js: { planned: 110, today: 99 }, requests: 14 },
  '/blog': { ...reading, js: { planned: 100, today: 98 }, requests: 19 },
  '/blog/what-shea-butter-does': { ...reading, js: { planned: 100, today: 100 }, requests: 15 },
  '/about': { ...reading, js: { planned: 100, today: 98 }, requests: 17 },
  '/contact': { ...plain, js: { planned: 100, today: 100 }, requests: 13 },
  '/faq': { ...plain, js: { planned: 100, today: 95 }, requests: 12 },
  '/shipping-policy': { ...plain, js: { planned: 100, today: 96 }, requests: 14 },
  '/returns-policy': { ...plain, js: { planned: 100, today: 96 }, requests: 14 },
  '/privacy-policy': { ...plain, js: { planned: 100, today: 97 }, requests: 14 },
  '/terms-of-service': { ...plain, js: { planned: 100, today: 97 }, requests: 14 },
  '/no-such-page': { ...plain, js: { planned: 100, today: 98 }, requests: 17 },
}

/** Its address is never the same, so it stands apart. */
const payment: Limits = { ...buying, js: { planned: 120, today: 102 }, requests: 20 }

/** One after the other, in one shop: what other tests put on the shelves would weigh here too. */
test.describe.configure({ mode: 'default' })
test.use({ deviceScaleFactor: 2 })

for (const [path, limit] of Object.entries(limits)) {
  test(`a first visit to ${path} costs no more than it may`, async ({ page }) => {
    const weight = await weigh(page, path)
    expect(overweight(weight, { ...limit, js: limit.js.today })).toEqual([])
  })
}

test('a first visit to the page of a payment costs no more than it may', async ({ page, request }) => {
  const { reference } = await beginPayment(request, 'Aloe Mineral Sunscreen SPF 50')
  const weight = await weigh(page, `/pay/${reference}`)
  expect(overweight(weight, { ...payment, js: payment.js.today })).toEqual([])
})

/** Planned: 10 KB of styles, 170 in all. */
const driver: Limits = {
  html: 10,
  css: 12,
  fonts: 28,
  pictures: 0,
  total: 170,
  js: { planned: 120, today: 119 },
  requests: 28,
}

test("a first visit to the driver's page costs no more than it may", async ({ page, shop, signIn }) => {
  await signIn(shop.driver)
  const weight = await weigh(page, '/driver')
  expect(overweight(weight, { ...driver, js: driver.js.today })).toEqual([])
})

function overweight(weight: Weight, limit: Weight): string[] {
  const parts = Object.keys(limit) as (keyof Weight)[]
  return parts
    .filter((part) => weight[part] > limit[part])
    .map((part) => `${part} ${weight[part].toFixed(1)} of ${limit[part]}`)
}
