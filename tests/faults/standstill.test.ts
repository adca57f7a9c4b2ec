import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { expectEveryOrderOnce, haveBought, isReady, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'

const rounds = sizeOf({ small: 1, full: 20 })

/** A process that gets no time at all looks to everybody else like one whose work never ends. */
test('a shop that stands still in the middle of orders catches up and loses none', {
  meta: { size: `${rounds} standstills` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld()
  const buyers = openBuyers('Still', world.jars, openSeededRandom('standstill'))
  const shop = await world.open({ LAG_LIMIT_MS: '250' })
  let putOff = 0
  for (let round = 0; round < rounds; round++) {
    const stopBuying = buyers.start(shop.address, 6)
    await haveBought(buyers, 5)
    process.kill(shop.pid, 'SIGSTOP')
    await wait(isSmall ? 1_500 : 3_000)
    process.kill(shop.pid, 'SIGCONT')
    if ((await buyers.order(shop.address)) === 'not now') putOff++
    await isReady(shop)
    await haveBought(buyers, 1)
    await stopBuying()
    await buyers.resend(shop.address)
    await world.expectInOrder()
  }
  await expectEveryOrderOnce(world.office.context.db, 'Still', buyers)
  console.log(`asked to come back (503) right after: ${putOff} of ${rounds}`)
})
