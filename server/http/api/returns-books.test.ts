import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { OrderReturnResponse, OrderReturnsResponse } from '#contract/returns.ts'
import { plainSteps, repaymentWays } from '#rules/returns.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { item, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const shop = await openRefundingShop()
const { ask, context } = shop
const manager = await shop.signedInAs('manager')
afterAll(shop.close)

const code = 'COMEBACK'
await ask('POST', '/api/discounts', {
  token: shop.token,
  body: { name: 'Seven off', kind: 'percent', percent: 7, code },
})

const deeds = [
  fc.record({ kind: fc.constant('open' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('step' as const), to: fc.constantFrom(...plainSteps) }),
  fc.record({ kind: fc.constant('receive' as const), toShelf: fc.nat(3), writtenOff: fc.nat(2) }),
  fc.record({
    kind: fc.constant('settle' as const),
    percent: fc.nat(100),
    way: fc.constantFrom(...repaymentWays),
  }),
  fc.record({ kind: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('gesture' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('take back' as const) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('wait' as const) }),
] as const

type Deed = (typeof deeds)[number] extends fc.Arbitrary<infer One> ? One : never

/** What is needed for a return to come to its end comes more often. */
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  ...deeds.map((arbitrary, n) => ({ arbitrary: arbitrary as fc.Arbitrary<Deed>, weight: n < 4 ? 4 : 1 })),
)

const story = fc.record({
  pieces: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 50, max: 20_000 }),
  hasCode: fc.boolean(),
  paid: fc.constantFrom('cash', 'online', 'nothing'),
  people: fc.integer({ min: 1, max: 3 }),
  told: fc.array(anyDeed, { minLength: 4, maxLength: 16 }),
})

type Story = typeof story extends fc.Arbitrary<infer One> ? One : never

type World = { id: number; jar: number; bought: number; stock: number; payment: string | null }

async function openWorld({ pieces, price, hasCode, paid }: Story): Promise<World> {
  const jar = await shelve(context, { price, stock: 20 })
  const details = hasCode ? { discount_code: code } : {}
  const isOnline = paid === 'online'
  const phone = `020${String(1_000_000 + jar)}`
  const method = isOnline ? { payment_method: 'mtn_momo', customer_phone: phone } : {}
  const placed = await place(shop, [item(jar, pieces)], { ...details, ...method })
  const payment = isOnline ? await shop.started({ ...placed, phone }) : null
  if (isOnline) await shop.pass({ seconds: 5 })
  const world = { id: placed.id, jar, bought: pieces, stock: 20 - pieces, payment }
  if (paid === 'cash') await enter(world, 'receipt', placed.order_total)
  const body = { status: 'Delivered', pay_on_delivery: true }
  expect((await ask('PUT', `/api/orders/${placed.id}`, { token: shop.token, body })).status).toBe(200)
  return world
}

const ledgerOf = async ({ id }: World) =>
  (await ask<OrderLedgerResponse>('GET', `/api/orders/${id}/money`, { token: shop.token })).body
const returnsOf = async ({ id }: World) =>
  (await ask<OrderReturnsResponse>('GET', `/api/orders/${id}/returns`, { token: shop.token })).body

async function enter(world: World, kind: 'receipt' | 'repayment', amount: number) {
  const { last_line } = await ledgerOf(world)
  const body = { kind, way: 'cash', amount, note: 'So it was', last_line }
  return await ask('POST', `/api/orders/${world.id}/money`, { token: shop.token, body })
}

/** The newest return for which it can be done, or else any: that is refused. */
function chosen(
  { returns }: OrderReturnsResponse,
  states: readonly string[],
): OrderReturnResponse | undefined {
  return returns.findLast(({ state }) => states.includes(state)) ?? returns.at(-1)
}

async function perform(world: World, deed: Deed, token: string) {
  const { id, jar } = world
  const seen = await returnsOf(world)
  const { expected } = seen
  const send = (back: OrderReturnResponse | undefined, step: string, body: object) =>
    back &&
    ask('POST', `/api/orders/${id}/returns/${back.id}/${step}`, { token, body: { ...body, expected } })
  switch (deed.kind) {
    case 'open': {
      const line = { product_id: jar, quantity: deed.quantity, reason: 'damaged', condition: 'used' }
      return await ask('POST', `/api/orders/${id}/returns`, { token, body: { items: [line], expected } })
    }
    case 'step':
      return await send(chosen(seen, ['asked', 'fetched']), 'step', { to: deed.to })
    case 'receive': {
      const arrived = { product_id: jar, to_shelf: deed.toShelf, written_off: deed.writtenOff }
      return await send(chosen(seen, ['asked', 'fetched']), 'receive', { items: [arrived] })
    }
    case 'settle': {
      const back = chosen(seen, ['received'])
      const amount = Math.floor((back?.most ?? 0) * deed.percent) / 100
      return await send(back, 'settle', { amount, way: deed.way, reference: 'MP-1' })
    }
    case 'pay':
      return await enter(world, 'receipt', deed.amount)
    case 'gesture':
      return await enter(world, 'repayment', deed.amount)
    case 'refund':
      return world.payment ? await shop.refund(world.payment, { amount: deed.amount }) : undefined
    case 'take back': {
      const line = (await ledgerOf(world)).lines.findLast(({ may_take_back }) => may_take_back)
      if (line === undefined) return
      const address = `/api/orders/${id}/money/${line.id}/take-back`
      return await ask('POST', address, { token: shop.token, body: { note: 'Wrong' } })
    }
    case 'cancel':
      return await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
    case 'wait':
      return await shop.pass({ seconds: 5 })
  }
}

/** What must be true after every step. */
async function look(world: World): Promise<void> {
  const { returns } = await returnsOf(world)
  const [order] = await context.db.select().from(orders).where(eq(orders.id, world.id))
  const live = returns.filter(({ state }) => state !== 'refused' && state !== 'withdrawn')
  const pieces = live.flatMap(({ state, items }) =>
    items.map((line) =>
      state === 'asked' || state === 'fetched' ? line.quantity : line.to_shelf + line.written_off,
    ),
  )
  expect(sum(pieces)).toBeLessThanOrEqual(world.bought)
  const shelved = sum(live.flatMap(({ items }) => items.map(({ to_shelf }) => to_shelf)))
  const held = order?.status === 'Cancelled' ? 0 : world.bought - shelved
  expect(await stockOf(context, world.jar)).toBe(world.stock + world.bought - held)
  const ledger = await ledgerOf(world)
  const signed = ledger.lines.map(({ kind, amount }) => pesewas(kind === 'receipt' ? amount : -amount))
  expect(pesewas(ledger.kept)).toBe(sum(signed))
  expect(ledger.kept).toBeGreaterThanOrEqual(0)
  expect(ledger.cost).toBeGreaterThanOrEqual(0)
  expect(pesewas(ledger.open + ledger.kept - ledger.to_pay_back)).toBe(pesewas(ledger.cost))
  expect(sum(returns.map(({ amount }) => pesewas(amount)))).toBe(order?.returned)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const pesewas = (cedis: number) => Math.round(cedis * 100)

test('whatever is paid, comes back and is paid back, by one or by many at once, stock, money and history agree', async () => {
  const property = fc.asyncProperty(story, async (one) => {
    const world = await openWorld(one)
    const waiting = [...one.told]
    const person = async (token: string) => {
      for (let deed = waiting.shift(); deed; deed = waiting.shift()) {
        const answer = await perform(world, deed, token)
        if (answer) expect([200, 201, 400, 409]).toContain(answer.status)
        if (one.people === 1) await look(world)
      }
    }
    const tokens = [shop.token, manager.token, shop.token].slice(0, one.people)
    await Promise.all(tokens.map(person))
    await shop.pass({ seconds: 5 })
    await look(world)
    expect(await checkBooks(context.db)).toEqual([])
  })
  await fc.assert(property)
})
