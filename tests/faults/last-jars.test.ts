import { expect, test } from 'vitest'
import { stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type Heard, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const people = sizeOf({ small: 150, full: 1_000 })
const times = sizeOf({ small: 1, full: 20 })
const jarsLeft = 5

test(`of a crowd that wants the last five jars at once, exactly five people get one`, {
  meta: { size: `${people} buyers × ${times}` },
  timeout: 240_000 + times * 60_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const random = openSeededRandom('last-jars')
  const everybodyKnows = openStopwatch('everybody has an answer after', '10 s')
  const shop = await world.open()
  for (let time = 0; time < times; time++) {
    const jar = await shelve(world.office.context, { name: `Last ${time}`, stock: jarsLeft })
    const buyers = openBuyers(`Crowd ${time}`, [jar], { ...random, below: () => 0 })
    const crowd = await everybodyKnows.time(async () => {
      const heard = await Promise.all(Array.from({ length: people }, () => buyers.order(shop.address)))
      await buyers.resend(shop.address)
      return heard
    })
    const heard = (word: Heard) => crowd.filter((each) => each === word).length
    expect(heard('nothing')).toBe(0)
    expect(buyers.acknowledged.size).toBe(jarsLeft)
    expect(await stockOf(world.office.context, jar)).toBe(0)
    console.log(
      `sold ${buyers.acknowledged.size}, too late ${heard('refused')}, asked again ${heard('not now')}`,
    )
    await world.expectInOrder()
  }
})
