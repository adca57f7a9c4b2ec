import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../scripts/find-browser.ts'
import { awaitScripts } from '../tests/e2e/setup/page.ts'
import { androidPhone, card, catchChats, fillCheckout, placeOrder } from '../tests/e2e/setup/shopping.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Row, spread } from './table.ts'

const visits = 8
const slower = 4
const longestMs = 200

/** Bytes a second each way, and milliseconds there and back. */
const slowLine = { offline: false, downloadThroughput: 50_000, uploadThroughput: 20_000, latency: 300 }

/** How long a phone that is four times as slow as this machine takes to show what a tap does (INP). */
export async function benchTaps({ address }: MeasuredShop): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  try {
    const taps = new Map<string, number[]>()
    const first: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      for (const { name, ms } of await visitOnPhone(browser, address, tapThroughShop))
        taps.set(name, [...(taps.get(name) ?? []), ms])
      first.push(await visitOnPhone(browser, address, tapAtOnce))
    }
    return [...[...taps].map(tapRow), firstTapRow(first)]
  } finally {
    await browser.close()
  }
}

function tapRow([name, measured]: [string, number[]]): Row {
  const sorted = measured.toSorted((one, other) => one - other)
  const ms = sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0
  return {
    what: `tap: ${name}`,
    ratio: spread([ms / longestMs]),
    limit: { atMost: 1 },
    beside: `three of four within ${ms} ms of ${longestMs} (${sorted.at(0)} to ${sorted.at(-1)})`,
  }
}

function firstTapRow(measured: readonly number[]): Row {
  const { median, low, high } = spread(measured)
  const words = `${median.toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`
  return {
    what: 'first tap, before the scripts came',
    ratio: null,
    limit: null,
    beside: `${words} until its effect, with 400 kbit/s and 300 ms there and back`,
  }
}

async function visitOnPhone<Result>(
  browser: Browser,
  baseURL: string,
  visit: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL, ...androidPhone })
  try {
    await awaitScripts(context)
    await catchChats(context)
    await context.addInitScript(noteTaps)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    return await visit(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page: the browser itself measures from the finger to the next picture. */
function noteTaps(): void {
  const noted: number[] = []
  Object.assign(window, { notedTaps: noted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) noted.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const soap = 'Black Soap Clarifying Cleanser'

async function tapThroughShop(page: Page): Promise<{ name: string; ms: number }[]> {
  const measured: { name: string; ms: number }[] = []
  const tap = async (name: string, button: Locator, effect: Locator) => {
    await button.scrollIntoViewIfNeeded()
    await page.evaluate(() => (window as TappedWindow).notedTaps.splice(0))
    await button.tap()
    await effect.waitFor()
    // The browser tells it after the picture; what is quicker than a frame, it does not tell.
    await wait(500)
    const noted = await page.evaluate(() => (window as TappedWindow).notedTaps)
    measured.push({ name, ms: Math.max(16, ...noted) })
  }
  await page.goto('/shop')
  await tap(
    'menu',
    page.getByRole('banner').getByRole('button', { name: 'Menu' }),
    page.getByRole('dialog', { name: 'Menu' }),
  )
  await page.keyboard.press('Escape')
  const cleansers = page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Cleanser' })
  await tap('filter', cleansers, page.getByRole('heading', { name: 'Shop Cleansers' }))
  const add = card(page, soap).getByRole('button', { name: `Quick Add ${soap}` })
  await tap('Quick Add', add, page.getByRole('link', { name: 'Cart, 1 item' }))
  await page.goto('/cart')
  const more = page.getByRole('button', { name: `Increase quantity of ${soap}` })
  await tap('quantity', more, page.getByRole('link', { name: 'Cart, 2 items' }))
  await page.goto('/checkout')
  await fillCheckout(page)
  await tap('place order', placeOrder(page), page.getByRole('heading', { name: 'Order placed successfully' }))
  return measured
}

type TappedWindow = Window & typeof globalThis & { notedTaps: number[] }

/** As soon as the page is to be seen, its scripts are still on their way: the tap waits for them. */
async function tapAtOnce(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slowLine)
  await page.goto('/shop', { waitUntil: 'commit' })
  const add = card(page, soap).getByRole('button', { name: `Quick Add ${soap}` })
  await add.waitFor()
  const start = performance.now()
  await add.dispatchEvent('click')
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
  return performance.now() - start
}
