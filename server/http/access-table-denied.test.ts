import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { writePost } from '../testing/sample-rows.ts'
import { type Method, openTestShop, type Person } from '../testing/test-shop.ts'
import { placeThreeOrders } from '../testing/three-orders.ts'
import { type Actor, accessTable, actors } from './access-table.ts'

const world = await openTestShop({ withPages: true })
afterAll(world.close)
const { app, ask, signedInAs, tools } = world

const { kofi, jar, driver } = await placeThreeOrders(world)
const post = await writePost(tools, { slug: 'harmattan' })
const customer = await signedInAs('customer')
await ask('POST', '/api/testimonials', { token: customer.token, body: { quote: 'Soft skin' } })
await ask('POST', '/api/newsletter', { body: { email: 'reader@example.com' } })

const tokens = new Map<Actor, string | undefined>([['visitor', undefined]])
for (const actor of actors) {
  if (actor !== 'visitor') tokens.set(actor, (await signedInAs(actor satisfies Person)).token)
}

/** What is in every table but the one that counts tries. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await tools.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await tools.db.execute<{ sum: string }>(
      sql`select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
    )
    sums[name] = found[0]?.sum ?? ''
  }
  return sums
}

/** Something that is there, for each kind of thing that a route names; all of it belongs to somebody else. */
const existing: [beginning: string, id: string | number][] = [
  ['/api/products/', jar],
  ['/api/orders/user/', 'kofi.o@example.com'],
  ['/api/orders/', kofi.id],
  ['/api/blog-posts/', post],
  ['/api/team/', driver.viewer.id],
  ['/api/account/sessions/', driver.viewer.sessionId],
  ['/api/profile/email/', 'driver@example.com'],
  ['/api/testimonials/', 1],
  ['/api/newsletter/', 1],
]

const missing: Record<string, string> = { ':email': 'nobody@example.com', ':id': '999999' }

const asked = accessTable.flatMap(({ route, answers, body, address }) => {
  const [method = 'GET', path = ''] = route.split(' ')
  const [, id] = existing.find(([beginning]) => path.startsWith(beginning)) ?? []
  const isNamed = /:(id|email)\b/.test(path) && id !== undefined
  const there = isNamed ? path.replace(/:(id|email)\b/, String(id)).replaceAll(/:\w+/g, '1') : null
  const gone = path.replaceAll(/:\w+/g, (name) => missing[name] ?? '1')
  return method === 'ANY'
    ? []
    : [
        {
          method: method as Method,
          there: address ?? there ?? gone,
          gone: isNamed ? gone : null,
          answers,
          body,
        },
      ]
})

test('whoever is turned away changes nothing in any table', async () => {
  const before = await everything()
  expect(Object.keys(before).length).toBeGreaterThan(20)
  let cells = 0
  for (const actor of actors) {
    for (const { method, there, answers, body } of asked) {
      if (answers[actor] !== 401 && answers[actor] !== 403) continue
      const { status } = await ask(method, there, { token: tokens.get(actor), body })
      expect([actor, method, there, status]).toEqual([actor, method, there, answers[actor]])
      cells++
    }
  }
  expect(cells).toBeGreaterThan(250)
  expect(await everything()).toEqual(before)
})

test('whoever may not have a thing cannot tell whether it is there', async () => {
  const strangers = ['visitor', 'other customer', 'other driver'] as const
  const before = await everything()
  for (const actor of strangers) {
    for (const { method, there, gone, body } of asked) {
      if (gone === null || /^\/api\/(products|blog-posts)\//.test(there) === (method === 'GET')) continue
      const token = tokens.get(actor)
      const [one, other] = [
        await ask(method, there, { token, body }),
        await ask(method, gone, { token, body }),
      ]
      expect([actor, method, there, one.status, one.body]).toEqual([
        actor,
        method,
        there,
        other.status,
        other.body,
      ])
      expect(one.status).toBeGreaterThanOrEqual(400)
    }
  }
  expect(await everything()).toEqual(before)
})

/** Every address of the pages' own table, with something that is there in place of each name. */
const pages = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([^'*]+)'/g)].map(
  ([, path = '']) =>
    `/${path.replace(':id', '1').replace(':slug', 'harmattan').replace(':referenceId', 'none')}`,
)

/** The pages of an account, of the drivers and of the back office, and some that anybody reads. */
const looked = pages.filter((path) =>
  /^\/(account|user-orders|driver|admin|checkout|pay|product|blog\/h)/.test(path),
)

test('a page is the same for everybody: what is somebody’s own comes through the API alone', {
  timeout: 120_000,
}, async () => {
  expect([pages.length, looked.length]).toEqual([
    expect.toSatisfy((count: number) => count > 40),
    expect.toSatisfy((count: number) => count > 18),
  ])
  for (const path of looked) {
    const ask = async (headers: object) => {
      const { statusCode, body } = await app.inject({
        url: path,
        headers: { accept: 'text/html', ...headers },
      })
      return { path, statusCode, body }
    }
    const visitor = await ask({})
    const admin = await ask({ authorization: `Bearer ${tokens.get('admin')}` })
    expect([path, admin.statusCode, admin.body === visitor.body]).toEqual([path, visitor.statusCode, true])
    expect([path, /@example\.com|Kofi|Mensah/.test(admin.body)]).toEqual([path, false])
  }
})
