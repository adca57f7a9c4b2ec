import { setTimeout as wait } from 'node:timers/promises'
import { like } from 'drizzle-orm'
import { expect } from 'vitest'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { orders } from '#server/features/orders/tables.ts'
import type { Random } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'

/** Not all at the same moment: that would be a crowd, which is another fault. */
const peopleWhoResend = 6

type Bought = { id: number; code: string }

/** What a buyer heard: an order, a no, a "not now", or nothing at all. */
export type Heard = 'placed' | 'refused' | 'not now' | 'nothing'

export type Buyers = {
  acknowledged: ReadonlyMap<string, Bought>
  /** How often they heard what. */
  heard: Readonly<Record<Heard, number>>
  /** One new order. */
  order(address: string): Promise<Heard>
  /** So many people order one after the other until they are told to stop. */
  start(address: string, people: number): () => Promise<void>
  /** Whoever got no answer sends the same order again, with the same key. */
  resend(address: string): Promise<void>
}

/** People who order and keep what they were told, so that it can be held against the books. */
export function openBuyers(name: string, jars: readonly number[], random: Random): Buyers {
  const acknowledged = new Map<string, Bought>()
  const unanswered = new Map<string, object>()
  const heard: Record<Heard, number> = { placed: 0, refused: 0, 'not now': 0, nothing: 0 }
  let count = 0

  async function send(address: string, key: string, body: object): Promise<Heard> {
    const word = await sendOnce(address, key, body)
    heard[word]++
    return word
  }

  async function sendOnce(address: string, key: string, body: object): Promise<Heard> {
    unanswered.set(key, body)
    const answer = await postOrder(address, key, body)
    if (answer === null) return 'nothing'
    if (answer.status === 503) return 'not now'
    unanswered.delete(key)
    if (answer.status === 409) return 'refused'
    expect(answer.status).toBe(201)
    const bought = { id: answer.body.id, code: answer.body.tracking_code }
    expect(bought).toEqual(acknowledged.get(key) ?? bought)
    acknowledged.set(key, bought)
    return 'placed'
  }

  function order(address: string): Promise<Heard> {
    const key = `${name} ${++count}`
    const wanted = [...new Set([1, 2, 3].map(() => jars[random.below(jars.length)] ?? 0))]
    const items = wanted.map((jar) => item(jar, 1 + random.below(2)))
    return send(address, key, orderBody(items, { customer_name: key, customer_email: null }))
  }

  return {
    acknowledged,
    heard,
    order,
    start(address, people) {
      let isOpen = true
      const buy = async () => {
        // Whoever hears nothing, or is asked to come back, takes a breath before the next order.
        while (isOpen) if (['nothing', 'not now'].includes(await order(address))) await wait(50)
      }
      const buying = Promise.all(Array.from({ length: people }, buy))
      return async () => {
        isOpen = false
        await buying
      }
    },
    async resend(address) {
      const again = async () => {
        const waiting = [...unanswered]
        const sendOn = async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) await send(address, ...next)
        }
        await Promise.all(Array.from({ length: peopleWhoResend }, sendOn))
        return unanswered.size
      }
      const patience = { timeout: 60_000 + unanswered.size * 200, interval: 100 }
      await expect.poll(again, patience).toBe(0)
    },
  }
}

type Answered = { status: number; body: PlacedOrderResponse }

async function postOrder(address: string, key: string, body: object): Promise<Answered | null> {
  try {
    const answer = await fetch(`${address}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as PlacedOrderResponse }
  } catch {
    return null
  }
}

/** Every order that was confirmed is there, under its number and code, and nobody has two. */
export async function expectEveryOrderOnce(db: Database, name: string, { acknowledged }: Buyers) {
  const kept = await db
    .select({ key: orders.customerName, id: orders.id, code: orders.trackingCode })
    .from(orders)
    .where(like(orders.customerName, `${name} %`))
  expect(kept.length).toBe(acknowledged.size)
  expect(new Map(kept.map(({ key, id, code }) => [key, { id, code }]))).toEqual(acknowledged)
}

/** Waits until so many more orders were confirmed: the shop is in the middle of its work. */
export async function haveBought({ acknowledged }: Buyers, more: number): Promise<void> {
  const wanted = acknowledged.size + more
  await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
}

/** The shop finds its way back by itself. */
export async function isReady({ address }: { address: string }): Promise<void> {
  const ready = () =>
    fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => null,
    )
  await expect.poll(ready, { timeout: 60_000, interval: 50 }).toBe(200)
}
