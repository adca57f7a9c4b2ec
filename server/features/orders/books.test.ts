import { eq, inArray, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OrderEditResponse } from '#contract/orders.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { shelve, shelveSet } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { correctStock } from '../catalogue/stock.ts'
import { products } from '../catalogue/tables.ts'
import { checkInvariants } from './invariants.ts'
import { orderHistory, orders } from './tables.ts'

// Two processes on one database, each with its own connections.
const shop = await openTestShop()
const branch = await openTestShop({ beside: shop })
const { db, clock } = shop.context
afterAll(async () => {
  await branch.close()
  await shop.close()
})
const { token } = await shop.signedInAs('admin')

const product = fc.nat({ max: 3 })
/** The last one is a set of the second, twice, and the third. */
const sold = fc.nat({ max: 4 })
const line = fc.record({ product: sold, quantity: fc.integer({ min: 1, max: 4 }) })
const lines = fc.array(line, { minLength: 1, maxLength: 4 })

const deeds = {
  /** A few keys come twice, as repetitions or with another cart. */
  order: fc.record({ lines, key: fc.nat({ max: 40 }), hasCode: fc.boolean() }),
  /** Another cart, and now and then another town, with what a preview has said. */
  edit: fc.record({ nth: fc.nat({ max: 15 }), lines, city: fc.constantFrom('Kumasi', 'Tema') }),
  status: fc.record({ nth: fc.nat({ max: 15 }), to: fc.constantFrom(...orderStatuses) }),
  counterSale: fc.record({ lines }),
  count: fc.record({ product, counted: fc.nat({ max: 12 }) }),
  price: fc.record({ product, price: fc.nat({ max: 50_000 }) }),
}

type Deeds = {
  [Kind in keyof typeof deeds]: (typeof deeds)[Kind] extends fc.Arbitrary<infer Deed> ? Deed : never
}

type World = { run: number; jars: number[]; acknowledged: Map<number, string> }

let runs = 0

/** For a few orders only, and not for small ones: an order that is changed may lose it. */
const code = 'BOOKS'
await shop.ask('POST', '/api/discounts', {
  token,
  body: { name: 'For the books', kind: 'percent', percent: 10, minimum_spend: 400, most_uses: 25, code },
})

async function openWorld(): Promise<World> {
  const jars: number[] = []
  for (const stock of [0, 3, 6, 12]) jars.push(await shelve(shop.context, { stock }))
  const [, second = 0, third = 0] = jars
  const parts = [
    { productId: second, quantity: 2 },
    { productId: third, quantity: 1 },
  ]
  jars.push(await shelveSet(shop.context, {}, parts))
  return { run: runs++, jars, acknowledged: new Map() }
}

const perform: {
  [Kind in keyof Deeds]: (world: World, deed: Deeds[Kind], door: typeof shop) => Promise<unknown>
} = {
  async order({ run, jars, acknowledged }, deed, door) {
    const items = deed.lines.map((each) => item(jars[each.product] ?? 0, each.quantity))
    const details = deed.hasCode ? { discount_code: code } : {}
    const { status, body } = await post(door, orderBody(items, details), {
      key: `run ${run} order ${deed.key}`,
    })
    expect([201, 409, 422]).toContain(status)
    if (status === 201) acknowledged.set(body.id, body.tracking_code)
  },
  async status({ acknowledged }, { nth, to }, door) {
    const id = oneOf(acknowledged, nth)
    if (id === undefined) return
    const { status } = await door.ask('PUT', `/api/orders/${id}`, { token, body: { status: to } })
    expect([200, 409]).toContain(status)
  },
  async edit({ jars, acknowledged }, deed, door) {
    const id = oneOf(acknowledged, deed.nth)
    if (id === undefined) return
    const items = deed.lines.map((each) => item(jars[each.product] ?? 0, each.quantity))
    const send = (body: object) =>
      door.ask<OrderEditResponse>('PUT', `/api/orders/${id}/contents`, {
        token,
        body: { items, city: deed.city, ...body },
      })
    const preview = await send({})
    expect([200, 409]).toContain(preview.status)
    if (preview.status !== 200) return
    const { updated_at: expected, after } = preview.body
    const { status } = await send({ expected, agreed_total: after.order_total })
    expect([200, 409]).toContain(status)
  },
  async counterSale({ jars }, deed, door) {
    const body = deed.lines.map((each) => ({ productId: jars[each.product], quantity: each.quantity }))
    const { status } = await door.ask('POST', '/api/products/update-stock', { token, body })
    expect([200, 409]).toContain(status)
  },
  async count({ jars }, deed, { context }) {
    const productId = jars[deed.product] ?? 0
    await inTransaction(context.db, (tx) =>
      correctStock(tx, { productId, counted: deed.counted, actorId: null, at: clock() }),
    )
  },
  async price({ jars }, deed, { context }) {
    const id = jars[deed.product] ?? 0
    await context.db.update(products).set({ price: deed.price }).where(eq(products.id, id))
  },
}

function oneOf(acknowledged: World['acknowledged'], nth: number): number | undefined {
  return [...acknowledged.keys()][nth % acknowledged.size]
}

type Deed = { [Kind in keyof Deeds]: { kind: Kind; deed: Deeds[Kind] } }[keyof Deeds]

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: deeds.order.map((deed) => ({ kind: 'order' as const, deed })) },
  { weight: 5, arbitrary: deeds.status.map((deed) => ({ kind: 'status' as const, deed })) },
  { weight: 4, arbitrary: deeds.edit.map((deed) => ({ kind: 'edit' as const, deed })) },
  { weight: 1, arbitrary: deeds.counterSale.map((deed) => ({ kind: 'counterSale' as const, deed })) },
  { weight: 1, arbitrary: deeds.count.map((deed) => ({ kind: 'count' as const, deed })) },
  { weight: 1, arbitrary: deeds.price.map((deed) => ({ kind: 'price' as const, deed })) },
)

function performOne(world: World, { kind, deed }: Deed, door: typeof shop): Promise<unknown> {
  // Each kind goes with its own deed; the compiler cannot follow that through the table.
  const work = perform[kind] as (world: World, deed: unknown, door: typeof shop) => Promise<unknown>
  return work(world, deed, door)
}

const people = 12

test('whatever many people do at once, stock, orders, money and history agree', async () => {
  const anyDay = fc.array(anyDeed, { minLength: 10, maxLength: 80 })
  const property = fc.asyncProperty(anyDay, async (day) => {
    const world = await openWorld()
    // Otherwise whoever has no order to change is through with the day before the first one is placed.
    for (const key of [101, 102, 103])
      await perform.order(world, { lines: [{ product: 3, quantity: 1 }], key, hasCode: false }, shop)
    // In a crowd, every change may come too late.
    await perform.edit(world, { nth: 0, lines: [{ product: 3, quantity: 2 }], city: 'Tema' }, shop)
    const waiting = [...day]
    const work = async (_: unknown, n: number) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await performOne(world, next, n % 2 ? shop : branch)
      }
    }
    await Promise.all(Array.from({ length: people }, work))
    expect(await checkInvariants(db)).toEqual([])
    const ids = [...world.acknowledged.keys()]
    const kept = await db.select().from(orders).where(inArray(orders.id, ids))
    expect(new Map(kept.map(({ id, trackingCode }) => [id, trackingCode]))).toEqual(world.acknowledged)
  })
  await fc.assert(property, { endOnFailure: true })
  expect(await db.$count(orderHistory, isNotNull(orderHistory.edits))).toBeGreaterThan(0)
})

test('hundreds of changes between cancelled and not give back exactly what was taken', {
  tags: 'faults',
}, async () => {
  const jar = await shelve(shop.context, { stock: 7 })
  const { body } = await post(shop, orderBody([item(jar, 5)]))
  const toggle = (n: number) =>
    (n % 2 ? shop : branch).ask<{ stockRestored?: boolean }>('PUT', `/api/orders/${body.id}`, {
      token,
      body: { status: n % 3 ? 'Cancelled' : 'Processing' },
    })
  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => toggle(n)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
  }
  expect(await checkInvariants(db)).toEqual([])
})
