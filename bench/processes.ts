import { availableParallelism } from 'node:os'
import { type ManyShops, openManyShops } from '../server/testing/many-shops.ts'
import { shelve } from '../server/testing/sample-rows.ts'
import { below, inParallel, placeByHttp } from './buyers.ts'
import { isQuiet } from './cpu-time.ts'
import { hammer } from './hammer.ts'
import { type Row, spread } from './table.ts'

const counts = [1, 2, 4]
const repeats = 3
const milliseconds = 3_000
const clients = 32
const price = 120

type Measured = { pages: number[]; orders: number[] }

/**
 * What a second and a fourth process bring on this machine, beside one. They are asked directly: a proxy would take a part
 * of the same cores. Whoever asks and PostgreSQL share the machine too, so beyond its cores nothing more can come.
 */
export async function benchProcesses(): Promise<Row[]> {
  const many = await openManyShops({ count: 1, durable: true })
  try {
    const jars: number[] = []
    for (let n = 0; n < 32; n++)
      jars.push(await shelve(many.context, { stock: 1_000_000, price: price * 100 }))
    const measured: Measured[] = []
    for (const count of counts) {
      while (many.processes.length < count) await many.start(many.processes.length)
      measured.push(await measure(many, jars))
    }
    return [
      ...rowsOf('cached pages', 'pages', measured),
      ...rowsOf(`orders, ${clients} clients`, 'orders', measured),
    ]
  } finally {
    await many.close()
  }
}

async function measure({ processes }: ManyShops, jars: readonly number[]): Promise<Measured> {
  const addresses = processes.map(({ address }) => address)
  const quiet = async () => {
    for (const { pid } of processes) await isQuiet(pid)
  }
  const results: Measured = { pages: [], orders: [] }
  for (let n = 0; n <= repeats; n++) {
    await quiet()
    // Orders have thrown the pages away: they are made anew before they are counted as kept.
    await hammerAll(addresses)
    const pages = await hammerAll(addresses)
    let turn = 0
    const orders = await inParallel(clients, milliseconds, () =>
      placeByHttp(addresses[turn++ % addresses.length] ?? '', {
        productId: jars[below(jars.length)] ?? 0,
        price,
      }),
    )
    // The first round only warms up.
    if (n === 0) continue
    results.pages.push(pages)
    results.orders.push(orders.perSecond)
  }
  return results
}

async function hammerAll(addresses: readonly string[]): Promise<number> {
  const load = { connections: clients / addresses.length, milliseconds }
  const asked = { path: '/shop', headers: { 'accept-encoding': 'br' } }
  const start = performance.now()
  const answers = await Promise.all(addresses.map((address) => hammer(address, asked, load)))
  const count = answers.reduce((sum, each) => sum + each, 0)
  return (count / (performance.now() - start)) * 1000
}

function rowsOf(what: string, kind: keyof Measured, measured: readonly Measured[]): Row[] {
  const alone = spread(measured[0]?.[kind] ?? []).median
  return measured.map((results, n) => ({
    what: `${what}, ${counts[n]} ${counts[n] === 1 ? 'process' : 'processes'}`,
    ratio: spread(results[kind].map((perSecond) => perSecond / alone)),
    limit: null,
    beside: `${Math.round(spread(results[kind]).median)} a second, on ${availableParallelism()} cores with everything else`,
  }))
}
