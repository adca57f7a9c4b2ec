import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { jsonOf } from './target.ts'

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
  `"${'\u0301'.repeat(100_000)}"`,
  `"${'x'.repeat(200_000)}"`,
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
  '['.repeat(100_000) + ']'.repeat(100_000),
  '{"a":'.repeat(40_000),
  `${'{"a":'.repeat(25_000)}1${'}'.repeat(25_000)}`,
  `{${many(15_000, (n) => `"k${n}":1`).join(',')}}`,
  `[${many(60_000, () => '1').join(',')}]`,
  '{"__proto__":{"email":"planted@example.com","isAdmin":true}}',
  '{"constructor":{"prototype":{"email":"planted@example.com"}}}',
  '{"\\u005f_proto__":{"email":"planted@example.com"}}',
  '{"__proto__":null}',
  '{"hasOwnProperty":1,"toString":2,"valueOf":3}',
  `{"email":"a@example.com","email":"b@example.com"}`,
]

const fields: Record<string, readonly string[]> = {
  'POST /api/newsletter': ['email'],
  'POST /api/contact': ['name', 'email', 'message'],
  'POST /api/auth/signin': ['email', 'password'],
  'POST /api/auth/signup': ['email', 'password'],
  'POST /api/orders/whatsapp': ['customer_name', 'items', 'order_total'],
  'POST /api/payments/mtn_momo': ['orderId', 'amount', 'phone'],
  'POST /api/testimonials': ['quote'],
  'PUT /api/settings': ['shop_name'],
  'POST /api/blog-posts/preview': ['content'],
  'POST /api/orders/manual': ['customer_name', 'items'],
}

/** `size` of the bodies for each route that reads JSON. */
export const brokenJson: Attack = async (target, size, dice) => {
  const tally = openTally()
  const token = await target.newPerson('admin')
  const send = (method = 'POST', path = '/api/newsletter', body = '{}') =>
    target.ask(method, path, { token, headers: { 'content-type': 'application/json' }, body })
  const calls = Object.entries(fields).flatMap(([route, names]) => {
    const withField = names.flatMap((name) => values.map((value) => `{${JSON.stringify(name)}:${value}}`))
    return some([...bodies, ...withField], size, dice.below).map((body) => ({ route, body }))
  })
  await inHands(8, calls, async ({ route, body }) => {
    const [method, path] = route.split(' ')
    const what = `${route} ${body.length} characters ${body.slice(0, 80)}`
    const answer = await send(method, path, body).catch((error) => void tally.fail(`${what} → ${error}`))
    if (!answer) return
    tally.count(what, answer.ms)
    const fault = faultOf(answer)
    if (fault !== null) tally.fail(`${what} → ${fault}`)
  })
  // If any of it hung itself on every object, this form without an e-mail would have one.
  const empty = await send()
  if (empty.status !== 400) tally.fail(`an empty form is answered with ${empty.status}`)
  const visitor = await target.ask('GET', '/api/auth/check-admin')
  if (visitor.status !== 401) tally.fail(`a visitor is ${JSON.stringify(jsonOf(visitor))}`)
  return tally.outcome()
}

function some<T>(list: readonly T[], size: number, below: (bound: number) => number): T[] {
  if (size >= list.length) return [...list]
  return Array.from({ length: size }, () => list[below(list.length)] as T)
}
