import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { sumUpTables } from '#server/testing/database.ts'
import { addressOf, type Route } from './described-routes.ts'
import { faultOf } from './judge.ts'
import type { Call } from './made-up-calls.ts'
import { inHands, type Tally } from './part.ts'
import type { Role } from './target.ts'
import { type Heard, isSignedOut, type Target } from './target.ts'

/** Refused for good: neither because somebody asked too often, nor because an earlier call had signed the caller out. */
export function isRefused({ role }: Call, answer: Heard): boolean {
  const { status } = answer
  return status >= 400 && status < 500 && status !== 429 && !(role !== null && isSignedOut(answer))
}

/** What was refused a moment ago may be allowed by now, and changes what others are told; so often is it tried again. */
const mostRounds = 6

/** Whoever is refused changes nothing: sends all that was refused once more and looks at every table before and after. */
export async function refusedChangeNothing(
  target: Target,
  calls: readonly Call[],
  tally: Tally,
): Promise<number> {
  let refused = calls
  for (let round = 0; round < mostRounds; round++) {
    const tokens = await newTokens(target)
    const before = await sumsAtRest(target)
    const again = await sendAll(target, refused, tokens)
    const changed = differences(before, await sumUpTables(target.context))
    if (again.length === refused.length) {
      if (changed.length > 0) await nameCulprits(target, refused, tally, changed)
      return refused.length
    }
    refused = again
  }
  tally.fail(`some calls are sometimes refused and sometimes allowed, ${mostRounds} times`)
  return 0
}

async function newTokens(target: Target): Promise<Map<Role, string>> {
  const tokens = new Map<Role, string>()
  for (const role of ['admin', 'driver', 'customer'] as const) tokens.set(role, await target.newPerson(role))
  return tokens
}

/** The calls that are refused this time too. */
async function sendAll(
  target: Target,
  calls: readonly Call[],
  tokens: ReadonlyMap<Role, string>,
): Promise<Call[]> {
  const refused: Call[] = []
  await inHands(8, calls, async (call) => {
    const { route, url, role, question } = call
    const token = role === null ? null : tokens.get(role)
    const answer = await target.ask(route.method, url, { ...question, token })
    if (isRefused(call, answer)) refused.push(call)
  })
  return refused
}

/** The shop has work of its own, such as e-mails to send: it is waited for, a minute at most. */
async function sumsAtRest({ context }: Target): Promise<Record<string, string>> {
  let last = await sumUpTables(context)
  for (let looks = 0; looks < 120; looks++) {
    await wait(500)
    const isResting = (await countWaiting(context)) === 0
    const next = await sumUpTables(context)
    if (isResting && differences(last, next).length === 0) return next
    last = next
  }
  return last
}

/** Jobs that are due, and events that will be told within half a second. */
async function countWaiting({ db }: Target['context']): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select (select count(*) from pgboss.job where state < 'completed' and start_after <= now())::int
      + (select count(*) from shop_events where handled_at is null)::int as waiting`)
  return rows[0]?.waiting ?? 0
}

async function nameCulprits(
  target: Target,
  calls: readonly Call[],
  tally: Tally,
  seen: readonly string[],
): Promise<void> {
  let culprits = 0
  for (const [name, own] of Map.groupBy(calls, ({ route }) => route.name)) {
    const tokens = await newTokens(target)
    const before = await sumsAtRest(target)
    await sendAll(target, own, tokens)
    const changed = differences(before, await sumUpTables(target.context))
    if (changed.length === 0) continue
    culprits++
    tally.fail(`refused calls of ${name} changed ${changed.join(', ')}`)
  }
  if (culprits === 0) tally.fail(`refused calls changed ${seen.join(', ')}, but no route does so alone`)
}

function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']

/** Every address with each method that it does not take. Some are then the address of another route, and refused there. */
export async function tryWrongMethods(
  target: Target,
  routes: readonly Route[],
  tally: Tally,
): Promise<number> {
  const token = await target.newPerson('admin')
  const calls = [...Map.groupBy(routes, ({ path }) => path)].flatMap(([path, own]) => {
    const taken = own.map(({ method }) => method)
    const parts = own.flatMap(({ parameters }) => parameters.filter((each) => each.in === 'path'))
    const address = addressOf(path, Object.fromEntries(parts.map(({ name }) => [name, '1'])), {})
    return methods.filter((method) => !taken.includes(method)).map((method) => ({ method, address }))
  })
  await inHands(8, calls, async ({ method, address }) => {
    const hasBody = method !== 'GET'
    const answer = await target.ask(method, address, {
      token,
      ...(hasBody ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
    })
    tally.count(`${method} ${address}`, answer.ms)
    const fault = answer.status < 400 ? `${answer.status}, but nobody described it` : faultOf(answer)
    if (fault !== null) tally.fail(`${method} ${address} → ${fault}`)
  })
  return calls.length
}
