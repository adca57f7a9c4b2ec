import fc, { type Arbitrary } from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkInvariants } from '../features/orders/invariants.ts'
import { type Method, openTestShop, type Person } from '../testing/test-shop.ts'
import { placeThreeOrders } from '../testing/three-orders.ts'
import { mostlyFitting, type Schema, wild } from '../testing/wild-values.ts'

/** `HOSTILE_CALLS=5000` asks each route that often; the usual few take seconds. */
const callsForEach = Number(process.env.HOSTILE_CALLS ?? 10)

const shop = await openTestShop({ settings: { REQUESTS_PER_MINUTE: '1000000' } })
afterAll(shop.close)

type Parameter = { in: string; name: string; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

const { paths }: { paths: Record<string, Record<string, Operation>> } = (
  await shop.app.inject('/api/docs/json')
).json()

const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    operation,
  })),
)

type Call = { url: string; body?: unknown; person: Person | null; type: string }

function callOf(path: string, { parameters = [], requestBody }: Operation): Arbitrary<Call> {
  const place = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const values = (where: string) =>
    fc.record(
      Object.fromEntries(place(where).map(({ name, schema }) => [name, mostlyFitting(schema ?? {})])),
      {
        requiredKeys: where === 'path' ? (place(where).map(({ name }) => name) as never[]) : [],
      },
    )
  const schema = requestBody?.content?.['application/json']?.schema
  return fc
    .record({
      parts: values('path'),
      query: values('query'),
      body: schema ? mostlyFitting(schema) : fc.option(wild),
      person: fc.constantFrom<Person | null>('admin', 'admin', 'driver', 'customer', null),
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

function addressOf(path: string, parts: object, query: object): string {
  const written = Object.entries(parts).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encode(value)),
    path,
  )
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return asked.length === 0 ? written : `${written}?${asked.join('&')}`
}

/** Half of a letter cannot be written in an address at all. */
function encode(value: unknown): string {
  return encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())
}

test('the description of the API names its routes', () => {
  expect(routes.length).toBeGreaterThan(60)
})

test('the shop has something to lose', async () => {
  await placeThreeOrders(shop)
})

test.each(routes)('$name answers whatever it is sent, in words and within its schema', async (route) => {
  const tokens = new Map<Person | null, string>()
  await fc.assert(
    fc.asyncProperty(callOf(route.path, route.operation), async ({ url, body, person, type }) => {
      if (person !== null && !tokens.has(person)) tokens.set(person, (await shop.signedInAs(person)).token)
      const token = tokens.get(person)
      const hasBody = body !== null && body !== undefined && route.method !== 'GET'
      const answer = await shop.app.inject({
        method: route.method as 'GET',
        url,
        remoteAddress: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(hasBody ? { 'content-type': type } : {}),
        },
        payload: hasBody ? JSON.stringify(body) : undefined,
      })
      expect([url, answer.statusCode]).toEqual([url, expect.toSatisfy((status: number) => status < 500)])
      if (answer.statusCode >= 400) {
        expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
        expect(answer.body).not.toMatch(/node_modules|at \w+ \(/)
      }
    }),
    { numRuns: callsForEach },
  )
})

test('afterwards the books still add up, and nothing new hangs on every object', async () => {
  expect(await checkInvariants(shop.tools.db)).toEqual([])
  expect(Object.keys(Object.getPrototypeOf({}))).toEqual([])
})
