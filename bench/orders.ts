import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { buildHttpServer } from '../server/http/http-server.ts'
import type { Context } from '../server/platform/context.ts'
import { below, inParallel, orderBody, placeByHttp, someBuyer } from './buyers.ts'
import { cpuTime, cpuTimeOfAll, isQuiet } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { asText, type RecordedOrder, recordStatements, replay } from './recorded-order.ts'
import { compared, type Repeat, type Row } from './table.ts'

const repeats = 3
const milliseconds = 3_000

/** The first time right after the start, when V8 has compiled little of the shop yet; bare statements are warm within moments. */
const crowds = [
  { clients: 1, called: '1 client, just started' },
  { clients: 8, called: '8 clients' },
  { clients: 32, called: '32 clients' },
  { clients: 1, called: '1 client' },
]
type Crowd = (typeof crowds)[number]

/** Far from every other number in an order, so that a replay can exchange it. */
const firstProduct = 900_001
const products = 32

/** In cedis, of each of them. */
const price = 120

const recorded = { address: '203.0.113.7', phone: '233241234567' }

/** Orders through the shop's own door, beside the very same statements said to the same database without a shop. */
export async function benchOrders(shop: MeasuredShop): Promise<Row[]> {
  await fillShelves(shop.context)
  const order = await recordOrder(shop)
  const rows: Row[] = []
  for (const crowd of crowds) rows.push(...(await compare(shop, order, crowd)))
  return rows
}

async function compare(shop: MeasuredShop, order: RecordedOrder, { clients, called }: Crowd): Promise<Row[]> {
  // No more connections than the shop itself keeps: beyond that, PostgreSQL only gets slower.
  const pool = new pg.Pool({ ...shop.connection, max: Math.min(clients, 10) })
  pool.on('error', () => {})
  const besideText: Repeat[] = []
  const besidePrepared: Repeat[] = []
  await orderViaShop(shop, clients)
  for (let n = 0; n < repeats; n++) {
    const ours = await orderViaShop(shop, clients)
    const besideSql = async (bare: RecordedOrder): Promise<Repeat> => {
      const { perSecond } = await inParallel(clients, milliseconds, () => placeBySql(pool, bare))
      await isQuiet(shop.pid)
      const beside = `${Math.round(ours.perSecond)} orders a second vs ${Math.round(perSecond)}; ${ours.cpu}`
      return { ratio: ours.perSecond / perSecond, beside }
    }
    besideText.push(await besideSql(asText(order)))
    besidePrepared.push(await besideSql(order))
  }
  await pool.end()
  return [
    { what: `orders, ${called}`, limit: { atLeast: 0.5 }, ...compared(besideText) },
    { what: `orders vs prepared statements, ${called}`, limit: null, ...compared(besidePrepared) },
  ]
}

async function orderViaShop({ address, pid }: MeasuredShop, clients: number) {
  const before = { shop: cpuTime(pid), all: cpuTimeOfAll(pid) }
  const { count, perSecond } = await inParallel(clients, milliseconds, () =>
    placeByHttp(address, { productId: firstProduct + below(products), price }),
  )
  // The messages about the orders belong to them.
  await isQuiet(pid)
  const own = (cpuTime(pid) - before.shop) / count
  const all = (cpuTimeOfAll(pid) - before.all) / count
  const cpu = `${all.toFixed(1)} ms of processor each, with all messages, ${own.toFixed(1)} of them the shop's own`
  return { perSecond, cpu }
}

async function placeBySql(pool: pg.Pool, order: RecordedOrder): Promise<void> {
  const client = await pool.connect()
  const { key, code, address, phone } = someBuyer()
  try {
    await replay(client, order, [
      [order.key, key],
      [order.code, code],
      [recorded.address, address],
      [recorded.phone, phone],
      [firstProduct, firstProduct + below(products)],
    ])
  } finally {
    client.release()
  }
}

async function recordOrder({ shop, context }: MeasuredShop): Promise<RecordedOrder> {
  const app = await buildHttpServer({ shop, context })
  // As the shop itself: a process that does no work would write jobs for others.
  await context.jobs.start()
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
  await context.jobs.stop()
  const begin = statements.findIndex(({ text }) => text === 'begin')
  const commit = statements.findIndex(({ text }) => text === 'commit')
  const [, lock] = statements.slice(begin)
  if (begin === -1 || commit < begin) throw new Error('No order was recorded')
  if (lock?.name === undefined) throw new Error('The order was recorded without the names of its statements')
  return {
    statements: statements.slice(begin, commit + 1),
    orderId: placed.id,
    code: placed.tracking_code,
    key: String(lock?.values[0]),
  }
}

async function fillShelves({ db }: Context): Promise<void> {
  await db.execute(sql`
    insert into products (id, name, description, brands, price, category, how_to_use, benefits, ingredients, stock_quantity, created_at, updated_at)
    overriding system value
    select ${firstProduct} - 1 + n, 'Shea cream ' || n, '', 'Adom', 12000, 'moisturizer', '', '', '', 100000000, now(), now()
    from generate_series(1, ${products}) n
    on conflict do nothing`)
}
