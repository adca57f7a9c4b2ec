import type { BrowserContext, Locator, Page } from '@playwright/test'

/**
 * Pages can be read before their scripts have come, and a test that presses then meets another page on each machine. So
 * opening one waits for them, unless the test says itself what it waits for: `page.goto('/', { waitUntil: 'load' })`.
 */
export async function awaitScripts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    window.addEventListener('shop:hydrated', () => {
      document.documentElement.dataset.hydrated = ''
    }),
  )
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = async (path, options) => {
      const answer = await goto(path, options)
      if (!options?.waitUntil) await untilHydrated(page)
      return answer
    }
    const reload = page.reload.bind(page)
    page.reload = async (options) => {
      const answer = await reload(options)
      if (!options?.waitUntil) await untilHydrated(page)
      return answer
    }
  })
}

/**
 * What is no page of the shop has nothing to wait for. `waitForFunction` would bring Playwright's own script into every page for
 * this alone. A page that leads on by itself is gone meanwhile, and the next one is waited for.
 */
export async function untilHydrated(page: Page): Promise<void> {
  try {
    await page.evaluate(hydration)
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    await untilHydrated(page)
  }
}

/** Runs in the page. */
function hydration(): Promise<void> | undefined {
  const isPageOfShop = document.querySelector('template#scripts') !== null
  if (!isPageOfShop || document.documentElement.dataset.hydrated !== undefined) return undefined
  return new Promise((resolve) => {
    window.addEventListener('shop:hydrated', () => resolve(), { once: true })
  })
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

/** What the page tells the shop to do, from now on. That it is counted as a visit has a test of its own. */
export function listWrites(page: Page): string[] {
  const written: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname !== '/api/visits') written.push(pathname)
  })
  return written
}

/** The place where the shop says what just happened. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** From now on time stands still on the page, however long this machine takes, until the test lets it pass. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await pauseTime(page)
}

/** The same where the clock was installed before. It leaps ahead first, by less than what a call to the shop waits for. */
export async function pauseTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Whoever is turned away has five seconds to read why; the test has installed the clock of the page. */
export async function passTimeToRead(page: Page): Promise<void> {
  for (let second = 0; second < 5; second++) await page.clock.runFor(1_000)
}

/** On a phone a toast lies over the bottom of a page or the top of a dialog for five seconds. One that has passed by itself is no trouble. */
export async function closeToasts(page: Page): Promise<void> {
  const close = toasts(page).getByRole('button', { name: 'Close notification' })
  await close.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
}

export async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return box
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
