import { afterAll, expect, test } from 'vitest'
import { seededRandom, testSeed } from '#server/testing/clock-and-random.ts'
import { parts } from './parts.ts'
import { openTarget } from './target.ts'

const target = await openTarget()
afterAll(target.close)

const { 'slow-lines': slowLines, ...others } = parts
const inSlices = Object.entries(others).flatMap(([name, part]) => (part.slice > 0 ? [{ name, part }] : []))

// Waiting for lines that drip costs time but no work, so it goes on beside the others.
const dripping = slowLines?.attack(target, slowLines.slice, seededRandom(`${testSeed} slow-lines`))

test.each(inSlices)('the shop holds against $name', async ({ name, part }) => {
  const { attacks, failures } = await part.attack(target, part.slice, seededRandom(`${testSeed} ${name}`))
  expect(failures).toEqual([])
  expect(attacks).toBeGreaterThan(10)
  expect((await target.ask('GET', '/healthz')).status).toBe(200)
})

test('the shop hangs up on lines that drip, and serves others meanwhile', async () => {
  expect((await dripping)?.failures).toEqual([])
})
