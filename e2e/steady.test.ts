import { expect } from '@playwright/test'
import { openAwake } from './setup/awake.ts'
import { test } from './setup/visit.ts'

for (const path of ['/', '/shop', '/product/9', '/blog', '/contact']) {
  test(`nothing on ${path} jumps while it loads`, async ({ page }) => {
    await openAwake(page, path)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const watch = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
                sum += Number(entry.value)
            }
          })
          watch.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shifted).toBeLessThan(0.05)
  })
}
