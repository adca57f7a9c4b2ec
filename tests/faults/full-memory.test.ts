import { expect, test } from 'vitest'
import { expectEveryOrderOnce, haveBought, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { openSeededRandom, sizeOf } from './size.ts'

const rounds = sizeOf({ small: 1, full: 50 })

test('a shop whose memory runs full in the middle of orders ends at once, and the next one has every order once', {
  meta: { size: `${rounds} × full memory` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld()
  const { db } = world.office.context
  const random = openSeededRandom('full-memory')
  const buyers = openBuyers('Memory', world.jars, random)
  for (let round = 0; round < rounds; round++) {
    const shop = await world.open({ NODE_OPTIONS: '--import=./tests/faults/hoard.ts' })
    const stopBuying = buyers.start(shop.address, 6)
    await haveBought(buyers, 3 + random.below(10))
    process.kill(shop.pid, 'SIGUSR2')
    // Not by itself in good order: whatever keeps it running sees that something went wrong, and starts it again.
    expect(await shop.ended).toBe('SIGABRT')
    await stopBuying()
    const next = await world.open()
    await buyers.resend(next.address)
    expect(await next.stop()).toBe(0)
    await world.expectInOrder()
  }
  await expectEveryOrderOnce(db, 'Memory', buyers)
})
