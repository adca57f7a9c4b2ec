/**
 * `npm run lighthouse`: a shop of its own, every page for anyone as a phone sees it, three visits each, one table.
 * `npm run lighthouse -- /shop /faq` visits only these. Ends with 1 when a goal is not reached.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, request } from '@playwright/test'
import { pagesForAnyone } from '#server/testing/access-table.ts'
import { findFreePort, startShopProcess } from '#server/testing/shop-process.ts'
import { browserArguments, findBrowser } from '../../scripts/find-browser.ts'
import { beginPayment } from '../../tests/e2e/setup/online-order.ts'
import { drawTable, middleOf, missedBy, type Row } from './scores.ts'
import { visitPage } from './visit-page.ts'

const visitsToEach = 3

const wanted = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'shop-lighthouse-'))
const shop = await startShopProcess(dataDir)
const pages = [...pagesForAnyone, '/shop?category=serum', await pageOfPayment()]
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...browserArguments, `--remote-debugging-port=${port}`],
})
const rows: Row[] = []
try {
  for (const page of wanted.length > 0 ? wanted : pages) {
    console.error(`visiting ${page} …`)
    const visits = []
    for (let visit = 0; visit < visitsToEach; visit++) visits.push(await visitPage(shop.address + page, port))
    rows.push({ page, ...middleOf(visits) })
  }
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(drawTable(rows))
const missing = rows.filter((row) => missedBy(row).length > 0)
for (const row of missing) {
  const complaints = row.complaints.map((each) => `\n  ${each}`).join('')
  console.log(`\n${row.page} misses ${missedBy(row).join(', ')}${complaints}`)
}
process.exit(missing.length === 0 ? 0 : 1)

async function pageOfPayment(): Promise<string> {
  const buyer = await request.newContext({ baseURL: shop.address })
  const { reference } = await beginPayment(buyer, 'Aloe Mineral Sunscreen SPF 50')
  await buyer.dispose()
  return `/pay/${reference}`
}
