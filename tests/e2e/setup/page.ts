import type { Locator, Page } from '@playwright/test'

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

/** The place where the shop says what just happened. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** Every page that a visitor can read without an account, a cart or an order, each in one example. */
export const publicPages = [
  '/',
  '/shop',
  '/product/9',
  '/wishlist',
  '/blog',
  '/blog/harmattan-skin-care',
  '/about',
  '/contact',
  '/faq',
  '/shipping-policy',
  '/returns-policy',
  '/privacy-policy',
  '/terms-of-service',
] as const

export async function openAccountMenu(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  return page.getByRole('region', { name: 'Account', exact: true })
}

/** What the browser makes of one of the shop's colours. */
export function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = `var(${token})`
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    return colour
  }, name)
}
