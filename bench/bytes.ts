import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../e2e/setup/browser.ts'
import { weigh } from '../e2e/setup/bytes.ts'
import { beginPayment } from '../e2e/setup/online-order.ts'
import { pageTable } from '../server/http/access-table-pages.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Row, spread } from './table.ts'

/** KB that a first visit may cost in all, by the page's route. */
const allowed: Record<string, number> = {
  '': 210,
  shop: 200,
  wishlist: 200,
  'product/:id': 200,
  cart: 180,
  checkout: 180,
  'pay/:referenceId': 180,
  'track-order': 170,
  login: 170,
  signup: 170,
  'forgot-password': 170,
  'reset-password': 170,
  'confirm-email': 170,
  blog: 185,
  'blog/:slug': 185,
  about: 185,
  contact: 165,
  faq: 165,
  'newsletter/leave': 165,
  'shipping-policy': 165,
  'returns-policy': 165,
  'privacy-policy': 165,
  'terms-of-service': 165,
  '*': 165,
}

/** For routes that are no address yet, or show little without what a letter adds to them. */
const examples: Record<string, string> = {
  'product/:id': 'product/9',
  'blog/:slug': 'blog/what-shea-butter-does',
  'reset-password': 'reset-password?token=made-up',
  'confirm-email': 'confirm-email?token=made-up',
  'newsletter/leave': 'newsletter/leave?secret=made-up',
  '*': 'no-such-page',
}

/** What programs read: files, and the products that the wishlist asks for. */
const isPage = (route: string) => !/\.\w+$/.test(route) && route !== 'wishlist/products'

/** Every page for anyone, on a phone of 360 px that was never here before. Bytes do not vary: once is enough. */
export async function benchBytes({ address }: MeasuredShop): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  const rows: Row[] = []
  try {
    for (const { route, door } of pageTable) {
      if (door === 'anyone' && isPage(route)) rows.push(await weighPage(browser, address, route))
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function weighPage(browser: Browser, baseURL: string, route: string): Promise<Row> {
  const limit = allowed[route]
  if (limit === undefined) throw new Error(`Nobody has said how many bytes /${route} may cost`)
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 2, isMobile: true })
  const path = route === 'pay/:referenceId' ? await beginToPay(context) : (examples[route] ?? route)
  const { total, html, css, js, fonts, pictures } = await weigh(await context.newPage(), `/${path}`)
  await context.close()
  const parts = { html, css, js, fonts, pictures }
  const words = Object.entries(parts).map(([name, size]) => `${name} ${size.toFixed(0)}`)
  return {
    what: `bytes of /${route}`,
    ratio: spread([total / limit]),
    limit: { atMost: 1 },
    beside: `${total.toFixed(0)} KB of ${limit}: ${words.join(', ')}`,
  }
}

async function beginToPay({ request }: BrowserContext): Promise<string> {
  const { reference } = await beginPayment(request, 'Aloe Mineral Sunscreen SPF 50')
  return `pay/${reference}`
}
