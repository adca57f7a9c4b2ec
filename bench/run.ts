/**
 * `npm run bench`: measures the shop beside the least that could do the same work, in one run, and prints one table.
 * `npm run bench -- orders` measures only that. Ends with 1 when a limit is not kept.
 */

import { isQuiet } from './cpu-time.ts'
import { openMeasuredShop } from './measured-shop.ts'
import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { drawTable, isKept, type Row } from './table.ts'

const parts = { pages: benchPages, orders: benchOrders }

const wanted = process.argv.slice(2)
const shop = await openMeasuredShop()
const rows: Row[] = []
try {
  console.error('waiting until the sample pictures are ready …')
  await isQuiet(shop.pid)
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.error(`measuring ${name} …`)
    rows.push(...(await bench(shop)))
  }
} finally {
  await shop.close()
}
console.log(drawTable(rows))
process.exit(rows.every(isKept) ? 0 : 1)
