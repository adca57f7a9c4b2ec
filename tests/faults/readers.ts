import { setTimeout as wait } from 'node:timers/promises'
import type { Buyers } from './buyers.ts'

export type Readers = {
  /** What somebody saw that cannot be. */
  impossible: string[]
  reads(): number
  /** They look again and again until they are told to stop. */
  start(address: string): () => Promise<void>
}

/**
 * People who look at the shelf and at confirmed orders while others buy and everything falls over. Nobody brings
 * anything back here, so no one may ever see the stock rise, and no confirmed order may ever be gone.
 */
export function openReaders(people: number, jars: readonly number[], { acknowledged }: Buyers): Readers {
  const impossible: string[] = []
  const lastSeen = Array.from({ length: people }, () => new Map<number, number>())
  let reads = 0

  async function look(address: string, reader: number, turn: number): Promise<boolean> {
    const jar = jars[turn % jars.length] ?? 0
    const shelf = await ask<{ stock_quantity: number }>(`${address}/api/products/${jar}`, turn)
    const before = lastSeen[reader]?.get(jar) ?? Number.POSITIVE_INFINITY
    if (shelf?.status === 200) {
      const stock = shelf.body.stock_quantity
      if (!(stock <= before)) impossible.push(`reader ${reader} saw ${stock} of jar ${jar} after ${before}`)
      lastSeen[reader]?.set(jar, stock)
    }
    const codes = [...acknowledged.values()]
    const code = codes[(turn * 7 + reader) % Math.max(1, codes.length)]?.code
    const order = code === undefined ? shelf : await ask(`${address}/api/order-tracking/${code}`, turn)
    if (order !== null && ![200, 429, 503].includes(order.status)) {
      impossible.push(`reader ${reader} asked for ${code} and heard ${order.status}`)
    }
    reads += 2
    return shelf !== null && order !== null
  }

  return {
    impossible,
    reads: () => reads,
    start(address) {
      let isOpen = true
      const read = async (reader: number) => {
        while (isOpen) if (!(await look(address, reader, reads))) await wait(20)
      }
      const reading = Promise.all(Array.from({ length: people }, (_, reader) => read(reader)))
      return async () => {
        isOpen = false
        await reading
      }
    },
  }
}

/** Each look comes from an address of its own, because one address may not look without end. */
async function ask<Body>(url: string, turn: number): Promise<{ status: number; body: Body } | null> {
  const from = `10.${(turn >> 16) % 256}.${(turn >> 8) % 256}.${turn % 256}`
  try {
    const answer = await fetch(url, { headers: { 'x-forwarded-for': from } })
    return { status: answer.status, body: (await answer.json()) as Body }
  } catch {
    return null
  }
}
