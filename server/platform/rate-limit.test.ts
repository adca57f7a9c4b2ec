import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClock } from '../testing/clock-and-random.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { type OpenDatabase, openDatabase } from './database/database.ts'
import { rateLimits } from './database/tables.ts'
import { openLog } from './log.ts'
import { openRateLimits } from './rate-limit.ts'

let opened: OpenDatabase
let drop: () => Promise<void>

beforeAll(async () => {
  const own = await createOwnDatabase()
  drop = own.drop
  opened = openDatabase(own.connection, openLog({ level: 'silent' }))
})

afterAll(async () => {
  await opened.close()
  await drop()
})

async function noLimitsYet() {
  await opened.db.delete(rateLimits)
  const clock = openTestClock()
  return { clock, limits: openRateLimits(opened.db, clock) }
}

const threeAMinute = { limit: 3, windowSeconds: 60 }

test('up to the limit everything is allowed, then nothing until the window is over', async () => {
  const { clock, limits } = await noLimitsYet()
  const take = () => limits.take('sign-in', 'ama', threeAMinute)
  expect([await take(), await take(), await take()]).toEqual([
    { allowed: true, remaining: 2, retryAfterSeconds: 0 },
    { allowed: true, remaining: 1, retryAfterSeconds: 0 },
    { allowed: true, remaining: 0, retryAfterSeconds: 0 },
  ])
  clock.forward({ seconds: 20.5 })
  expect(await take()).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 40 })
  clock.forward({ seconds: 39.499 })
  expect(await take()).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  clock.forward({ seconds: 0.001 })
  expect(await take()).toEqual({ allowed: true, remaining: 2, retryAfterSeconds: 0 })
})

test('each key and each name has a limit of its own', async () => {
  const { limits } = await noLimitsYet()
  const once = { limit: 1, windowSeconds: 60 }
  await limits.take('sign-in', 'ama', once)
  expect((await limits.take('sign-in', 'ama', once)).allowed).toBe(false)
  expect((await limits.take('sign-in', 'kofi', once)).allowed).toBe(true)
  expect((await limits.take('sign-up', 'ama', once)).allowed).toBe(true)
})

test('of many at the same moment exactly the limit gets through', async () => {
  const { limits } = await noLimitsYet()
  const other = openRateLimits(opened.db, openTestClock())
  const asked = Array.from({ length: 60 }, (_, n) =>
    (n % 2 ? limits : other).take('sign-in', 'ama', { limit: 7, windowSeconds: 60 }),
  )
  expect((await Promise.all(asked)).filter(({ allowed }) => allowed)).toHaveLength(7)
})

test('with a penalty the wait doubles each time the limit is passed again, up to the longest wait', async () => {
  const { clock, limits } = await noLimitsYet()
  const waits: number[] = []
  for (let round = 0; round < 5; round++) {
    let answer = await limits.take('sign-in', 'ama', { ...threeAMinute, penaltyUpToSeconds: 400 })
    while (answer.allowed) {
      answer = await limits.take('sign-in', 'ama', { ...threeAMinute, penaltyUpToSeconds: 400 })
    }
    waits.push(answer.retryAfterSeconds)
    clock.forward({ seconds: answer.retryAfterSeconds })
  }
  expect(waits).toEqual([60, 120, 240, 400, 400])
})

test('asking again while waiting does not make the wait longer', async () => {
  const { clock, limits } = await noLimitsYet()
  const take = () => limits.take('sign-in', 'ama', { ...threeAMinute, penaltyUpToSeconds: 600 })
  for (let n = 0; n < 20; n++) await take()
  clock.forward({ seconds: 10 })
  expect(await take()).toMatchObject({ allowed: false, retryAfterSeconds: 50 })
})

test('whoever stays quiet for long enough starts with the short wait again', async () => {
  const { clock, limits } = await noLimitsYet()
  const passTheLimit = async () => {
    for (let n = 0; n < 3; n++)
      await limits.take('sign-in', 'ama', { ...threeAMinute, penaltyUpToSeconds: 600 })
    return limits.take('sign-in', 'ama', { ...threeAMinute, penaltyUpToSeconds: 600 })
  }
  expect((await passTheLimit()).retryAfterSeconds).toBe(60)
  clock.forward({ minutes: 11 })
  expect((await passTheLimit()).retryAfterSeconds).toBe(60)
})

test('after a success the count starts over', async () => {
  const { limits } = await noLimitsYet()
  for (let n = 0; n < 4; n++) await limits.take('sign-in', 'ama', threeAMinute)
  await limits.forget('sign-in', 'ama')
  expect(await limits.take('sign-in', 'ama', threeAMinute)).toMatchObject({ allowed: true, remaining: 2 })
})

test('the table holds no name or address, only a fingerprint', async () => {
  const { limits } = await noLimitsYet()
  await limits.take('sign-in', 'ama@example.com', threeAMinute)
  const rows = await opened.db.select().from(rateLimits)
  expect(rows).toMatchObject([{ name: 'sign-in', key: expect.stringMatching(/^[\w-]{22}$/), taken: 1 }])
})

test('cleaning up removes old rows and leaves those that still count', async () => {
  const { clock, limits } = await noLimitsYet()
  await limits.take('sign-in', 'ama', threeAMinute)
  clock.forward({ days: 3 })
  await limits.take('sign-in', 'kofi', threeAMinute)
  expect(await limits.cleanUp()).toBe(1)
  expect(await opened.db.select().from(rateLimits)).toHaveLength(1)
})

test('what was given back makes room for one more, and the rest stays counted', async () => {
  const { limits } = await noLimitsYet()
  const take = async () => (await limits.take('guess', 'ama', threeAMinute)).allowed
  expect([await take(), await take(), await take()]).toEqual([true, true, true])
  await limits.giveBack('guess', 'ama')
  await limits.giveBack('guess', 'nobody')
  expect([await take(), await take()]).toEqual([true, false])
})
