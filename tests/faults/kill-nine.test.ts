import { expect, test } from 'vitest'
import { expectEveryOrderOnce, haveBought, isReady, openBuyers } from './buyers.ts'
import { openEmbeddedWorld } from './embedded-world.ts'
import { openReaders } from './readers.ts'
import { openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const rounds = sizeOf({ small: 3, full: 500 })
const people = 4

test('killing the shop, its database or both in the middle of orders loses none that was confirmed and doubles none', {
  meta: { size: `${rounds} kills` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const random = openSeededRandom('kill-nine')
  const world = await openEmbeddedWorld()
  const buyers = openBuyers('Buyer', world.jars, random)
  const readers = openReaders(2, world.jars, buyers)
  const readyAgain = openStopwatch('ready again after', '5 s')
  let shop = await world.open()

  for (let round = 0; round < rounds; round++) {
    const stopBuying = buyers.start(shop.address, people)
    const stopReading = readers.start(shop.address)
    await haveBought(buyers, 2 + random.below(20))
    const victim = (['shop', 'database', 'both'] as const)[round % 3]
    if (victim !== 'shop' && round % 2) await world.beginCheckpoint()
    if (victim !== 'shop') shop.killDatabase()
    if (victim !== 'database') await shop.killShop()
    await stopBuying()
    await stopReading()
    await readyAgain.time(async () => {
      if (victim !== 'database') shop = await world.open()
      await isReady(shop)
    })
    await buyers.resend(shop.address)
    await world.expectInOrder()
    if (round % 25 === 24) console.log(`${round + 1} kills, ${buyers.acknowledged.size} orders`)
  }

  expect(readers.impossible).toEqual([])
  await world.look((db) => expectEveryOrderOnce(db, 'Buyer', buyers))
  console.log(`${buyers.acknowledged.size} orders, ${readers.reads()} looks`)
})
