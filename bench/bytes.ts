import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../scripts/find-browser.ts'
import { pagesForAnyone } from '../server/testing/access-table.ts'
import { weigh } from '../tests/e2e/setup/bytes.ts'
import { beginPayment } from '../tests/e2e/setup/online-order.ts'
import { awaitScripts } from '../tests/e2e/setup/page.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Row, spread } from './table.ts'

/** KB that a first visit may cost in all. The first line that fits counts. */
const allowed: [pages: RegExp, kilobytes: number][] = [
  [/^\/$/, 215],
  [/^\/(shop|wishlist|product)\b/, 205],
  [/^\/(cart|checkout|pay)\b/, 185],
  [/^\/(track-order|login|signup|forgot-password|reset-password|confirm-email)\b/, 175],
  [/^\/(blog|about)\b/, 190],
  [/./, 170],
]

/** Every page for anyone, on a phone of 360 px that was never here before. Bytes do not vary: once is enough. */
export async function benchBytes({ address }: MeasuredShop): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  const rows: Row[] = []
  try {
    for (const path of pagesForAnyone) rows.push(await weighPage(browser, address, async () => path))
    rows.push(await weighPage(browser, address, beginToPay, '/pay'))
    return rows
  } finally {
    await browser.close()
  }
}

async function weighPage(
  browser: Browser,
  baseURL: string,
  find: (context: BrowserContext) => Promise<string>,
  name?: string,
): Promise<Row> {
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 2, isMobile: true })
  // Otherwise a quick page is weighed before its scripts, which come late, are asked for.
  await awaitScripts(context)
  const path = await find(context)
  const { total, html, css, js, fonts, pictures } = await weigh(await context.newPage(), path)
  await context.close()
  const limit = allowed.find(([pages]) => pages.test(path))?.[1] ?? 0
  const parts = { html, css, js, fonts, pictures }
  const words = Object.entries(parts).map(([part, size]) => `${part} ${size.toFixed(0)}`)
  return {
    what: `bytes of ${name ?? path}`,
    ratio: spread([total / limit]),
    limit: { atMost: 1 },
    beside: `${total.toFixed(0)} KB of ${limit}: ${words.join(', ')}`,
  }
}

async function beginToPay({ request }: BrowserContext): Promise<string> {
  const { reference } = await beginPayment(request, 'Aloe Mineral Sunscreen SPF 50')
  return `/pay/${reference}`
}
