import { setTimeout as wait } from 'node:timers/promises'
import { besideBareServer } from './beside-bare-server.ts'
import { cpuTimeOfAll } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Row, spread } from './table.ts'

/** What most visitors ask for, beside a server that does nothing but send the same bytes. */
export async function benchPages(shop: MeasuredShop): Promise<Row[]> {
  const { products, asset } = await look(shop.address)
  const claims = [
    { what: 'home page, kept', path: '/', atLeast: 0.8 },
    { what: 'shop page, kept', path: '/shop', atLeast: 0.8 },
    { what: 'product page, kept', path: `/product/${products[0]?.id}`, atLeast: 0.8 },
    { what: 'a script', path: asset, atLeast: 0.8 },
    { what: 'GET /api/products, 20 products', path: '/api/products?limit=20', atLeast: 0.7 },
  ]
  const rows: Row[] = []
  for (const claim of claims) rows.push(await besideBareServer(shop, claim))
  for (const path of ['/', '/shop', `/product/${products[0]?.id}`, '/api/products?limit=20'])
    rows.push(await makeAnew(shop, path))
  return rows
}

const renders = 40

/** After a change in the shop, the first visitor's page is made anew. */
async function makeAnew({ address, pid, tools }: MeasuredShop, path: string): Promise<Row> {
  let cpu = 0
  const times: number[] = []
  for (let n = 0; n < renders; n++) {
    await tools.changes.announce(tools.db, 'catalogue')
    await wait(50)
    const [cpuBefore, start] = [cpuTimeOfAll(pid), performance.now()]
    await (await fetch(address + path)).arrayBuffer()
    times.push(performance.now() - start)
    cpu += cpuTimeOfAll(pid) - cpuBefore
  }
  const clock = spread(times).median.toFixed(1)
  const beside = `${(cpu / renders).toFixed(1)} ms of processor each; ${clock} ms by the clock`
  return { what: `${path}, made anew`, ratio: null, limit: null, beside }
}

async function look(address: string): Promise<{ products: { id: number }[]; asset: string }> {
  const products = await (await fetch(`${address}/api/products`)).json()
  const [asset] = (await (await fetch(address)).text()).match(/\/assets\/[\w.-]+\.js/) ?? []
  if (asset === undefined) throw new Error('The home page names no script')
  return { products, asset }
}
