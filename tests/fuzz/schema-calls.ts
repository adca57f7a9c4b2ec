import { checkInvariants } from '#server/features/orders/invariants.ts'
import type { Schema } from '#server/testing/fuzz-values.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { listRoutes } from './described-routes.ts'
import { faultOf, strangenessOf } from './judge.ts'
import { type Call, openImagination } from './made-up-calls.ts'
import { type Attack, askPatiently, inHands, openTally, type Tally } from './part.ts'
import { isRefused, refusedChangeNothing, tryWrongMethods } from './refused-calls.ts'
import { type Heard, isSignedOut, type Target } from './target.ts'
import { putSettingsBack, sample } from './valid-values.ts'

/** Five thousand calls made up in advance would fill our own memory. */
const batch = 100

/** Sends each route what fits its description and, now and then, what does not. `size` calls for each route. */
export const schemaCalls: Attack = async (target, size, dice) => {
  const routes = await listRoutes(target)
  const tally = openTally()
  if (routes.length < 60) tally.fail(`the description names ${routes.length} routes only`)
  const planned = routes.map((route) => ({ route, seed: dice.below(2 ** 31) }))
  const makeUpCalls = openImagination(await shelve(target.context, { stock: 1_000_000 }))
  const refused: Call[] = []
  const wrongMethods = await tryWrongMethods(target, routes, tally)
  const send = async (first: number, last: number, onRefused?: (call: Call) => void) => {
    const batches = planned.flatMap(({ route, seed }) =>
      Array.from({ length: Math.ceil((last - first) / batch) }, (_, n) => ({
        route,
        seed: seed + first / batch + n,
        count: Math.min(batch, last - first - n * batch),
      })),
    )
    await inHands(16, batches, async ({ route, seed, count }, tokens) => {
      for (const call of makeUpCalls(route, count, seed)) {
        const answer = await sendOne(target, call, tokens, tally)
        if (answer && isRefused(call, answer)) onRefused?.(call)
      }
    })
  }
  await send(0, Math.min(size, batch), (call) => refused.push(call))
  const sentTwice = await refusedChangeNothing(target, refused, tally)
  if (size > batch) await send(batch, size)
  await putSettingsBack(target)
  for (const broken of await checkInvariants(target.context.db)) tally.fail(`afterwards: ${broken}`)
  const note = `${routes.length} routes; ${wrongMethods} wrong methods; ${sentTwice} refused calls sent again`
  return tally.outcome(`; ${note}`)
}

async function sendOne(
  target: Target,
  { route, url, role, question }: Call,
  tokens: Map<string, string>,
  tally: Tally,
): Promise<Heard | undefined> {
  if (role !== null && !tokens.has(role)) tokens.set(role, await target.newPerson(role))
  const said = `${route.method} ${url.slice(0, 200)} as ${role} with ${question.body?.slice(0, 500)}`
  const withToken = { ...question, token: tokens.get(role ?? '') }
  const answer = await askPatiently(target, [route.method, url, withToken], tally.countReturn).catch(
    (error) => {
      tally.fail(`${said} → ${error}`)
    },
  )
  if (!answer) return
  tally.count(route.name, answer.ms)
  const fault = faultOf(answer) ?? strangenessOf(route, answer)
  if (fault !== null) tally.fail(`${said} → ${fault}`)
  // Some of these calls sign the caller out; who has sent too many pictures is followed by somebody else.
  if (role !== null && (isSignedOut(answer) || answer.status === 429)) tokens.delete(role)
  return answer
}

/** One place in a body, and the whole body with something else there. */
type Place = { name: string; schema: Schema; fill(value: unknown): unknown }

/** Every place in a body, however deep. What the good body leaves out is added on the way to it. */
export function placesIn(schema: Schema, good: unknown): Place[] {
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, below]) => {
    const fields = good as Record<string, unknown>
    return within(name, below, fields[name], (value) => ({ ...fields, [name]: value }))
  })
  const [first, ...rest] = Array.isArray(good) ? good : []
  const listed = schema.items ? within('0', schema.items, first, (value) => [value, ...rest]) : []
  return [...either.flatMap((each) => placesIn(each, sample(each))), ...inside, ...listed]
}

function within(name: string, schema: Schema, good: unknown, put: (value: unknown) => unknown): Place[] {
  const deeper = placesIn(schema, good ?? sample(schema))
  return [
    { name, schema, fill: put },
    ...deeper.map((place) => ({
      ...place,
      name: `${name}.${place.name}`,
      fill: (value: unknown) => put(place.fill(value)),
    })),
  ]
}
