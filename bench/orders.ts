import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { buildHttpServer } from '../server/http/http-server.ts'
import type { Tools } from '../server/platform/tools.ts'
import { openShop } from '../server/shop.ts'
import { below, inParallel, orderBody, placeByHttp, someBuyer } from './buyers.ts'
import { cpuTime, cpuTimeOfAll, isQuiet } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type RecordedOrder, recordStatements, replay } from './recorded-order.ts'
import { type Row, spread } from './table.ts'

const repeats = 3
const milliseconds = 3_000
const crowds = [1, 8, 32]

/** Far from every other number in an order, so that a replay can exchange it. */
const firstProduct = 900_001
const products = 32

/** In cedis, of each of them. */
const price = 120

const recorded = { address: '203.0.113.7', phone: '233241234567' }

/** Orders through the shop's own door, beside the very same statements said to the same database without a shop. */
export async function benchOrders(shop: MeasuredShop): Promise<Row[]> {
  await fillShelves(shop.tools)
  const order = await recordOrder(shop.tools)
  const rows: Row[] = []
  for (const clients of crowds) rows.push(await compare(shop, order, clients))
  return rows
}

async function compare(shop: MeasuredShop, order: RecordedOrder, clients: number): Promise<Row> {
  // No more connections than the shop itself keeps: beyond that, PostgreSQL only gets slower.
  const pool = new pg.Pool({ ...shop.connection, max: Math.min(clients, 10) })
  const viaShop = () =>
    inParallel(clients, milliseconds, () =>
      placeByHttp(shop.address, { productId: firstProduct + below(products), price }),
    )
  const viaSql = () => inParallel(clients, milliseconds, () => placeBySql(pool, order))
  const ratios: number[] = []
  let beside = ''
  await viaShop()
  await isQuiet(shop.pid)
  for (let n = 0; n < repeats; n++) {
    const before = { shop: cpuTime(shop.pid), all: cpuTimeOfAll(shop.pid) }
    const ours = await viaShop()
    // The messages about the orders belong to them.
    await isQuiet(shop.pid)
    const own = (cpuTime(shop.pid) - before.shop) / ours.count
    const all = (cpuTimeOfAll(shop.pid) - before.all) / ours.count
    const bare = await viaSql()
    await isQuiet(shop.pid)
    ratios.push(ours.perSecond / bare.perSecond)
    beside = `${Math.round(ours.perSecond)} orders a second beside ${Math.round(bare.perSecond)}; ${all.toFixed(1)} ms of processor each, with all messages, ${own.toFixed(1)} of them the shop's own`
  }
  await pool.end()
  return {
    what: `orders, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ratio: spread(ratios),
    limit: { atLeast: 0.5 },
    beside,
  }
}

async function placeBySql(pool: pg.Pool, order: RecordedOrder): Promise<void> {
  const client = await pool.connect()
  const { key, code, address, phone } = someBuyer()
  await replay(client, order, [
    [order.key, key],
    [order.code, code],
    [recorded.address, address],
    [recorded.phone, phone],
    [firstProduct, firstProduct + below(products)],
  ])
  client.release()
}

async function recordOrder(tools: Tools): Promise<RecordedOrder> {
  const app = await buildHttpServer({ shop: openShop(tools), tools })
  await tools.jobs.start({ work: false })
  const key = randomUUID()
  let placed = { id: 0, tracking_code: '' }
  const statements = await recordStatements(async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: recorded.address,
      headers: { 'idempotency-key': key },
      payload: orderBody({ code: '', phone: recorded.phone }, { productId: firstProduct, price }),
    })
    placed = answer.json()
  })
  await app.close()
  const begin = statements.findIndex(({ text }) => text === 'begin')
  const commit = statements.findIndex(({ text }) => text === 'commit')
  const [, lock] = statements.slice(begin)
  if (begin === -1 || commit < begin) throw new Error('No order was recorded')
  return {
    statements: statements.slice(begin, commit + 1),
    orderId: placed.id,
    code: placed.tracking_code,
    key: String(lock?.values[0]),
  }
}

async function fillShelves({ db }: Tools): Promise<void> {
  await db.execute(sql`
    insert into products (id, name, description, brands, price, category, how_to_use, benefits, ingredients, stock_quantity, created_at, updated_at)
    overriding system value
    select ${firstProduct} - 1 + n, 'Shea cream ' || n, '', 'Adom', 12000, 'moisturizer', '', '', '', 100000000, now(), now()
    from generate_series(1, ${products}) n
    on conflict do nothing`)
}
