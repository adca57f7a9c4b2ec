import { sql } from 'drizzle-orm'
import { openFakeMessageServices } from '../server/testing/fake-message-services.ts'
import { below, inParallel, placeByHttp, someBuyer } from './buyers.ts'
import { isQuiet } from './cpu-time.ts'
import { type MeasuredShop, openMeasuredShop } from './measured-shop.ts'
import { compared, type Repeat, type Row } from './table.ts'

const repeats = 3
const milliseconds = 2_000
const clients = 4

/** More than go out in that time. */
const backlog = 400

/** In cedis, of what is bought. */
const price = 120
const firstProduct = 900_001
const products = 32

/** One in ten calls finds nobody, one in twenty gets no proper answer: such messages are tried again, or given up. */
function disturb() {
  const chance = below(100)
  if (chance < 10) return { status: 503 }
  return chance < 15 ? { status: 500, also: true } : null
}

/**
 * Orders while thousands of messages to phones go out over a provider with a bad day, beside orders while nobody else is told
 * anything. The messages about the orders themselves go out in both.
 */
export async function benchMessages(): Promise<Row[]> {
  const services = await openFakeMessageServices({ disturb })
  const shop = await openMeasuredShop({ ...services.settings('arkesel'), SMS_PER_DAY: '1000000' })
  try {
    await shop.context.jobs.start({ work: false })
    await shelve(shop)
    await isQuiet(shop.pid)
    await orderFor(shop)
    const measured: Repeat[] = []
    for (let n = 0; n < repeats; n++) {
      await isQuiet(shop.pid)
      const alone = await orderFor(shop)
      await isQuiet(shop.pid)
      await queueMessages(shop)
      const before = services.arrived.length
      const beside = await orderFor(shop)
      const sent = services.arrived.length - before
      measured.push({
        ratio: beside / alone,
        beside: `${Math.round(beside)} orders a second vs ${Math.round(alone)}; ${sent} messages arrived meanwhile`,
      })
    }
    return [
      { what: 'orders while messages go out, 4 clients', limit: { atLeast: 0.5 }, ...compared(measured) },
    ]
  } finally {
    await shop.close()
    await services.goDown()
  }
}

async function orderFor({ address }: MeasuredShop): Promise<number> {
  const { perSecond } = await inParallel(clients, milliseconds, () =>
    placeByHttp(address, { productId: firstProduct + below(products), price }),
  )
  return perSecond
}

/** To a number of its own each, as news of a product that is back are. */
async function queueMessages({ context: { db, jobs } }: MeasuredShop): Promise<void> {
  const waiting = Array.from({ length: backlog }, () => ({
    ...{ to: someBuyer().phone, words: 'Shea cream is back.', link: 'https://shop.example/product/1' },
    ways: ['sms'],
  }))
  await jobs.sendAll(db, 'phone-news', waiting)
}

async function shelve({ context: { db } }: MeasuredShop): Promise<void> {
  await db.execute(sql`
    insert into products (id, name, description, brands, price, category, how_to_use, benefits, ingredients, stock_quantity, created_at, updated_at)
    overriding system value
    select ${firstProduct} - 1 + n, 'Shea cream ' || n, '', 'Adom', ${price * 100}::int, 'moisturizer', '', '', '', 100000000, now(), now()
    from generate_series(1, ${products}) n`)
}
