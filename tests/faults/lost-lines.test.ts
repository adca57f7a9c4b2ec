import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endConnections } from '#server/testing/database.ts'
import { expectEveryOrderOnce, haveBought, isReady, openBuyers } from './buyers.ts'
import { type FaultWorld, openFaultWorld } from './fault-world.ts'
import { isFull, openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const rounds = sizeOf({ small: 4, full: 80 })
/** Half a minute once is enough, in a large run. */
let refusedMs = isFull ? 30_000 : 1_000

type Way = (world: FaultWorld, ask: () => Promise<unknown>) => Promise<void>

const ways: Record<string, Way> = {
  async 'the network cuts every line'({ proxy }) {
    expect(proxy.cut()).toBeGreaterThan(0)
  },
  async 'PostgreSQL ends every connection'({ office }) {
    await endConnections(office.database, 'adom-beauty-shop')
  },
  async 'the answer to a commit is lost'({ proxy }) {
    const lost = Promise.withResolvers<void>()
    proxy.ambush({
      at: /^commit/i,
      moment: 'after',
      act() {
        lost.resolve()
        return 'stop'
      },
    })
    await lost.promise
    proxy.cut()
  },
  async 'PostgreSQL refuses for a while'({ proxy }, ask) {
    proxy.refuse(true)
    expect(await ask()).toBe('not now')
    await wait(refusedMs)
    refusedMs = 1_000
    proxy.refuse(false)
  },
}

test('a shop that loses its lines to the database says so, comes back by itself, and has every order once', {
  meta: { size: `${rounds} cuts` },
  timeout: 240_000 + rounds * 40_000,
}, async () => {
  const world = await openFaultWorld()
  const { db } = world.office.context
  const random = openSeededRandom('lost-lines')
  const buyers = openBuyers('Line', world.jars, random)
  const backAgain = openStopwatch('orders are placed again after', '5 s')
  const shop = await world.open()
  for (let round = 0; round < rounds; round++) {
    const stopBuying = buyers.start(shop.address, 6)
    await haveBought(buyers, 3 + random.below(10))
    const [name, happen] = Object.entries(ways)[round % 4] ?? []
    await happen?.(world, () => buyers.order(shop.address))
    console.log(`${name}, after ${buyers.acknowledged.size} orders`)
    await backAgain.time(async () => {
      await isReady(shop)
      await haveBought(buyers, 1)
    })
    await stopBuying()
    await buyers.resend(shop.address)
    await world.expectInOrder()
  }
  await expectEveryOrderOnce(db, 'Line', buyers)
})
