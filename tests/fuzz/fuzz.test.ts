import { afterAll, expect, test } from 'vitest'
import { seededRandom, testSeed } from '#server/testing/clock-and-random.ts'
import { parts } from './parts.ts'
import { openTarget } from './target.ts'

const target = await openTarget()
afterAll(target.close)

/** What every new route could break. The other parts take longer and are in `npm run fuzz` alone. */
test.each(['schema-calls', 'raw-bytes', 'broken-json'])('the shop holds against %s', async (name) => {
  const { attack, slice } = parts[name] ?? expect.fail()
  const { attacks, failures } = await attack(target, slice, seededRandom(`${testSeed} ${name}`))
  expect(failures).toEqual([])
  expect(attacks).toBeGreaterThan(10)
  expect((await target.ask('GET', '/healthz')).status).toBe(200)
})
