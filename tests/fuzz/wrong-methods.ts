import { addressOf, type Route } from './described-routes.ts'
import { faultOf } from './judge.ts'
import { inHands, type Tally } from './part.ts'
import type { Target } from './target.ts'

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
