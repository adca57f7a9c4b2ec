import { cpuTimeOfAll } from './cpu-time.ts'
import type { FilledShop } from './filled-shop.ts'
import { type Cost, compared, type Repeat, type Row } from './table.ts'

const repeats = 3
const milliseconds = 1_000

export type Call = {
  what: string
  /** The same in every shop, or by the number of its orders. */
  path: string | ((orders: number) => string)
  /** Of a file that never ends at the first page: its first piece, or all of it, counted by the thousand rows. */
  file?: 'first piece' | 'all'
}

/**
 * The same call in shops of growing size. What shows one page should cost as much in the largest as in the smallest:
 * compared by the processor time of shop and PostgreSQL together.
 */
export async function measureGrowth(shops: readonly FilledShop[], call: Call): Promise<Row> {
  for (const shop of shops) await spend(shop, call)
  const measured: Repeat[] = []
  for (let n = 0; n < repeats; n++) {
    const used: Cost[] = []
    for (const shop of shops) used.push(await spend(shop, call))
    const list = (read: (each: Cost) => number) => used.map((each) => read(each).toFixed(1)).join(' / ')
    const unit = call.file === 'all' ? 'for 1,000 rows' : 'each'
    measured.push({
      ratio: (used.at(-1)?.cpu ?? Number.NaN) / (used[0]?.cpu ?? Number.NaN),
      beside: `${list(({ cpu }) => cpu)} ms of processor ${unit}; ${list(({ clock }) => clock)} ms by the clock`,
    })
  }
  return { what: call.what, limit: { atMost: 1.5 }, ...compared(measured) }
}

async function spend(shop: FilledShop, call: Call): Promise<Cost> {
  await shop.typePassword()
  const [cpuBefore, start] = [cpuTimeOfAll(shop.pid), performance.now()]
  let count = 0
  while (performance.now() - start < milliseconds) count += await ask(shop, call)
  return { cpu: (cpuTimeOfAll(shop.pid) - cpuBefore) / count, clock: (performance.now() - start) / count }
}

/** How many were read: one answer, or thousands of rows. */
async function ask({ address, token, orders }: FilledShop, { path, file }: Call): Promise<number> {
  const asked = typeof path === 'string' ? path : path(orders)
  const answer = await fetch(address + asked, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`${asked} was answered with ${answer.status}`)
  if (file === 'first piece') {
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    return 1
  }
  const body = await answer.text()
  return file === 'all' ? countRows(body) / 1_000 : 1
}

/** The first line names the columns. */
function countRows(file: string): number {
  return file.trimEnd().split('\n').length - 1
}
