import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startShopProcess } from '../server/testing/shop-process.ts'
import { inParallel, placeByHttp } from './buyers.ts'
import { cpuTimeOfAll, isQuiet, memoryMegabytes, mostMemoryMegabytes } from './cpu-time.ts'
import { middleOf, type Row, spread } from './table.ts'

const repeats = 3
const allowedMegabytes = 250
const loadMilliseconds = 8_000
const settings = {
  REQUESTS_PER_MINUTE: '1000000',
  ORDERS_PER_ADDRESS: '1000000',
  ORDERS_PER_PHONE: '1000000',
}

/** How long a shop takes to open, and how much memory its process has then and under load; PostgreSQL apart. */
export async function benchStart(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  try {
    const firstStarts = []
    for (let n = 0; n < repeats; n++) {
      const fresh = await open(join(folder, String(n)))
      firstStarts.push(fresh)
      await isQuiet(fresh.shop.pid)
      await fresh.shop.stop()
    }
    const starts = []
    const idle = []
    const loaded = []
    for (let n = 0; n < repeats; n++) {
      const again = await open(join(folder, '0'))
      starts.push(again)
      await wait(3_000)
      idle.push(memoryMegabytes(again.shop.pid))
      await load(again.shop.address)
      loaded.push(mostMemoryMegabytes(again.shop.pid))
      await again.shop.stop()
    }
    return [
      opening('first start: a new database, the sample shop', firstStarts),
      opening('start, with PostgreSQL', starts),
      memory('memory, idle', idle),
      memory('memory, the most under load', loaded),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function opening(what: string, starts: readonly { seconds: number; cpu: number }[]): Row {
  const read = ({ seconds }: { seconds: number }) => seconds
  const { median, low, high } = spread(starts.map(read))
  const { cpu } = middleOf(starts, read)
  const clock = `${median.toFixed(1)} s (${low.toFixed(1)} to ${high.toFixed(1)})`
  return { what, ratio: null, limit: null, beside: `${clock}; ${cpu.toFixed(0)} ms of processor` }
}

function memory(what: string, megabytes: readonly number[]): Row {
  return {
    what,
    ratio: spread(megabytes.map((each) => each / allowedMegabytes)),
    limit: { atMost: 1 },
    beside: `${spread(megabytes).median.toFixed(0)} MB of ${allowedMegabytes}`,
  }
}

async function open(folder: string) {
  const start = performance.now()
  const shop = await startShopProcess(folder, settings)
  return { shop, seconds: (performance.now() - start) / 1000, cpu: cpuTimeOfAll(shop.pid) }
}

/** Cached pages, pages that are made anew, lists and orders, all at once. Whoever is turned away, or finds an empty shelf, is work as well. */
async function load(address: string): Promise<void> {
  const [product] = (await (await fetch(`${address}/api/products`)).json()) as { id: number; price: number }[]
  const { id: productId = 0, price = 0 } = product ?? {}
  const visit = async (path: string) => void (await (await fetch(address + path)).arrayBuffer())
  const crowd = (clients: number, once: () => Promise<void>) =>
    inParallel(clients, loadMilliseconds, () => once().catch(() => {}))
  await Promise.all([
    crowd(32, () => visit('/')),
    crowd(32, () => visit(`/product/${productId}`)),
    crowd(8, () => visit('/shop?q=butter')),
    crowd(8, () => visit('/api/products?q=butter')),
    crowd(8, () => placeByHttp(address, { productId, price })),
  ])
}
