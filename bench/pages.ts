import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { productPictures, products } from '../server/features/catalogue/tables.ts'
import { invalidating } from '../server/platform/database/invalidation.ts'
import { shelve } from '../server/testing/sample-rows.ts'
import { besideBareServer } from './beside-bare-server.ts'
import { cpuTimeOfAll, isQuiet } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Cost, costRow, type Row, spread } from './table.ts'

/** What most visitors ask for, beside a server that does nothing but send the same bytes. */
export async function benchPages(shop: MeasuredShop): Promise<Row[]> {
  const { product, asset } = await look(shop.address)
  const claims = [
    { what: 'home page, cached', path: '/', atLeast: 0.8 },
    { what: 'shop page, cached', path: '/shop', atLeast: 0.8 },
    { what: 'product page, cached', path: product, atLeast: 0.8 },
    { what: 'a script', path: asset, atLeast: 0.8 },
  ]
  const rows: Row[] = []
  for (const claim of claims) rows.push(await besideBareServer(shop, claim))
  for (const path of ['/', '/shop', product]) rows.push(await makeAnew(shop, path))
  return [...rows, ...(await benchList(shop))]
}

const listed = 20

/** The sample shop has fewer: the others stand on the shelf for this list alone, since the next part weighs the shop as it comes. */
async function benchList(shop: MeasuredShop): Promise<Row[]> {
  const { address, pid, context } = shop
  const path = `/api/products?limit=${listed}`
  const count = async () => ((await (await fetch(address + path)).json()) as unknown[]).length
  const pictures = await context.db.select().from(productPictures).limit(1)
  const pictureIds = pictures.map(({ pictureId }) => pictureId)
  const added: number[] = []
  for (let missing = listed - (await count()); missing > 0; missing--)
    added.push(await shelve(context, { pictureIds }))
  try {
    await isQuiet(pid)
    const found = await count()
    if (found !== listed) throw new Error(`The list has ${found} products instead of ${listed}`)
    const claim = { what: `GET /api/products, ${listed} products`, path, atLeast: 0.7 }
    return [await besideBareServer(shop, claim), await makeAnew(shop, path)]
  } finally {
    await invalidating(context, ['catalogue'], (tx) =>
      tx.update(products).set({ removedAt: context.clock() }).where(inArray(products.id, added)),
    )
  }
}

const repeats = 3
const renders = 40

/** After a change in the shop, the first visitor's page is made anew. */
async function makeAnew({ address, pid, context }: MeasuredShop, path: string): Promise<Row> {
  const measured: Cost[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    let cpu = 0
    const times: number[] = []
    for (let n = 0; n < renders; n++) {
      await context.invalidation.publish(context.db, 'catalogue')
      await wait(50)
      const [cpuBefore, start] = [cpuTimeOfAll(pid), performance.now()]
      await (await fetch(address + path)).arrayBuffer()
      times.push(performance.now() - start)
      cpu += cpuTimeOfAll(pid) - cpuBefore
    }
    measured.push({ cpu: cpu / renders, clock: spread(times).median })
  }
  return costRow(`${path}, rendered`, measured)
}

async function look(address: string): Promise<{ product: string; asset: string }> {
  const [first] = (await (await fetch(`${address}/api/products`)).json()) as { id: number }[]
  const [asset] = (await (await fetch(address)).text()).match(/\/assets\/[\w.-]+\.js/) ?? []
  if (asset === undefined) throw new Error('The home page names no script')
  return { product: `/product/${first?.id}`, asset }
}
