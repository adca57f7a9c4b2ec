import { expect, type Page } from '@playwright/test'
import { findBarriers } from './setup/accessibility.ts'
import { weigh } from './setup/bytes.ts'
import { openDriverPage, waitForOfflinePage } from './setup/driver.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'

const test = withOwnShop()

test.describe.configure({ mode: 'serial' })

const phone = { width: 360, height: 800 }
const laptop = { width: 1280, height: 800 }

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><circle cx="20" cy="20" r="16" fill="#e3c078"/><path d="M50 8h100v24H50z" fill="#e3c078"/></svg>'
const drawing = (text: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(text),
})

async function openBrand(page: Page) {
  await page.goto('/admin/brand')
  await expect(page.getByLabel('Name of the shop')).toBeVisible()
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page).last()).toContainText('Brand saved')
}

test('an owner makes the shop their own: a pale colour is refused with a better one, the preview follows, and every page has the new look', {
  tag: '@faults',
}, async ({ page, shop, signIn }) => {
  await page.setViewportSize(laptop)
  await signIn(shop.admin)
  await openBrand(page)
  expect(await findBarriers(page)).toEqual([])

  await page.getByLabel('Name of the shop').fill('Gold Coast Rituals')
  await page.getByLabel('Page', { exact: true }).fill('#14110f')
  await page.getByLabel('Main colour', { exact: true }).fill('#6b5020')
  await expect(page.getByText(/Too hard to read: .* where 4.5 is needed/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use nearest for main colour' }).click()
  await page.getByRole('button', { name: 'Use nearest for links' }).click()
  await expect(page.getByText(/Too hard to read/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Elegant: Bodoni Moda and Jost' }).check()
  await page.getByRole('radio', { name: 'Square' }).check()
  await page.getByLabel('Logo for dark grounds').setInputFiles(drawing(logo))

  const preview = page.frameLocator('iframe[title="Phone preview"]')
  await expect(preview.locator('html')).toHaveCSS('background-color', 'rgb(20, 17, 15)')
  await expect(preview.getByRole('img', { name: 'Gold Coast Rituals' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Product' }).click()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Bodoni Moda/)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(preview.locator('html')).toHaveCSS('background-color', 'rgb(20, 17, 15)')
  expect(await findBarriers(page)).toEqual([])
  await save(page)

  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 17, 15)')
  await expect(page.getByRole('link', { name: 'Gold Coast Rituals, home' })).toBeVisible()
  await expect(page.getByText('Adom')).toHaveCount(0)
  expect(await findBarriers(page)).toEqual([])
})

test('a hostile drawing is refused with words beside its field, and unsaved work is not lost by a wrong press', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await page.setViewportSize(phone)
  await signIn(shop.admin)
  await openBrand(page)
  const hostile = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'
  await page.getByLabel('Logo for light grounds').setInputFiles(drawing(hostile))
  await page.getByRole('button', { name: 'Save changes' }).click()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect(summary).toContainText('This drawing cannot be used: it contains a script.')
  expect(await findBarriers(page)).toEqual([])
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('of two admins the second sees that somebody was quicker, and can take theirs', {
  tag: '@faults',
}, async ({ page, shop, signIn, context }) => {
  await page.setViewportSize(laptop)
  await signIn(shop.admin)
  await openBrand(page)
  const other = await context.newPage()
  await openBrand(other)
  await other.getByLabel('Short line').fill('From the other desk')
  await save(other)
  await page.getByLabel('Short line').fill('From this desk')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Somebody changed this brand while you were editing')).toBeVisible()
  await page.getByRole('button', { name: 'Show their version' }).click()
  await expect(page.getByLabel('Short line')).toHaveValue('From the other desk')
})

test('the driver’s page has the new look, and keeps its sheet on the phone for roads without a network', {
  tag: '@faults',
}, async ({ page, shop, signIn }) => {
  await page.setViewportSize(phone)
  await signIn(shop.driver)
  await openDriverPage(page)
  await expect(page.locator('body')).toHaveCSS('font-family', /Jost/)
  await waitForOfflinePage(page)
  const kept = await page.evaluate(async () =>
    Promise.all(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
        async ({ href }) => (await caches.match(href)) !== undefined,
      ),
    ),
  )
  expect(kept.length).toBeGreaterThanOrEqual(2)
  expect(kept).not.toContain(false)
})

test('a first visit in the new look stays within its weight, and nothing moves while it comes', {
  tag: '@faults',
}, async ({ page }) => {
  await page.setViewportSize(phone)
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const weight = await weigh(page, '/')
  expect(weight.total).toBeLessThanOrEqual(215)
  expect(weight.fonts).toBeLessThanOrEqual(28)
  expect(weight.css).toBeLessThanOrEqual(10)
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.05)
})
