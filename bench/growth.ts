import { cpuTimeOfAll } from './cpu-time.ts'
import type { FilledShop } from './filled-shop.ts'
import { type Row, spread } from './table.ts'

const repeats = 3
const milliseconds = 1_000

export type Call = {
  what: string
  path: string
  /** Read no further than the first piece: an export never ends at the first page. */
  isEndless?: boolean
}

type Used = { cpu: number; clock: number }

/**
 * The same call in shops of growing size. What shows one page should cost as much in the largest as in the smallest:
 * compared by the processor time of shop and PostgreSQL together.
 */
export async function measureGrowth(shops: readonly FilledShop[], call: Call): Promise<Row> {
  for (const shop of shops) await spend(shop, call)
  const ratios: number[] = []
  let used: Used[] = []
  for (let n = 0; n < repeats; n++) {
    used = []
    for (const shop of shops) used.push(await spend(shop, call))
    ratios.push((used.at(-1)?.cpu ?? Number.NaN) / (used[0]?.cpu ?? Number.NaN))
  }
  const list = (read: (each: Used) => number) => used.map((each) => read(each).toFixed(1)).join(' / ')
  return {
    what: call.what,
    ratio: spread(ratios),
    limit: { atMost: 1.5 },
    beside: `${list(({ cpu }) => cpu)} ms of processor each; ${list(({ clock }) => clock)} ms by the clock`,
  }
}

async function spend(shop: FilledShop, call: Call): Promise<Used> {
  const [cpuBefore, start] = [cpuTimeOfAll(shop.pid), performance.now()]
  let count = 0
  for (; performance.now() - start < milliseconds; count++) await ask(shop, call)
  return { cpu: (cpuTimeOfAll(shop.pid) - cpuBefore) / count, clock: (performance.now() - start) / count }
}

async function ask({ address, token }: FilledShop, { path, isEndless }: Call): Promise<void> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
  if (!isEndless) return void (await answer.arrayBuffer())
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
}
