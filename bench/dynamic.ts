import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buildHttpServer } from '../server/http/http-server.ts'
import { placeByHttp } from './buyers.ts'
import { cpuTime, cpuTimeOfAll, isQuiet } from './cpu-time.ts'
import { hammer } from './hammer.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { renderAlone } from './page-alone.ts'
import { recordStatements } from './recorded-order.ts'
import { compared, type Repeat, type Row } from './table.ts'

const repeats = 3
const load = { connections: 8, milliseconds: 4_000 }
const admin = { email: 'bench-admin@example.com', password: 'kente cloth shawl' }

/** What is made for each request: pages beside the same page from React and its router alone, lists beside the same SQL and nothing else. */
export async function benchDynamic(shop: MeasuredShop): Promise<Row[]> {
  const { productId, token } = await prepare(shop)
  const rows = await benchPages(shop, `/product/${productId}`)
  const lists = [
    '/api/orders',
    '/api/dashboard',
    '/api/products?admin=1',
    `/api/products/${productId}`,
    '/api/auth/check-admin',
  ]
  for (const path of lists) rows.push(await benchList(shop, token, path))
  return rows
}

/** Enough orders to fill the first page, and somebody who may see them. */
async function prepare({ address, shop, pid }: MeasuredShop) {
  await shop.accounts.createAccount({ ...admin, isAdmin: true })
  const answer = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await answer.json()) as { token: string }
  const products = (await (await fetch(`${address}/api/products`)).json()) as { id: number; price: number }[]
  const [first] = products
  if (first === undefined) throw new Error('The sample shop has no products')
  // Of every product, so that most shelves keep something. Where one is empty already, the order is refused.
  for (const { id: productId, price } of products)
    for (let n = 0; n < 8; n++) await placeByHttp(address, { productId, price }).catch(() => {})
  await isQuiet(pid)
  return { productId: first.id, token }
}

type Used = { shop: number; database: number; perSecond: number }

/** Milliseconds of processor for one answer, of the server and of the shop's PostgreSQL. */
async function spend(
  { address, pid }: { address: string; pid: number },
  shopPid: number,
  request: { path: string | (() => string); headers?: Record<string, string> },
): Promise<Used> {
  const database = () => cpuTimeOfAll(shopPid) - cpuTime(shopPid)
  const [ownBefore, databaseBefore, start] = [cpuTime(pid), database(), performance.now()]
  const count = await hammer(address, request, load)
  return {
    shop: (cpuTime(pid) - ownBefore) / count,
    database: (database() - databaseBefore) / count,
    perSecond: (count / (performance.now() - start)) * 1_000,
  }
}

function inWords({ shop, database, perSecond }: Used): string {
  return `${shop.toFixed(2)} + ${database.toFixed(2)} ms of processor, ${Math.round(perSecond)} a second`
}

/** The same search in other letters each time: what was asked a moment ago would come from the cache. */
function* searches(): Generator<string, never> {
  const letters = [...'sheabutter']
  for (let n = 0; ; n++) {
    const written = letters
      .map((letter, place) => ((n >> place) & 1 ? letter.toUpperCase() : letter))
      .join('')
    yield `/shop?q=${written.slice(0, 4)}+${written.slice(4)}`
  }
}

/** Asked for in this way, a page is rendered for whoever asks, and is otherwise the same. */
const anew = (path: string) => () => `${path}?preview=brand`

async function benchPages(shop: MeasuredShop, product: string): Promise<Row[]> {
  const spelled = searches()
  const rows = [await benchPage(shop, 'search page', () => spelled.next().value)]
  for (const path of ['/', '/shop', product])
    rows.push(await benchPage(shop, `${path}, under load`, anew(path)))
  return rows
}

/** With https, as a phone asks a shop. */
const asChromeAsks = 'gzip, deflate, br, zstd'

async function benchPage(shop: MeasuredShop, what: string, path: () => string): Promise<Row> {
  const request = { path, headers: { 'accept-encoding': asChromeAsks } }
  await spend(shop, shop.pid, request)
  const measured: Repeat[] = []
  for (let n = 0; n < repeats; n++) {
    const ours = await spend(shop, shop.pid, request)
    const alone = await renderAlone(shop.shop, shop.address + path())
    const beside = `${inWords(ours)} vs ${alone.toFixed(2)} ms for the page alone`
    measured.push({ ratio: (ours.shop + ours.database) / alone, beside })
  }
  return { what: `${what}, rendered`, limit: { atMost: 3 }, ...compared(measured) }
}

async function benchList(shop: MeasuredShop, token: string, path: string): Promise<Row> {
  const headers = { authorization: `Bearer ${token}` }
  const bare = await openBareApi(shop, path, headers)
  try {
    for (const server of [shop, bare]) await spend(server, shop.pid, { path, headers })
    const measured: Repeat[] = []
    for (let n = 0; n < repeats; n++) {
      const ours = await spend(shop, shop.pid, { path, headers })
      const theirs = await spend(bare, shop.pid, { path, headers })
      const ratio = (ours.shop + ours.database) / (theirs.shop + theirs.database)
      measured.push({ ratio, beside: `${inWords(ours)} vs ${inWords(theirs)}` })
    }
    return { what: `GET ${path}`, limit: { atMost: 3 }, ...compared(measured) }
  } finally {
    bare.close()
  }
}

/** A server of its own that says the same to the same database, and then sends the same answer. */
async function openBareApi({ shop, context, connection }: MeasuredShop, path: string, headers: object) {
  const app = await buildHttpServer({ shop, context })
  const ask = () => app.inject({ url: path, headers: { ...headers } })
  await ask()
  let body = ''
  const statements = await recordStatements(async () => {
    body = (await ask()).payload
  })
  await app.close()
  const child = fork(new URL('./bare-api.ts', import.meta.url))
  child.send({ connection, statements: statements.map(({ text, values }) => ({ text, values })), body })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, close: () => child.kill() }
}
