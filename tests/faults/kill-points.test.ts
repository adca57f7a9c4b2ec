import { expect, test } from 'vitest'
import { orders } from '#server/features/orders/tables.ts'
import type { Ambush } from '#server/testing/postgres-proxy.ts'
import { expectEveryOrderOnce, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'

type Point = Pick<Ambush, 'at' | 'moment' | 'since'> & {
  name: string
  /** Absent: what was placed shortly before may be the one that is hit. */
  placed?: 0 | 1
}

const since = /^insert into "orders"/

/** On the way of one order through the database. Only once the database has heard "commit" is it placed. */
const points: Point[] = [
  { name: 'before anything', at: /^begin/i, moment: 'before', placed: 0 },
  { name: 'after its key is held', at: /pg_advisory_xact_lock\(hashtext/, moment: 'after', placed: 0 },
  { name: 'after an earlier one was looked for', at: /from "orders" where/, moment: 'after', placed: 0 },
  { name: 'after its products are held', at: /from "products".*no key/s, moment: 'after', placed: 0 },
  { name: 'before it is written', at: /^insert into "orders"/, moment: 'before', placed: 0 },
  { name: 'after it is written', at: /^insert into "orders"/, moment: 'after', placed: 0 },
  { name: 'after its lines', at: /^insert into "order_lines"/, moment: 'after', placed: 0 },
  { name: 'after its history', at: /^insert into "order_history"/, moment: 'after', placed: 0 },
  { name: 'before its stock is taken', at: /update "products" set stock/, moment: 'before', placed: 0 },
  { name: 'after its stock is taken', at: /update "products" set stock/, moment: 'after', placed: 0 },
  { name: 'before commit', at: /^commit/i, since, moment: 'before', placed: 0 },
  { name: 'after commit, before the answer', at: /^commit/i, since, moment: 'after', placed: 1 },
  { name: 'while its e-mails are written', at: /^update "order_history" set "told_at"/, moment: 'after' },
]

const rounds = sizeOf({ small: 1, full: 20 })
/** In every test run the one where only the answer is lost; `orders/cut-off.test.ts` breaks the line at each statement. */
const chosen = isSmall ? points.filter(({ placed }) => placed === 1) : points
const size = `${chosen.length} points × ${rounds}`

test('an order whose shop is killed at a chosen point is there once after it was sent again', {
  meta: { size },
  timeout: 240_000 + rounds * chosen.length * 30_000,
}, async () => {
  const world = await openFaultWorld()
  const { db } = world.office.context
  const buyers = openBuyers('Point', world.jars, openSeededRandom('kill-points'))
  let shop = await world.open()
  for (let round = 0; round < rounds; round++) {
    for (const { name, placed, ...ambush } of chosen) {
      const before = await db.$count(orders)
      const killed = Promise.withResolvers<void>()
      world.proxy.ambush({
        ...ambush,
        act() {
          shop.killShop().then(killed.resolve, killed.reject)
          return 'stop'
        },
      })
      const heard = await buyers.order(shop.address)
      await killed.promise
      if (placed !== undefined) expect({ name, heard }).toEqual({ name, heard: 'nothing' })
      const after = await db.$count(orders)
      expect({ name, placed: after - before }).toEqual({ name, placed: placed ?? after - before })
      shop = await world.open()
      await buyers.resend(shop.address)
      await world.expectInOrder()
    }
  }
  await expectEveryOrderOnce(db, 'Point', buyers)
  expect(await shop.stop()).toBe(0)
})
