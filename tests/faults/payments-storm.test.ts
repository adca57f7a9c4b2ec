import { desc, eq, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from '#server/features/payments/tables.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { type FakeMtn, openFakeMtn } from '#server/testing/fake-mtn.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openSeededRandom, sizeOf } from './size.ts'
import { openWeather } from './storm-weather.ts'

const customers = Number(process.env.PAYMENTS_STORM ?? sizeOf({ small: 60, full: 2_000 }))
const timeout = 120_000 + customers * 1_000
const inAWave = sizeOf({ small: 20, full: 50 })
const random = openSeededRandom('payments-storm')
const weather = openWeather(random)
const clock = openTestClock()

async function openWorld() {
  const database = await createOwnDatabase()
  const mtn = await openFakeMtn({
    clock,
    choosePlan: weather.plan,
    disturb: weather.disturb,
    deliver: async (method, url, body) =>
      void (await world.shop.ask(method, new URL(url).pathname, { body })),
  })
  const open = () => openTestShop({ database, clock, settings: { ...mtn.settings, ...mtn.refundSettings } })
  const world = { mtn, open, shop: await open(), restarts: 0 }
  onTestFinished(async () => {
    await world.shop.close()
    await mtn.goDown()
    await database.drop()
  })
  return world
}

type World = Awaited<ReturnType<typeof openWorld>>

/** One customer who orders, pays, and does what impatient people do. */
async function shopAndPay({ shop }: World, jars: number[], n: number): Promise<void> {
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
  const answers = await Promise.all(weather.happens(15) ? [start(), start()] : [start()])
  const references = answers.flatMap(({ body }) => body.referenceId ?? [])
  expect(new Set(references).size).toBeLessThan(2)
}

/** Whoever sees a no tries again or pays at the door; some press "I have approved". */
async function lookAgain({ shop }: World): Promise<void> {
  const recent = await shop.context.db
    .select({ reference: payments.reference })
    .from(payments)
    .orderBy(desc(payments.createdAt))
    .limit(200)
  for (const { reference } of recent.filter(() => weather.happens(20))) {
    const { body } = await shop.ask<PaymentResponse>('GET', `/api/payments/${reference}`)
    if (body.may_retry && weather.happens(40)) await shop.ask('POST', `/api/payments/${reference}/retry`)
    else if (body.may_pay_on_delivery && weather.happens(10)) {
      await shop.ask('POST', `/api/payments/${reference}/pay-on-delivery`)
    } else if (body.state === 'awaiting') await shop.ask('POST', `/api/payments/${reference}/check`)
  }
}

async function pass(world: World, seconds: number): Promise<void> {
  clock.forward({ seconds })
  await world.mtn.callBack()
  await world.shop.shop.payments.sweep()
  const { jobs } = world.shop.context
  await Promise.all([jobs.runDue(), jobs.runDue()])
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

async function cancelSome({ shop }: World, token: string): Promise<void> {
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
async function refundSome({ shop, mtn }: World, token: string): Promise<void> {
  const withMoney = await shop.context.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(inArray(payments.stage, ['succeeded', 'partially_refunded', 'refund_due', 'review']))
  for (const { reference } of withMoney.filter(() => weather.happens(50))) {
    mtn.planRefund(reference, weather.planRefund())
    const part = weather.happens(60) ? { amount: 1 + random.below(40) } : {}
    const body = { note: 'Stormy weather', by_hand: weather.happens(10), ...part }
    const send = () => shop.ask('POST', `/api/payments/${reference}/refund`, { token, body })
    await Promise.all(weather.happens(30) ? [send(), send()] : [send()])
  }
}

/** What MTN has paid out against what the shop has written down. */
function judgeRefunds({ refunds: sent }: FakeMtn, all: RefundRow[]): string[] {
  const byGateway = all.filter(({ way }) => way === 'gateway')
  const paidOut = [...sent]
    .filter(([, { plan }]) => plan.status === 'SUCCESSFUL')
    .map(([reference]) => reference)
  const counted = byGateway.filter(({ stage }) => stage === 'succeeded').map(({ reference }) => reference)
  return [
    ...paidOut
      .filter((reference) => !counted.includes(reference))
      .map((each) => `${each} went out unnoticed`),
    ...counted.filter((reference) => !paidOut.includes(reference)).map((each) => `${each} never went out`),
    ...byGateway
      .filter(({ stage }) => stage !== 'succeeded' && stage !== 'failed')
      .map(({ reference, stage }) => `${reference} is still ${stage}`),
  ]
}

/** What MTN knows of a payment against what the shop made of it. */
function judge({ taken }: FakeMtn, { reference, stage }: PaymentRow): string | null {
  const plan = taken.get(reference)?.plan
  const hasMoney = plan?.status === 'SUCCESSFUL' && plan.secondsPending < 48 * 3_600
  const expected = !hasMoney
    ? ['failed', 'expired']
    : plan.reported.amount
      ? ['review', 'refund_due', 'refunded']
      : ['succeeded', 'refund_due', 'partially_refunded', 'refunded']
  return expected.includes(stage) ? null : `${reference}: ${stage}, but MTN says ${JSON.stringify(plan)}`
}

test(`${customers} payments in a storm: every paid order is paid once, no unpaid one is, and nothing hangs`, {
  meta: { size: `${customers} payments` },
  timeout,
}, async () => {
  const world = await openWorld()
  const jars: number[] = []
  for (let n = 0; n < 6; n++) jars.push(await shelve(world.shop.context, { stock: Math.ceil(customers / 4) }))
  const { token } = await world.shop.signedInAs('admin')

  for (let first = 0, wave = 0; first < customers; first += inAWave, wave++) {
    if (wave % 3 === 2) await world.mtn.goDown()
    const people = Array.from({ length: Math.min(inAWave, customers - first) }, (_, n) => first + n)
    const working = people.map((n) => shopAndPay(world, jars, n))
    if (wave % 3 === 1) await restart(world, working)
    else await Promise.all(working)
    await pass(world, 10 + random.below(40))
    await lookAgain(world)
    await cancelSome(world, token)
    await refundSome(world, token)
    await world.mtn.comeBack()
    await pass(world, 30 + random.below(60))
    await expectInOrder(world)
  }
  weather.clearUp()
  for (const minutes of [5, 10, 15, 5, 90, 1_440, 1_440, 1_440]) await pass(world, minutes * 60)

  await expectInOrder(world)
  const { db } = world.shop.context
  const all = await db.select().from(payments)
  expect(all.map((payment) => judge(world.mtn, payment)).filter(Boolean)).toEqual([])
  expect(judgeRefunds(world.mtn, await db.select().from(refunds))).toEqual([])
  const kept = await db.select().from(orders)
  const hanging = kept.filter(
    ({ status, paidAt, paymentMethod, paymentState }) =>
      status === 'Pending' && paidAt === null && paymentMethod === 'mtn_momo' && paymentState !== 'review',
  )
  expect(hanging).toEqual([])
  expect(await world.shop.context.jobs.listFailed()).toEqual([])
  report(world, all, kept)
})

function report({ mtn, restarts }: World, all: PaymentRow[], kept: (typeof orders.$inferSelect)[]): void {
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
  console.log('calls to MTN', mtn.calls, 'restarts', restarts)
}
