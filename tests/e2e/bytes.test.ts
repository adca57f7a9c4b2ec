import { expect } from '@playwright/test'
import { pagesForAnyone } from '#server/testing/pages-for-anyone.ts'
import { type Weight, weigh } from './setup/bytes.ts'
import { beginPayment } from './setup/online-order.ts'
import { test } from './setup/own-shop.ts'

/** KB of a first visit. `planned` is what the design allows for scripts; all but one page stay below it. */
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
  '/forgot-password': { ...account, js: { planned: 110, today: 100 }, requests: 15 },
  '/reset-password?token=made-up': { ...account, js: { planned: 110, today: 100 }, requests: 15 },
  '/confirm-email': { ...account, js: { planned: 110, today: 100 }, requests: 16 },
  '/blog': { ...reading, js: { planned: 100, today: 98 }, requests: 19 },
  '/blog/what-shea-butter-does': { ...reading, js: { planned: 100, today: 100 }, requests: 15 },
  '/about': { ...reading, js: { planned: 100, today: 98 }, requests: 17 },
  '/contact': { ...plain, js: { planned: 100, today: 100 }, requests: 13 },
  '/newsletter/leave?secret=made-up': { ...plain, js: { planned: 100, today: 96 }, requests: 13 },
  '/faq': { ...plain, js: { planned: 100, today: 95 }, requests: 12 },
  '/shipping-policy': { ...plain, js: { planned: 100, today: 96 }, requests: 14 },
  '/returns-policy': { ...plain, js: { planned: 100, today: 96 }, requests: 14 },
  '/privacy-policy': { ...plain, js: { planned: 100, today: 97 }, requests: 14 },
  '/terms-of-service': { ...plain, js: { planned: 100, today: 97 }, requests: 14 },
  '/no-such-page': { ...plain, js: { planned: 100, today: 98 }, requests: 17 },
}

/** Its address is never the same, so it stands apart. */
const payment: Limits = { ...buying, js: { planned: 120, today: 102 }, requests: 20 }

/** The forms for profile, password and deletion are all on one page: 4 KB more of scripts than planned, less in all. */
const forCustomers: Record<string, Limits> = {
  '/account': { ...account, js: { planned: 110, today: 115 }, requests: 29 },
  '/user-orders': { ...account, js: { planned: 110, today: 108 }, requests: 31 },
}

/** Planned: 10 KB of styles. Drivers share one sheet with the back office; 170 KB in all are kept. */
const driver: Limits = {
  html: 10,
  css: 12,
  fonts: 28,
  pictures: 0,
  total: 170,
  js: { planned: 120, today: 119 },
  requests: 28,
}

const office: Limits = {
  html: 14,
  css: 14,
  fonts: 28,
  pictures: 30,
  total: 260,
  js: { planned: 170, today: 120 },
  requests: 41,
}

/** One after the other, in one shop: what other tests put on the shelves would weigh here too. */
test.describe.configure({ mode: 'default' })
test.use({ deviceScaleFactor: 2 })

test('every page for anyone has its limit', () => {
  expect(Object.keys(limits)).toEqual(expect.arrayContaining(pagesForAnyone))
})

for (const [path, limit] of Object.entries(limits)) {
  test(`a first visit to ${path} costs no more than it may`, async ({ page }) => {
    expect(overweight(await weigh(page, path), limit)).toEqual([])
  })
}

test('a first visit to the page of a payment costs no more than it may', async ({ page, request }) => {
  const { reference } = await beginPayment(request, 'Aloe Mineral Sunscreen SPF 50')
  expect(overweight(await weigh(page, `/pay/${reference}`), payment)).toEqual([])
})

for (const [path, limit] of Object.entries(forCustomers)) {
  test(`a customer's first visit to ${path} costs no more than it may`, async ({ page, shop, signIn }) => {
    await signIn(shop.customer)
    expect(overweight(await weigh(page, path), limit)).toEqual([])
  })
}

test("a first visit to the driver's page costs no more than it may", async ({ page, shop, signIn }) => {
  await signIn(shop.driver)
  expect(overweight(await weigh(page, '/driver'), driver)).toEqual([])
})

test('a first visit to the back office costs no more than it may', async ({ page, shop, signIn }) => {
  await signIn(shop.admin)
  expect(overweight(await weigh(page, '/admin'), office)).toEqual([])
})

test('a second page costs no more than 40 KB', async ({ page, context }) => {
  await weigh(page, '/')
  const second = await weigh(await context.newPage(), '/product/9')
  expect(second.html).toBeGreaterThan(0)
  expect(second.total).toBeLessThanOrEqual(40)
})

function overweight(weight: Weight, limit: Limits): string[] {
  const most: Weight = { ...limit, js: limit.js.today }
  const parts = Object.keys(most) as (keyof Weight)[]
  return parts
    .filter((part) => weight[part] > most[part])
    .map((part) => `${part} ${weight[part].toFixed(1)} of ${most[part]}`)
}
