import { setTimeout as wait } from 'node:timers/promises'
import { desc, eq, inArray, lte } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from '#server/features/payments/tables.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { openSeededRandom, sizeOf } from './size.ts'
import { isPaidByHand, judgeRefunds, type StormGateway, stormGateways } from './storm-gateways.ts'
import { openWeather } from './storm-weather.ts'

const customers = Number(process.env.PAYMENTS_STORM ?? sizeOf({ small: 60, full: 2_000 }))
/** Half of them through each gateway. */
const each = Math.ceil(customers / 2)
const names = ['mtn', 'paystack'] as const
const timeout = 600_000 + customers * 2_000
const tabsApartMs = 300
const inAWave = sizeOf({ small: 20, full: 100 })

async function openWorld(name: keyof typeof stormGateways) {
  const random = openSeededRandom(`payments-storm ${name}`)
  const weather = openWeather(random)
  const clock = openTestClock()
  const database = await createOwnDatabase()
  const gateway: StormGateway = await stormGateways[name]({
    clock,
    weather,
    shop: (): TestShop => world.shop,
  })
  // With the usual five, a storm of this size would mostly wait for its turn.
  const settings = { ...gateway.settings, GATEWAY_QUESTIONS_PER_SECOND: '50' }
  const open = () => openTestShop({ database, clock, settings })
  const world = { gateway, weather, clock, random, open, shop: await open(), restarts: 0, tabs: 0 }
  onTestFinished(async () => {
    await world.shop.close()
    await gateway.goDown()
    await database.drop()
  })
  return world
}

type World = Awaited<ReturnType<typeof openWorld>>

/** One customer who orders, pays, and does what impatient people do. */
async function shopAndPay(world: World, jars: number[], n: number): Promise<void> {
  const { shop, random, weather } = world
  const jar = jars[random.below(jars.length)] ?? 0
  const phone = `024${1_000_000 + n}`
  const wish = orderBody([item(jar, 1 + random.below(2))], {
    payment_method: 'mtn_momo',
    customer_phone: phone,
  })
  const { status, body: placed } = await post(shop, wish)
  if (status !== 201 || weather.happens(5)) return
  const body = { amount: placed.order_total, orderId: placed.id, customerPhone: phone }
  const start = () =>
    shop.ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body, address: `customer ${n}` })
  const secondTab = async () => {
    await wait(tabsApartMs)
    return await start()
  }
  const answers = await Promise.all(weather.happens(15) ? [start(), secondTab()] : [start()])
  // A try that was refused may be followed by another; of those that began there is one.
  const pages = answers.flatMap(({ status, body }) => (status === 200 ? body.paymentUrl : []))
  expect(new Set(pages).size).toBeLessThan(2)
  if (pages.length === 2) world.tabs++
}

/** As long as people wait for slow answers, the shop's time goes on and its work is done. */
async function passWhile(world: World, working: Promise<unknown>): Promise<void> {
  let isOver = false
  const ended = working.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([ended, wait(1_000)])
    await pass(world, 1)
  }
}

/** Whoever sees a no tries again or pays at the door; some press "I have approved". */
async function retryOrApprove({ shop, weather }: World): Promise<void> {
  const recent = await shop.context.db
    .select({ reference: payments.reference })
    .from(payments)
    .orderBy(desc(payments.createdAt))
    .limit(200)
  const look = async ({ reference }: { reference: string }) => {
    const { body } = await shop.ask<PaymentResponse>('GET', `/api/payments/${reference}`)
    if (body.may_retry && weather.happens(40)) await shop.ask('POST', `/api/payments/${reference}/retry`)
    else if (body.may_pay_on_delivery && weather.happens(10)) {
      await shop.ask('POST', `/api/payments/${reference}/pay-on-delivery`)
    } else if (body.state === 'awaiting') await shop.ask('POST', `/api/payments/${reference}/check`)
  }
  await Promise.all(recent.filter(() => weather.happens(20)).map(look))
}

async function pass(world: World, seconds: number): Promise<void> {
  world.clock.forward({ seconds })
  await world.gateway.callBack()
  await world.shop.shop.payments.sweep()
  const { jobs } = world.shop.context
  // A question that hangs must not hold up all others.
  await Promise.all(Array.from({ length: 8 }, () => jobs.runDue()))
}

const mostPasses = 500

/** After a jump over days a thousand questions are due at once, and a gateway is asked only so many in a second. */
async function passUntilNothingIsDue(world: World): Promise<void> {
  for (let passes = 0; passes < mostPasses; passes++) {
    const { db, clock } = world.shop.context
    const isDue = [lte(payments.nextCheckAt, clock()), lte(refunds.nextCheckAt, clock())] as const
    const waiting = (await db.$count(payments, isDue[0])) + (await db.$count(refunds, isDue[1]))
    if (waiting === 0) return
    await pass(world, 5)
  }
  throw new Error('The gateway is asked without end')
}

/** Closed in the middle of its work and opened again on the same database. */
async function restart(world: World, working: Promise<unknown>[]): Promise<void> {
  // Somebody may find the door closed before anybody waits for them.
  const allEnded = Promise.allSettled(working)
  await Promise.race(working.slice(working.length / 2))
  await world.shop.close()
  await allEnded
  world.shop = await world.open()
  world.restarts++
}

async function cancelSome({ shop, weather }: World, token: string): Promise<void> {
  const pending = await shop.context.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.status, 'Pending'))
  for (const { id } of pending.filter(() => weather.happens(3))) {
    await shop.ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
  }
}

async function expectInOrder({ shop }: World): Promise<void> {
  expect(await checkBooks(shop.context.db, { unnotifiedHours: 0 })).toEqual([])
}

/** The staff sends some money back, all or a part, and presses twice when it takes long. */
async function refundSome({ shop, gateway, weather, random }: World, token: string): Promise<void> {
  const withMoney = await shop.context.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(inArray(payments.stage, ['succeeded', 'partially_refunded', 'refund_due', 'review']))
  for (const { reference } of withMoney.filter(() => weather.happens(50))) {
    gateway.planRefund(reference)
    const part = weather.happens(60) ? { amount: 1 + random.below(40) } : {}
    const body = { note: 'Stormy weather', by_hand: isPaidByHand(reference) && weather.happens(80), ...part }
    const send = () => shop.ask('POST', `/api/payments/${reference}/refund`, { token, body })
    await Promise.all(weather.happens(30) ? [send(), send()] : [send()])
  }
}

/** The staff believes the gateway or the customer, where the gateway says something against money that was paid. */
async function decideSome({ shop, weather }: World, token: string): Promise<void> {
  const questioned = await shop.context.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.stage, 'questioned'))
  for (const { reference } of questioned.filter(() => weather.happens(50))) {
    const decision = weather.happens(50) ? 'accept' : 'refunded'
    await shop.ask('POST', `/api/payments/${reference}/${decision}`, { token, body: { note: 'Asked there' } })
  }
}

/** Nobody got more back than was paid for the order. */
function judgeSums({ gateway }: World, all: readonly PaymentRow[], back: readonly RefundRow[]): string[] {
  return all.flatMap(({ reference, amount }) => {
    const own = back.filter(({ payment, stage }) => payment === reference && stage === 'succeeded')
    const sum = own.reduce((total, each) => total + each.amount, 0)
    const isSeen = sum >= Math.min(amount, gateway.goneOutside(reference))
    return sum > amount || !isSeen ? [`${reference}: ${sum} went back of ${amount}`] : []
  })
}

test.each(names)(
  `${each} payments through %s in a storm: every paid order is paid once, no unpaid one is, nobody gets more back than was due, and nothing hangs`,
  {
    meta: { size: `${each} payments` },
    timeout,
  },
  async (name) => {
    const world = await openWorld(name)
    const { gateway, weather, random } = world
    const jars: number[] = []
    for (let n = 0; n < 6; n++) jars.push(await shelve(world.shop.context, { stock: Math.ceil(each / 4) }))
    const { token } = await world.shop.signedInAs('admin')

    for (let first = 0, wave = 0; first < each; first += inAWave, wave++) {
      if (wave % 3 === 2) await gateway.goDown()
      const people = Array.from({ length: Math.min(inAWave, each - first) }, (_, n) => first + n)
      const working = people.map((n) => shopAndPay(world, jars, n))
      if (wave % 3 === 1) await restart(world, working)
      else await passWhile(world, Promise.all(working))
      await pass(world, 10 + random.below(40))
      await retryOrApprove(world)
      await cancelSome(world, token)
      const body = { password: 'the admin’s password' }
      await world.shop.ask('POST', '/api/auth/confirm-password', { token, body })
      await refundSome(world, token)
      await decideSome(world, token)
      await gateway.comeBack()
      await pass(world, 30 + random.below(60))
      await expectInOrder(world)
      console.log(`${name}: ${Math.min(each, first + inAWave)} of ${each} payments`)
    }
    weather.clearUp()
    for (const minutes of [5, 10, 15, 5, 90, 1_440, 1_440, 1_440]) {
      await pass(world, minutes * 60)
      await passUntilNothingIsDue(world)
    }

    await expectInOrder(world)
    const { db } = world.shop.context
    const all = await db.select().from(payments)
    const back = await db.select().from(refunds)
    expect(all.map((payment) => gateway.judge(payment)).filter(Boolean)).toEqual([])
    expect(judgeRefunds(gateway, back)).toEqual([])
    expect(judgeSums(world, all, back)).toEqual([])
    const kept = await db.select().from(orders)
    const hanging = kept.filter(
      ({ status, paidAt, paymentMethod, paymentState }) =>
        status === 'Pending' &&
        paidAt === null &&
        paymentMethod === 'mtn_momo' &&
        paymentState !== 'review' &&
        paymentState !== 'refunded',
    )
    expect(hanging).toEqual([])
    expect(await world.shop.context.jobs.listFailed()).toEqual([])
    report(world, all, back, kept)
  },
)

function report(
  { gateway, restarts, tabs }: World,
  all: PaymentRow[],
  back: RefundRow[],
  kept: (typeof orders.$inferSelect)[],
): void {
  const count = (list: string[]) =>
    Object.fromEntries(list.map((word) => [word, list.filter((each) => each === word).length]))
  console.log(
    'payments',
    all.length,
    count(all.map(({ stage }) => stage)),
    'late',
    all.filter(({ isLate }) => isLate).length,
  )
  console.log(
    'orders',
    kept.length,
    count(kept.map(({ status, paidAt }) => `${status}${paidAt ? ', paid' : ''}`)),
  )
  console.log('refunds', back.length, count(back.map(({ way, stage }) => `${way} ${stage}`)))
  console.log('calls', gateway.calls, 'restarts', restarts, 'second tabs on the same page', tabs)
}
