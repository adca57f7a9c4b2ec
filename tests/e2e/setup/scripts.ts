import type { Page } from '@playwright/test'

/** Holds the page's scripts back, as a slow network does, until they are let go. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdBack(page, '**/assets/*.js')
}

export async function holdBack(page: Page, files: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
