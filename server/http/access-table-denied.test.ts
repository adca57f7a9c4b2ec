import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { type Actor, accessTable, actors } from '../testing/access-table.ts'
import { sumUpTables } from '../testing/database.ts'
import { photo, uploadForm } from '../testing/forms.ts'
import { placeThreeOrders } from '../testing/sample-orders.ts'
import { writePost } from '../testing/sample-rows.ts'
import { type Method, openTestShop, type Person, type SignedIn } from '../testing/test-shop.ts'

const lines: string[] = []
const world = await openTestShop({ logTo: { write: (line) => lines.push(line) } })
afterAll(world.close)
const { ask, signedInAs, context } = world

const { kofi, jar, driver } = await placeThreeOrders(world)
const post = await writePost(context, { slug: 'harmattan' })
const customer = await signedInAs('customer')
await ask('POST', '/api/testimonials', { token: customer.token, body: { quote: 'Soft skin' } })
await ask('POST', '/api/newsletter', { body: { email: 'reader@example.com' } })
const contact = { name: 'Ama', email: 'ama@example.com', subject: 'Other', message: 'Hello' }
await ask('POST', '/api/contact', { body: contact })
const { body: started } = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', {
  body: { orderId: kofi.id, amount: kofi.order_total, customerPhone: '020 987 6543' },
})
await ask('POST', `/api/payments/${started.referenceId}/test-answer`, { body: { answer: 'approve' } })
const photoForm = await uploadForm([['photo', await photo()]])
await ask('PUT', `/api/orders/${kofi.id}`, { token: driver.token, body: { status: 'Delivered' } })
const proofs = `/api/orders/${kofi.id}/proofs`
expect((await ask('POST', proofs, { token: driver.token, ...photoForm })).status).toBe(201)
const reviewed = await uploadForm([
  ['code', 'KOF002'],
  ['phone', '020 987 6543'],
  ['product_id', String(jar)],
  ['rating', '5'],
  ['text', 'Soft skin'],
  ['name', 'Kofi'],
])
expect((await ask('POST', '/api/reviews', reviewed)).status).toBe(201)

const people = new Map<Actor, SignedIn | undefined>([['visitor', undefined]])
for (const actor of actors) {
  if (actor !== 'visitor') people.set(actor, await signedInAs(actor satisfies Person))
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
  ['/api/reviews/', 1],
  ['/api/newsletter/', 1],
  ['/api/messages/', 1],
  ['/api/payments/', started.referenceId],
]

const missing: Record<string, string> = {
  ':email': 'nobody@example.com',
  ':id': '999999',
  ':referenceId': randomUUID(),
}

const asked = accessTable.flatMap(({ route, answers, body, address }) => {
  const [method = 'GET', path = ''] = route.split(' ')
  const [, id] = existing.find(([beginning]) => path.startsWith(beginning)) ?? []
  // Whoever knows the number of a payment may see it; only the decisions about it are the staff's.
  const isOpen = path.includes(':referenceId') && answers.visitor !== 401
  const isNamed = /:(id|email|referenceId)\b/.test(path) && id !== undefined && !isOpen
  const there = isNamed
    ? path.replace(/:(id|email|referenceId)\b/, String(id)).replaceAll(/:\w+/g, '1')
    : null
  const gone = path.replaceAll(/:\w+/g, (name) => missing[name] ?? '1')
  return method === 'ANY'
    ? []
    : [
        {
          route: path,
          method: method as Method,
          there: address ?? there ?? gone,
          gone: isNamed ? gone : null,
          answers,
          body,
        },
      ]
})

type Line = {
  msg: string
  req: { method: string; route: string }
  res: { statusCode: number }
  code: string
  who: string
}

/** What the log has said since it was last asked. */
function newLines(): Line[] {
  return lines.splice(0).map((line) => JSON.parse(line))
}

test('whoever is turned away changes nothing in any table, and is one line of the log', async () => {
  const before = await sumUpTables(context)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  let cells = 0
  for (const actor of actors) {
    const { token, viewer } = people.get(actor) ?? {}
    for (const { route, method, there, answers, body } of asked) {
      if (answers[actor] !== 401 && answers[actor] !== 403) continue
      newLines()
      const { status, body: received } = await ask<RefusalResponse>(method, there, { token, body })
      expect([actor, method, there, status]).toEqual([actor, method, there, answers[actor]])
      expect(newLines()).toMatchObject([
        {
          msg: 'refused',
          req: { method, route },
          res: { statusCode: status },
          code: received.code,
          who: viewer?.id ?? 'visitor',
        },
      ])
      cells++
    }
  }
  expect(cells).toBeGreaterThan(250)
  expect(await sumUpTables(context)).toEqual(before)
})

test('whoever may not have a thing cannot tell whether it is there', async () => {
  const strangers = ['visitor', 'other customer', 'other driver'] as const
  let things = 0
  const before = await sumUpTables(context)
  for (const actor of strangers) {
    for (const { method, there, gone, body } of asked) {
      const isPublic = method === 'GET' && /^\/api\/(products|blog-posts)\//.test(there)
      if (gone === null || isPublic) continue
      const { token, viewer } = people.get(actor) ?? {}
      newLines()
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
      expect(newLines().map(({ who }) => who)).toEqual(Array(2).fill(viewer?.id ?? 'visitor'))
      things++
    }
  }
  expect(things).toBeGreaterThan(60)
  expect(await sumUpTables(context)).toEqual(before)
})
