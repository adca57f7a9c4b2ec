import { afterAll, expect, test } from 'vitest'
import type { RefusalAnswer } from '../../contract/refusals.ts'
import { writePost } from '../testing/sample-rows.ts'
import { openTestShop, type Person } from '../testing/test-shop.ts'
import { placeThreeOrders } from '../testing/three-orders.ts'
import { answerFields, writableFields } from './access-table-fields.ts'

const shop = await openTestShop()
afterAll(shop.close)
const { app, ask, signedInAs } = shop

const { kofi, admin, driver } = await placeThreeOrders(shop)
await writePost(shop.tools, { slug: 'harmattan' })
const customer = await signedInAs('customer')
await ask('POST', '/api/testimonials', { token: customer.token, body: { quote: 'Soft skin' } })

const tokens = { visitor: undefined, customer: customer.token, driver: driver.token, admin: admin.token }

/** Every name in an answer once, with the names above it. */
function namesIn(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, above))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => [
    `${above}${name}`,
    ...namesIn(each, `${above}${name}.`),
  ])
}

test.each(Object.entries(tokens))('%s gets the fields of the table, and no other', async (who, token) => {
  for (const { address, for: readers, names } of answerFields) {
    const { status, body } = await ask('GET', address, { token })
    if (!readers.includes(who)) expect([address, status]).toEqual([address, token === undefined ? 401 : 403])
    else expect([address, [...new Set(namesIn(body))].sort()]).toEqual([address, names.split(' ').sort()])
  }
})

type Operation = {
  requestBody?: {
    content: Record<string, { schema: { properties?: object; additionalProperties?: boolean } }>
  }
}

const { paths }: { paths: Record<string, Record<string, Operation>> } = (
  await app.inject('/api/docs/json')
).json()

test('the description of the API names the writable fields of the table, and takes no others', () => {
  for (const [route, names] of Object.entries(writableFields)) {
    const [method = '', path = ''] = route.split(' ')
    const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
    expect([route, Object.keys(schema?.properties ?? {}).sort()]).toEqual([route, names.split(' ').sort()])
    expect([route, schema?.additionalProperties]).toEqual([route, false])
  }
})

/** What somebody would add to a form who wants more than it gives. */
const greedy = [
  'is_admin',
  'is_driver',
  'role',
  'id',
  'user_id',
  'driver_id',
  'paid_at',
  'payment_state',
  'stock',
]

test.each(['customer', 'driver', 'admin'] as const)(
  '%s cannot write a field that is not on the form',
  async (who) => {
    const { token } = await signedInAs(who satisfies Person)
    for (const [route, names] of Object.entries(writableFields)) {
      const [method = '', path = ''] = route.split(' ')
      const extra = greedy.filter((name) => !names.split(' ').includes(name))
      const body = Object.fromEntries(extra.map((name) => [name, true]))
      const address = path.replace('{id}', path.includes('orders') ? String(kofi.id) : '1')
      const answer = await ask<RefusalAnswer>(method as 'PUT', address, { token, body })
      expect([route, answer.status]).toEqual([
        route,
        expect.toSatisfy((status: number) => [400, 403, 404].includes(status)),
      ])
      if (answer.status === 400)
        expect([route, Object.keys(answer.body.fields ?? {})]).toEqual([route, expect.arrayContaining(extra)])
    }
  },
)
