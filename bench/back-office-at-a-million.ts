/**
 * Says whether the back office stays quick as the shop grows: the same calls on a shop with a thousand orders and on one with
 * a million, in one run. Start it with `node bench/back-office-at-a-million.ts`; filling the large shop takes some minutes.
 * Every call should take about as long on both.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { addProduct } from '../server/features/catalogue/add-product.ts'
import { foldCounts } from '../server/features/orders/order-counts.ts'
import { buildHttpServer } from '../server/http/http-server.ts'
import { readConfig } from '../server/platform/config.ts'
import type { Database } from '../server/platform/database/database.ts'
import { openTools } from '../server/platform/open-tools.ts'
import { openShop } from '../server/shop.ts'

const sizes = [1_000, Number(process.argv[2] ?? 1_000_000)]
const rounds = 40

const calls = {
  'list, first page': '/api/orders',
  'list, page 100': '/api/orders?page=100&limit=10',
  'filter by status': '/api/orders?status=Pending',
  'filter by dates': '/api/orders?from=2026-02-01&to=2026-02-03',
  'search by phone': '/api/orders?q=024+716+0500',
  'search by code': '/api/orders?q=QEE00X1',
  'search by name': '/api/orders?q=Akosua+Mensah',
  'search by a first name': '/api/orders?q=Akosua',
  'search by a pattern': '/api/orders?q=%5Eakosua+men.*h%24',
  'one order': '/api/orders/1500',
  'counts by status': '/api/orders/counts?after=1500',
  dashboard: '/api/dashboard',
  'numbers beside the links': '/api/dashboard/counts',
  'export, first rows': '/api/orders.csv',
}

const firstNames =
  'Akosua Kofi Yaa Kwame Esi Yaw Abena Kojo Adwoa Kwabena Efua Kwaku Afia Fiifi Naa Selorm Dela Ibrahim Zainab Elikem'
const lastNames =
  'Mensah Owusu Boateng Asante Osei Appiah Agyeman Darko Quaye Tetteh Lartey Addo Ansah Sarpong Amoah Gyasi Adjei Opoku Frimpong Yeboah Dogbe Amegah Kpodo Iddrisu Alhassan Sumaila Nkrumah Antwi Baidoo Eshun Arthur'

type Shop = { app: FastifyInstance; token: string; close(): Promise<void> }

async function openFilledShop(size: number): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const { tools, close } = await openTools(
    readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1000000' }),
  )
  const shop = openShop(tools)
  await tools.jobs.start({ work: false })
  const app = await buildHttpServer({ shop, tools, limits: { lagMs: 0, memoryBytes: 0 } })
  const login = { email: 'admin@example.com', password: 'kente cloth' }
  await shop.accounts.createAccount({ ...login, isAdmin: true })
  const { token } = await shop.accounts.signIn(login, { address: '10.0.0.1', userAgent: 'bench' })
  await fill(tools.db, size)
  return {
    app,
    token,
    async close() {
      await app.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Nine of ten orders are long delivered, as in a shop that has run for three years. */
async function fill(db: Database, size: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    for (const name of ['Shea', 'Soap', 'Serum', 'Mask', 'Toner'])
      await addProduct(tx, {
        name,
        description: name,
        brands: 'Adom',
        category: 'mask',
        price: 5_000,
        stock: 4,
        howToUse: name,
        benefits: [],
        ingredients: [],
        isFeatured: false,
        isBestSeller: false,
        pictureIds: [],
        createdAt: new Date(),
      })
    // An index that is built at the end is built many times faster.
    await tx.execute(sql`drop index orders_search_text_index`)
    await tx.execute(sql`
      insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
        payment_method, paid_at, subtotal, delivery_fee, total, search_text, created_at, updated_at)
      select code, status, name, phone, 'House 4', 'Kumasi', 'Ashanti', '', 'delivery_service',
        case when is_online then 'mtn_momo' else 'whatsapp' end, case when is_online then at end, 10000, 4500, 14500,
        name || E'\n' || code || E'\n' || phone, at, at
      from (
        select n, upper(substr(translate(md5(n::text), 'abcdef', 'kpqrxz'), 1, 14)) as code,
          (string_to_array(${firstNames}, ' '))[1 + (n::bigint * 7919) % 20] || ' ' ||
            (string_to_array(${lastNames}, ' '))[1 + (n::bigint * 104729) % 31] as name,
          (array['024', '020', '027', '054', '055'])[1 + n % 5] || lpad(((n::bigint * 7654321) % 10000000)::text, 7, '0') as phone,
          (case when n % 50 = 0 then 'Pending' when n % 50 = 1 then 'Shipped' when n % 50 = 2 then 'Cancelled'
            else 'Delivered' end) as status,
          n % 3 = 0 and n % 50 <> 2 as is_online,
          now() - (${size}::int - n) * (interval '1100 days' / ${size}::int) as at
        from generate_series(1, ${size}::int) n
      ) made`)
    await tx.execute(sql`
      insert into order_lines (order_id, product_id, position, product_name, quantity, price_per_item)
      select o.id, p.id, 0, p.name, 2, 5000 from orders o join products p on p.id = 1 + o.id % 5`)
    await tx.execute(sql`
      insert into payments (reference, order_id, attempt, gateway, is_test, amount, currency, phone, stage, created_at, stage_at)
      select gen_random_uuid(), id, 1, 'test', true, total, 'GHS', customer_phone, 'succeeded', created_at, created_at
      from orders where paid_at is not null`)
    await tx.execute(
      sql`create index orders_search_text_index on orders using gin (search_text gin_trgm_ops)`,
    )
    await tx.execute(sql`
      insert into order_history (order_id, status, changed_at) select id, status, created_at from orders`)
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await foldCounts(tx)
  })
  // As the database tidies up by itself in a shop that grows from day to day.
  await db.execute(sql`vacuum full order_counts`)
  for (const table of ['orders', 'order_lines', 'order_history', 'order_counts', 'payments'])
    await db.transaction((tx) => tx.execute(sql.raw(`set local statement_timeout = 0; analyze ${table}`)))
}

async function time({ app, token }: Shop, url: string): Promise<number> {
  const start = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  const stream = answer.stream()
  for await (const _ of stream) if (url.startsWith('/api/orders.csv')) break
  const taken = performance.now() - start
  stream.destroy()
  return taken
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

const shops: Shop[] = []
for (const size of sizes) {
  const start = performance.now()
  shops.push(await openFilledShop(size))
  console.log(`${size} orders, filled in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}
for (const [name, url] of Object.entries(calls)) {
  const times: number[][] = shops.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [n, shop] of shops.entries()) times[n]?.push(await time(shop, url))
  }
  const [small = Number.NaN, large = Number.NaN] = times.map(median)
  const ratio = (large / small).toFixed(2)
  console.log(
    `${name}: ${small.toFixed(1)} ms with ${sizes[0]}, ${large.toFixed(1)} ms with ${sizes[1]}, ratio ${ratio}`,
  )
}
for (const shop of shops) await shop.close()
