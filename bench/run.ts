/**
 * `npm run bench`: measures the shop beside the least that could do the same work, in one run, and prints one table.
 * `npm run bench -- orders start` measures only these parts. Ends with 1 when a limit is not kept.
 */

import { benchBytes } from './bytes.ts'
import { benchCatalogue } from './catalogue.ts'
import { isQuiet } from './cpu-time.ts'
import { benchDynamic } from './dynamic.ts'
import { benchKnownAndUnknown } from './known-and-unknown-emails.ts'
import { type MeasuredShop, openMeasuredShop } from './measured-shop.ts'
import { benchMessages } from './messages.ts'
import { benchOffice } from './office.ts'
import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { benchProcesses } from './processes.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { drawTable, isKept, type Row } from './table.ts'
import { benchTaps } from './taps.ts'

/** Those that need the sample shop share one; the others open what they need. */
const parts: Record<string, (openSampleShop: () => Promise<MeasuredShop>) => Promise<Row[]>> = {
  pages: async (open) => benchPages(await open()),
  dynamic: async (open) => benchDynamic(await open()),
  bytes: async (open) => benchBytes(await open()),
  taps: async (open) => benchTaps(await open()),
  orders: async (open) => benchOrders(await open()),
  messages: benchMessages,
  'sign-ins': async (open) => [await benchSignIn(await open()), ...(await benchKnownAndUnknown())],
  start: benchStart,
  office: benchOffice,
  catalogue: benchCatalogue,
  processes: benchProcesses,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}`,
  )
  process.exit(2)
}

let sampleShop: MeasuredShop | null = null

async function openSampleShop(): Promise<MeasuredShop> {
  if (sampleShop) return sampleShop
  sampleShop = await openMeasuredShop()
  console.error('waiting until the sample pictures are ready …')
  await isQuiet(sampleShop.pid)
  return sampleShop
}

const started = performance.now()
const rows: Row[] = []
try {
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.error(`measuring ${name} …`)
    rows.push(...(await bench(openSampleShop)))
  }
} finally {
  await (sampleShop as MeasuredShop | null)?.close()
}
console.log(drawTable(rows))
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.error(
  `\n${rows.filter(isKept).length} of ${rows.length} rows keep their limit; measured in ${minutes} minutes.`,
)
process.exit(rows.every(isKept) ? 0 : 1)
