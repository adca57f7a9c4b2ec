import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { makeTrackingCode } from '../rules/tracking-code.ts'

export type Buyer = { key: string; code: string; address: string; phone: string }

/** What is bought, in cedis. */
export type Bought = { productId: number; price: number }

/** Somebody else each time, at another address, as in a real shop. */
export function someBuyer(): Buyer {
  return {
    key: randomUUID(),
    code: makeTrackingCode(below),
    address: `10.${below(256)}.${below(256)}.${below(256)}`,
    phone: `23324${String(below(10_000_000)).padStart(7, '0')}`,
  }
}

export function below(bound: number): number {
  return Math.floor(Math.random() * bound)
}

export function orderBody({ code, phone }: Pick<Buyer, 'code' | 'phone'>, { productId, price }: Bought) {
  return {
    customer_name: 'Ama Serwaa',
    customer_phone: `+${phone}`,
    address: '14 Palm Street',
    city: 'Tema',
    state: 'Greater Accra',
    zip: '',
    order_total: price,
    delivery_fee: 55,
    tracking_code: code,
    items: [{ product_id: productId, quantity: 1, price_per_item: price }],
  }
}

const agent = new Agent({ keepAlive: true })

const tries = 5

/** A shop that is busy is asked again for the same order, as its page does; the time counts, and whoever reads the table is told. */
export async function placeByHttp(address: string, bought: Bought): Promise<void> {
  const buyer = someBuyer()
  for (let left = tries; ; left--) {
    const { status, said } = await post(address, buyer, bought)
    if (status === 201) return
    if (status !== 503 || left === 1) throw new Error(`The order was answered with ${status}: ${said}`)
    console.error(`An order is placed again, because the shop was busy: ${said}`)
    await wait(500)
  }
}

/** Not by `fetch`, which takes twice as much of the processor: the shop shares it with its clients, and bare statements have none. */
async function post(address: string, buyer: Buyer, bought: Bought) {
  const asked = request(`${address}/api/orders`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': buyer.key,
      'x-forwarded-for': buyer.address,
    },
  })
  asked.end(JSON.stringify(orderBody(buyer, bought)))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, said: await text(answer) }
}

/** So many at a time, each again as soon as it is done. */
export async function inParallel(clients: number, milliseconds: number, once: () => Promise<void>) {
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
