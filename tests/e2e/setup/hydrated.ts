import type { Page } from '@playwright/test'

/** Pages are read before their scripts have come; what only scripts can do has to wait for them. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await noteHydrated(page)
  await page.goto(path)
  await untilHydrated(page)
}

/** Before the page is opened, for `untilHydrated`. */
export async function noteHydrated(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('shop:hydrated', () => {
      document.documentElement.dataset.hydrated = ''
    }),
  )
}

export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
}
