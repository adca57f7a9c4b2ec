import fc, { type Arbitrary } from 'fast-check'
import { checkInvariants } from '../server/features/orders/invariants.ts'
import { mostlyFitting, wild } from '../server/testing/wild-values.ts'
import { addressOf, listRoutes, type Route } from './described-routes.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally, type Tally } from './part.ts'
import { type Heard, jsonOf, type Role, type Target } from './target.ts'

type Call = { url: string; body?: unknown; role: Role | null; type: string; again: boolean }

/** Sends each route what fits its description and, now and then, what does not. `size` calls for each route. */
export const schemaCalls: Attack = async (target, size, dice) => {
  const routes = await listRoutes(target)
  const tally = openTally()
  if (routes.length < 60) tally.fail(`the description names ${routes.length} routes only`)
  const planned = routes.map((route) => ({ route, seed: dice.below(2 ** 31) }))
  await inHands(8, planned, async ({ route, seed }, tokens) => {
    // Five thousand calls made up in advance would fill our own memory.
    for (let left = size, n = 0; left > 0; left -= 100, n++) {
      const calls = fc.sample(callOf(route), { numRuns: Math.min(left, 100), seed: seed + n })
      await send(target, route, calls, tokens, tally)
    }
  })
  for (const broken of await checkInvariants(target.tools.db)) tally.fail(`afterwards: ${broken}`)
  return tally.outcome()
}

async function send(
  target: Target,
  route: Route,
  calls: readonly Call[],
  tokens: Map<string, string>,
  tally: Tally,
): Promise<void> {
  for (const { url, body, role, type, again } of calls) {
    if (role !== null && !tokens.has(role)) tokens.set(role, await target.newPerson(role))
    const written =
      body === null || body === undefined || route.method === 'GET' ? undefined : JSON.stringify(body)
    const said = `${route.method} ${url.slice(0, 200)} as ${role} with ${written?.slice(0, 500)} (${type})`
    const question = {
      token: tokens.get(role ?? ''),
      headers: written === undefined ? {} : { 'content-type': type },
      body: written === undefined || !again ? written : doubled(written),
    }
    const answer = await target.ask(route.method, url, question).catch((error) => {
      tally.fail(`${said} → ${error}`)
    })
    if (!answer) continue
    tally.count(route.name, answer.ms)
    const fault = faultOf(answer) ?? strangeness(route, answer)
    if (fault !== null) tally.fail(`${said} → ${fault}`)
    // Some of these calls sign the caller out.
    if (answer.status === 401 && role !== null) tokens.delete(role)
  }
}

/** The same key twice, which JSON allows. */
function doubled(json: string): string {
  const [, key] = /^\{("[^"\\]+":)/.exec(json) ?? []
  return key === undefined ? json : `{${key}null,${json.slice(1)}`
}

/** An answer that the description does not know. */
function strangeness({ answers, method }: Route, answer: Heard): string | null {
  if (answer.status >= 400 || answer.status === 304 || method === 'HEAD') return null
  const schema = answers.get(answer.status)
  if (schema === undefined) return `${answer.status} is not in the description`
  const problem = schema?.safeParse(jsonOf(answer)).error
  return problem ? `outside its schema: ${problem.message.slice(0, 300)}` : null
}

function callOf({ path, parameters, body }: Route): Arbitrary<Call> {
  const place = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const values = (where: string) =>
    fc.record(
      Object.fromEntries(place(where).map(({ name, schema }) => [name, mostlyFitting(schema ?? {})])),
      { requiredKeys: where === 'path' ? (place(where).map(({ name }) => name) as never[]) : [] },
    )
  return fc
    .record({
      parts: values('path'),
      query: values('query'),
      body: body ? mostlyFitting(body) : fc.option(wild),
      role: fc.constantFrom<Role | null>('admin', 'admin', 'driver', 'customer', null),
      again: fc.integer({ min: 0, max: 19 }).map((roll) => roll === 0),
      type: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/xml'),
        },
      ),
    })
    .map(({ parts, query, ...call }) => ({ ...call, url: addressOf(path, parts, query) }))
}
