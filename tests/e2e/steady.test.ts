import { expect, type Page } from '@playwright/test'
import { holdBack, untilHydrated } from './setup/page.ts'
import { keepCart } from './setup/shopping.ts'
import { leftToFaults, test } from './setup/visit.ts'

for (const path of ['/', '/shop', '/product/9', '/blog', '/contact', '/faq', '/cart', '/wishlist']) {
  test(
    `nothing on ${path} jumps while it loads, however late its letters come`,
    leftToFaults(path !== '/'),
    async ({ page }) => {
      expect(await jumpsOn(page, path)).toBeLessThan(0.05)
    },
  )
}

test('nothing jumps when the browser finds a filled cart and wishlist, or what was looked at before', {
  tag: '@faults',
}, async ({ page, request }) => {
  await keepCart(page, request, [
    { name: 'Hibiscus Glow Serum', quantity: 1 },
    { name: 'Shea Butter Gentle Cleanser', quantity: 2 },
  ])
  await page.evaluate(() => localStorage.setItem('adom_beauty_wishlist', '[9, 8, 7, 6, 5]'))
  expect(await jumpsOn(page, '/cart')).toBeLessThan(0.05)
  expect(await jumpsOn(page, '/wishlist')).toBeLessThan(0.05)
  await page.evaluate(() => localStorage.setItem('adom_recently_viewed', '[8, 7, 6, 5]'))
  expect(await jumpsOn(page, '/product/9')).toBeLessThan(0.05)
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeVisible()
})

/** Opens a page whose letters come last, and tells how much jumped until everything was there. */
async function jumpsOn(page: Page, path: string): Promise<number> {
  const letFontsGo = await holdBack(page, '**/*.woff2')
  await watchShifts(page)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  letFontsGo()
  await untilHydrated(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0))
}

/** Adds up what the browser itself counts as a jump, from the first moment on. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    let sum = 0
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) sum += Number(entry.value)
      }
      document.documentElement.dataset.shifted = String(sum)
    })
    watch.observe({ type: 'layout-shift', buffered: true })
  })
}
