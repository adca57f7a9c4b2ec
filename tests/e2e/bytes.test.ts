import { expect } from '@playwright/test'
import { pagesForAnyone } from '#server/testing/access-table.ts'
import { type Weight, weigh } from './setup/bytes.ts'
import { beginPayment } from './setup/online-order.ts'
import { test } from './setup/quiet-shop.ts'
import { leftToFaults } from './setup/visit.ts'

/** KB of a first visit, as the design allows them. */
const requests = 50
const home: Weight = { html: 14, css: 10, js: 130, fonts: 28, pictures: 48, total: 215, requests }
const shop: Weight = { html: 16, css: 10, js: 128, fonts: 28, pictures: 36, total: 205, requests }
const product: Weight = { html: 14, css: 10, js: 128, fonts: 28, pictures: 30, total: 205, requests }
const buying: Weight = { html: 12, css: 10, js: 138, fonts: 28, pictures: 9, total: 185, requests }
const account: Weight = { html: 9, css: 10, js: 130, fonts: 28, pictures: 10, total: 175, requests }
const reading: Weight = { html: 14, css: 10, js: 120, fonts: 28, pictures: 30, total: 190, requests }
const plain: Weight = { html: 10, css: 10, js: 120, fonts: 28, pictures: 20, total: 170, requests }
const driver: Weight = { html: 10, css: 12, js: 140, fonts: 28, pictures: 0, total: 180, requests }
const office: Weight = { html: 14, css: 14, js: 180, fonts: 28, pictures: 30, total: 270, requests }

const limits: Record<string, Weight> = {
  '/': home,
  '/shop': shop,
  '/wishlist': shop,
  '/product/9': product,
  '/cart': buying,
  '/checkout': buying,
  '/track-order': account,
  '/login': account,
  '/signup': account,
  '/forgot-password': account,
  '/reset-password?token=made-up': account,
  '/confirm-email': account,
  '/welcome?token=made-up': account,
  '/blog': reading,
  '/blog/what-shea-butter-does': reading,
  '/about': reading,
  '/contact': plain,
  '/newsletter/leave?secret=made-up': plain,
  '/faq': plain,
  '/shipping-policy': plain,
  '/returns-policy': plain,
  '/privacy-policy': plain,
  '/terms-of-service': plain,
  '/no-such-page': plain,
  '/pages/no-such-page': plain,
}

/** One of each kind, and those that are nearest to their limit; the others share their scripts. */
const nearest = ['/', '/shop', '/product/9', '/checkout', '/blog/what-shea-butter-does', '/contact']

const forCustomers: Record<string, Weight> = { '/account': account, '/user-orders': account }

test.use({ deviceScaleFactor: 2 })

test('every page for anyone has its limit', () => {
  expect(Object.keys(limits)).toEqual(expect.arrayContaining(pagesForAnyone))
})

for (const [path, limit] of Object.entries(limits)) {
  test(
    `a first visit to ${path} costs no more than it may`,
    leftToFaults(!nearest.includes(path)),
    async ({ page }) => {
      expect(overweight(await weigh(page, path), limit)).toEqual([])
    },
  )
}

test('a first visit to the page of a payment costs no more than it may', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const { reference } = await beginPayment(request, 'Aloe Mineral Sunscreen SPF 50')
  expect(overweight(await weigh(page, `/pay/${reference}`), buying)).toEqual([])
})

for (const [path, limit] of Object.entries(forCustomers)) {
  test(
    `a customer's first visit to ${path} costs no more than it may`,
    leftToFaults(path !== '/account'),
    async ({ page, shop, signIn }) => {
      await signIn(shop.customer)
      expect(overweight(await weigh(page, path), limit)).toEqual([])
    },
  )
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

function overweight(weight: Weight, limit: Weight): string[] {
  const parts = Object.keys(limit) as (keyof Weight)[]
  return parts
    .filter((part) => weight[part] > limit[part])
    .map((part) => `${part} ${weight[part].toFixed(1)} of ${limit[part]}`)
}
