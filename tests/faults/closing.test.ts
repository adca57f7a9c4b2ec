import { expect, test } from 'vitest'
import { expectEveryOrderOnce, haveBought, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const rounds = sizeOf({ small: 1, full: 40 })

test('a shop that is asked to close in the middle of orders answers each that it placed, and closes', {
  meta: { size: `${rounds} × SIGTERM` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld()
  const { db } = world.office.context
  const random = openSeededRandom('closing')
  const buyers = openBuyers('Late', world.jars, random)
  const closed = openStopwatch('closed after', '10 s')
  for (let round = 0; round < rounds; round++) {
    const shop = await world.open()
    const stopBuying = buyers.start(shop.address, 12)
    await haveBought(buyers, 5 + random.below(20))
    expect(await closed.time(shop.stop)).toBe(0)
    await stopBuying()
    // Nobody has sent anything again yet: an order without an answer would be one too many here.
    await expectEveryOrderOnce(db, 'Late', buyers)
    await world.expectInOrder()
  }
  const { heard } = buyers
  console.log(`found the shop closed: ${heard.nothing}, were asked to come back (503): ${heard['not now']}`)
})
