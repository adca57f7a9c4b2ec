/**
 * `npm run lighthouse`: a shop of its own, every public page as a phone sees it, three visits each, one table.
 * `npm run lighthouse -- /shop /faq` visits only these. Ends with 1 when a goal is not reached.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../e2e/setup/browser.ts'
import { publicPages } from '../e2e/setup/public-pages.ts'
import { findFreePort, startShopProcess } from '../server/testing/shop-process.ts'
import { drawTable, isReached, middleOf, type Row } from './scores.ts'
import { visitPage } from './visit-page.ts'

const visitsToEach = 3

const pages = [
  ...publicPages,
  '/shop?category=serum',
  '/cart',
  '/checkout',
  '/track-order',
  '/login',
  '/signup',
  '/forgot-password',
]

const wanted = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'shop-lighthouse-'))
const shop = await startShopProcess(dataDir)
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
for (const { page, complaints } of rows.filter((row) => !isReached(row))) {
  console.log(`\n${page}\n${complaints.map((each) => `  ${each}`).join('\n')}`)
}
process.exit(rows.every(isReached) ? 0 : 1)
