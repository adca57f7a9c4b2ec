import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { makeTrackingCode } from '../rules/tracking-code.ts'
import { buildHttpServer } from '../server/http/http-server.ts'
import type { Tools } from '../server/platform/tools.ts'
import { openShop } from '../server/shop.ts'
import { cpuTime, isQuiet } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type RecordedOrder, recordStatements, replay } from './recorded-order.ts'
import { type Row, spread } from './table.ts'

const repeats = 3
const milliseconds = 3_000
const crowds = [1, 8, 32]

/** Far from every other number in an order, so that a replay can exchange it. */
const firstProduct = 900_001
const products = 32

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
  const viaShop = () => inParallel(clients, () => placeByHttp(shop.address))
  const viaSql = () => inParallel(clients, () => placeBySql(pool, order))
  const ratios: number[] = []
  let beside = ''
  await viaShop()
  await isQuiet(shop.pid)
  for (let n = 0; n < repeats; n++) {
    const cpuBefore = cpuTime(shop.pid)
    const ours = await viaShop()
    const cpu = (cpuTime(shop.pid) - cpuBefore) / ours.count
    await isQuiet(shop.pid)
    const bare = await viaSql()
    await isQuiet(shop.pid)
    ratios.push(ours.perSecond / bare.perSecond)
    beside = `${Math.round(ours.perSecond)} orders a second beside ${Math.round(bare.perSecond)}; ${cpu.toFixed(1)} ms of the shop's processor each`
  }
  await pool.end()
  return {
    what: `orders, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ratio: spread(ratios),
    limit: { atLeast: 0.5 },
    beside,
  }
}

async function inParallel(clients: number, once: () => Promise<void>) {
  const start = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      let count = 0
      for (; performance.now() - start < milliseconds; count++) await once()
      return count
    }),
  )
  const count = counts.reduce((sum, each) => sum + each, 0)
  return { count, perSecond: (count / (performance.now() - start)) * 1000 }
}

async function placeByHttp(address: string): Promise<void> {
  const buyer = someBuyer()
  const answer = await fetch(`${address}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': buyer.key,
      'x-forwarded-for': buyer.address,
    },
    body: JSON.stringify(orderBody(buyer)),
  })
  const said = await answer.text()
  if (answer.status !== 201) throw new Error(`The order was answered with ${answer.status}: ${said}`)
}

async function placeBySql(pool: pg.Pool, order: RecordedOrder): Promise<void> {
  const client = await pool.connect()
  const { key, code, address, phone, productId } = someBuyer()
  await replay(client, order, [
    [order.key, key],
    [order.code, code],
    [recorded.address, address],
    [recorded.phone, phone],
    [firstProduct, productId],
  ])
  client.release()
}

type Buyer = { key: string; code: string; address: string; phone: string; productId: number }

/** Somebody else each time, at another address, as in a real shop. */
function someBuyer(): Buyer {
  const below = (bound: number) => Math.floor(Math.random() * bound)
  return {
    key: randomUUID(),
    code: makeTrackingCode(below),
    address: `10.${below(256)}.${below(256)}.${below(256)}`,
    phone: `23324${String(below(10_000_000)).padStart(7, '0')}`,
    productId: firstProduct + below(products),
  }
}

function orderBody({ code, phone, productId }: Pick<Buyer, 'code' | 'phone' | 'productId'>) {
  return {
    customer_name: 'Ama Serwaa',
    customer_phone: `+${phone}`,
    address: '14 Palm Street',
    city: 'Tema',
    state: 'Greater Accra',
    zip: '',
    order_total: 120,
    delivery_fee: 55,
    tracking_code: code,
    items: [{ product_id: productId, quantity: 1, price_per_item: 120 }],
  }
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
      payload: orderBody({ code: '', phone: recorded.phone, productId: firstProduct }),
    })
    placed = answer.json()
  })
  await app.close()
  const begin = statements.findIndex(({ text }) => text === 'begin')
  const commit = statements.findIndex(({ text }) => text === 'commit')
  const [, lock] = statements.slice(begin)
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
