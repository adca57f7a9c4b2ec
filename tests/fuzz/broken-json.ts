import { shelve } from '#server/testing/sample-rows.ts'
import { listRoutes, type Route } from './described-routes.ts'
import { faultOf, strangenessOf } from './judge.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { placesIn } from './schema-calls.ts'
import { jsonOf } from './target.ts'
import { putSettingsBack, validValue } from './valid-values.ts'

const many = (count: number, piece: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => piece(n))

/** Texts for the value of one field: well formed for JSON, trouble for whoever believes them. */
const values = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-0',
  '0.1e-400',
  '123456789012345678901234567890',
  'null',
  'true',
  '[]',
  '{}',
  '[[[]]]',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202eabc\\u202c"',
  '"\\u200b\\u200d\\ufeff"',
  '"💅🏾👩🏾‍🦱"',
  '"\\u2028\\u2029"',
  `"${'a\u0301'.repeat(500)}"`,
  `"${'\u0301'.repeat(25_000)}"`,
  `"${'x'.repeat(50_000)}"`,
  '"__proto__"',
  '{"toString":1}',
  '{"then":"x"}',
  '{"length":1e9}',
]

/** Whole bodies. `{` and `[` a hundred thousand times is the deepest that fits into what a body may weigh. */
const bodies = [
  '',
  ' ',
  'null',
  '7',
  '"text"',
  '[]',
  '{',
  '{"a"',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '/*x*/{}',
  'NaN',
  'undefined',
  '\ufeff{}',
  '{}{}',
  '{"a":01}',
  '{"a":"\t"}',
  '['.repeat(100_000),
  '['.repeat(30_000) + ']'.repeat(30_000),
  '{"a":'.repeat(12_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{${many(5_000, (n) => `"k${n}":1`).join(',')}}`,
  `[${many(30_000, () => '1').join(',')}]`,
  '{"__proto__":{"email":"planted@example.com","isAdmin":true}}',
  '{"constructor":{"prototype":{"email":"planted@example.com"}}}',
  '{"\\u005f_proto__":{"email":"planted@example.com"}}',
  '{"__proto__":null}',
  '{"hasOwnProperty":1,"toString":2,"valueOf":3}',
  `{"email":"a@example.com","email":"b@example.com"}`,
]

const names = [
  'POST /api/newsletter',
  'POST /api/contact',
  'POST /api/auth/signin',
  'POST /api/auth/signup',
  'POST /api/orders/whatsapp',
  'POST /api/payments/mtn_momo',
  'POST /api/testimonials',
  'PUT /api/settings',
  'POST /api/blog-posts/preview',
  'POST /api/orders/manual',
]

/** `size` of the bodies for each of these routes: the broken ones, and good ones in which one value is odd. */
export const brokenJson: Attack = async (target, size, dice) => {
  const tally = openTally()
  const token = await target.newPerson('admin')
  const jar = await shelve(target.context, { stock: 1_000_000 })
  const send = (method = 'POST', path = '/api/newsletter', body = '{}') =>
    target.ask(method, path, { token, headers: { 'content-type': 'application/json' }, body })
  const routes = (await listRoutes(target)).filter(({ name }) => names.includes(name))
  const calls = routes.flatMap((route) =>
    some([...bodies, ...oddBodies(route, jar)], size, dice.below).map((body) => ({ route, body })),
  )
  let taken = 0
  await inHands(8, calls, async ({ route, body }) => {
    const what = `${route.name} ${body.length} characters ${body.slice(0, 80)}`
    const answer = await send(route.method, route.path, body).catch(
      (error) => void tally.fail(`${what} → ${error}`),
    )
    if (!answer) return
    tally.count(what, answer.ms)
    if (answer.status < 300) taken++
    const fault = faultOf(answer) ?? strangenessOf(route, answer)
    if (fault !== null) tally.fail(`${what} → ${fault}`)
  })
  // If any of it hung itself on every object, this form without an e-mail would have one.
  const empty = await send()
  if (empty.status !== 400) tally.fail(`an empty form is answered with ${empty.status}`)
  const visitor = await target.ask('GET', '/api/auth/check-admin')
  if (visitor.status !== 401) tally.fail(`a visitor is ${JSON.stringify(jsonOf(visitor))}`)
  await putSettingsBack(target)
  return tally.outcome(`; ${taken} taken`)
}

/** All else in them is good, so that the odd value is looked at. */
function oddBodies({ name, body }: Route, jar: number): string[] {
  if (body === null) return []
  return placesIn(body, validValue(name, body, jar)).flatMap(({ fill }) => {
    const good = JSON.stringify(fill('an odd value'))
    return values.map((value) => good.replace('"an odd value"', () => value))
  })
}

function some<T>(list: readonly T[], size: number, below: (bound: number) => number): T[] {
  if (size >= list.length) return [...list]
  return Array.from({ length: size }, () => list[below(list.length)] as T)
}
