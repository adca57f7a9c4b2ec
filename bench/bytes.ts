import { chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../e2e/setup/browser.ts'
import { weigh } from '../e2e/setup/bytes.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Row, spread } from './table.ts'

/** KB that a first visit may cost in all. */
const allowed: Record<string, number> = {
  '/': 210,
  '/shop': 200,
  '/wishlist': 200,
  '/product/9': 200,
  '/cart': 180,
  '/checkout': 180,
  '/track-order': 170,
  '/login': 170,
  '/signup': 170,
  '/blog': 185,
  '/blog/what-shea-butter-does': 185,
  '/about': 185,
  '/contact': 165,
  '/faq': 165,
  '/shipping-policy': 165,
  '/returns-policy': 165,
  '/privacy-policy': 165,
  '/terms-of-service': 165,
  '/no-such-page': 165,
}

/** Every public page on a phone of 360 px that was never here before. Bytes do not vary: once is enough. */
export async function benchBytes({ address }: MeasuredShop): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  const rows: Row[] = []
  try {
    for (const [path, limit] of Object.entries(allowed)) {
      const viewport = { width: 360, height: 740 }
      const context = await browser.newContext({
        baseURL: address,
        viewport,
        deviceScaleFactor: 2,
        isMobile: true,
      })
      const { total, html, css, js, fonts, pictures } = await weigh(await context.newPage(), path)
      await context.close()
      const parts = { html, css, js, fonts, pictures }
      const words = Object.entries(parts).map(([name, size]) => `${name} ${size.toFixed(0)}`)
      rows.push({
        what: `bytes of ${path}`,
        ratio: spread([total / limit]),
        limit: { atMost: 1 },
        beside: `${total.toFixed(0)} KB of ${limit}: ${words.join(', ')}`,
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}
