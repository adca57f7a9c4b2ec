import type { Page } from '@playwright/test'

/** Pages are read before their scripts have come; what only scripts can do has to wait for them. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await noteAwake(page)
  await page.goto(path)
  await untilAwake(page)
}

/** Before the page is opened, for `untilAwake`. */
export async function noteAwake(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('shop:awake', () => {
      document.documentElement.dataset.awake = ''
    }),
  )
}

export async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.awake !== undefined)
}
