import { afterAll, expect, test } from 'vitest'
import { seededRandom, testSeed } from '#server/testing/clock-and-random.ts'
import { parts } from './parts.ts'
import { jsonOf, openTarget, type Target } from './target.ts'

const target = await openTarget()
afterAll(target.close)

/** The same shop, whose description names every third route only; which ones, the seed decides. */
const third: Target = {
  ...target,
  async ask(method, path, question) {
    const heard = await target.ask(method, path, question)
    if (path !== '/api/docs/json') return heard
    const description = jsonOf<{ paths: object }>(heard)
    const first = seededRandom(`${testSeed} a third`).below(3)
    const paths = Object.entries(description.paths).filter((_, n) => n % 3 === first)
    return {
      ...heard,
      bytes: Buffer.from(JSON.stringify({ ...description, paths: Object.fromEntries(paths) })),
    }
  },
}

async function expectToHold(name: string, attacked: Target): Promise<void> {
  const { attack, slice } = parts[name] ?? expect.fail()
  const { attacks, failures } = await attack(attacked, slice, seededRandom(`${testSeed} ${name}`))
  expect(failures).toEqual([])
  expect(attacks).toBeGreaterThan(10)
  expect((await target.ask('GET', '/healthz')).status).toBe(200)
}

/** What every new route could break. The other parts take longer and are in `npm run fuzz` alone. */
test.each(['raw-bytes', 'broken-json'])('the shop holds against %s', (name) => expectToHold(name, target))

test('the shop holds against schema-calls, at a third of its routes', () =>
  expectToHold('schema-calls', third))

test('the shop holds against schema-calls at every route', { tags: 'faults' }, () =>
  expectToHold('schema-calls', target),
)
