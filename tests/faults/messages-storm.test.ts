import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { orderMessages, orders } from '#server/features/orders/tables.ts'
import { readPostmasterFile } from '#server/platform/database/embedded/server-process.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { type MessageService, openFakeMessageServices } from '#server/testing/fake-message-services.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'
import { newDataDir, openPostgres } from '#server/testing/own-database.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openSeededRandom, sizeOf } from './size.ts'

const messages = sizeOf({ small: 60, full: 5_000 })
const inAWave = sizeOf({ small: 15, full: 250 })

const badDay: readonly (FakeResponse & { also?: boolean })[] = [
  { status: 429, body: { message: 'Too many requests' } },
  { status: 503, body: 'Down for maintenance' },
  { status: 502, body: 'Bad gateway', also: true },
  { status: 500, body: 'Oops' },
  { status: 200, line: 'cut', also: true },
  { status: 200, line: 'cut' },
  { status: 400, body: { status: 'error', message: 'Invalid phone number', error: { code: 131_026 } } },
  { status: 402, body: { status: 'error', message: 'Insufficient balance' } },
]

async function openWorld() {
  const random = openSeededRandom('messages-storm')
  const weather = { isStormy: true, down: null as MessageService | null }
  const disturb = (service: MessageService) => {
    if (!weather.isStormy) return null
    if (service === weather.down) return { status: 503, body: 'Down' }
    return random.below(100) < 20 ? (badDay[random.below(badDay.length)] ?? null) : null
  }
  const services = await openFakeMessageServices({ disturb })
  const clock = openTestClock()
  const dataDir = newDataDir()
  const { connection } = await openPostgres(dataDir)
  await migrate(connection)
  const database = { connection, drop: async () => {} }
  const settings = {
    ...services.settings('arkesel'),
    ...services.whatsAppSettings,
    SMS_PER_DAY: '1000000',
  }
  const open = () => openTestShop({ database, clock, settings })
  const world = { services, weather, clock, dataDir, open, shop: await open(), restarts: 0, killings: 0 }
  onTestFinished(async () => {
    await world.shop.close()
    await services.goDown()
  })
  return world
}

type World = Awaited<ReturnType<typeof openWorld>>

/** Closed while messages are on their way, and opened again on the same database. */
async function restart(world: World): Promise<void> {
  const { jobs } = world.shop.context
  const working = Promise.allSettled(Array.from({ length: 4 }, () => jobs.runDue()))
  await world.shop.close()
  await working
  world.shop = await world.open()
  world.restarts++
}

/** Killed while messages are on their way; the open shop finds it again. */
async function killDatabase(world: World): Promise<void> {
  const { jobs, db } = world.shop.context
  const working = Promise.allSettled(Array.from({ length: 4 }, () => jobs.runDue()))
  process.kill(readPostmasterFile(join(world.dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  await working
  await expect.poll(() => db.execute(sql`select 1`).then(() => 'back', String)).toBe('back')
  world.killings++
}

async function pass({ shop, clock }: World, minutes: number): Promise<void> {
  clock.forward({ minutes })
  const { jobs, db } = shop.context
  // As every ten minutes: what was taken up and left by a shop that ended is found again.
  await jobs.send(db, 'order-news-missed', {})
  await Promise.all(Array.from({ length: 4 }, () => jobs.runDue({ evenLater: true })))
}

/** How often each order's customer was told on a phone that it was received. */
function countArrivals({ services }: World): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of services.arrived) {
    const code = /order (\w{6}) received/.exec(text)?.[1] ?? ''
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

const timeout = 300_000 + messages * 500

test(`${messages} messages in a storm: each arrives once or is shown as failed and told by hand, and none is lost`, {
  meta: { size: `${messages} messages` },
  timeout,
}, async () => {
  const world = await openWorld()
  const jar = await shelve(world.shop.context, { stock: messages + 1 })
  for (let first = 0, wave = 0; first < messages; first += inAWave, wave++) {
    world.weather.down = ([null, 'whatsapp', 'arkesel'] as const)[wave % 3] ?? null
    for (let n = first; n < Math.min(messages, first + inAWave); n++) {
      const body = orderBody([item(jar)], { customer_phone: `024${1_000_000 + n}`, customer_email: '' })
      const { status } = await post(world.shop, body)
      expect(status).toBe(201)
    }
    if (wave % 4 === 1) await restart(world)
    if (wave % 4 === 3) await killDatabase(world)
    await pass(world, 11)
  }
  world.weather.isStormy = false
  for (let n = 0; n < 30; n++) await pass(world, 61)

  const { db } = world.shop.context
  const all = await db.select().from(orderMessages)
  expect(all.filter(({ channel, state }) => channel !== 'by_hand' && state === 'waiting')).toEqual([])
  expect(all.filter(({ state }) => state === 'sending')).toEqual([])
  const arrived = countArrivals(world)
  const placed = await db.select().from(orders)
  expect(placed).toHaveLength(messages)
  const wrong = placed.flatMap(({ id, trackingCode }) => {
    const own = all.filter(({ orderId }) => orderId === id)
    const times = arrived.get(trackingCode) ?? 0
    const isSent = own.some(({ channel, state }) => channel !== 'by_hand' && state !== 'failed')
    const isByHand = own.some(({ channel }) => channel === 'by_hand')
    const isRight = isSent ? times === 1 && !isByHand : times <= 1 && isByHand
    return isRight
      ? []
      : [{ id, times, own: own.map(({ channel, state, reason }) => [channel, state, reason]) }]
  })
  expect(wrong).toEqual([])
  expect(Math.min(world.restarts, world.killings)).toBeGreaterThan(0)
  const byHand = all.filter(({ channel }) => channel === 'by_hand').length
  console.log(
    'messages',
    all.length,
    'by hand',
    byHand,
    'restarts',
    world.restarts,
    'killings',
    world.killings,
  )
})
