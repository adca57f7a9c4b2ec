import { eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { credentials, profiles, roleChanges, sessions, users } from '#server/features/accounts/tables.ts'
import { recordChange } from '#server/features/audit/record-change.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import {
  contactMessages,
  conversationLines,
  conversations,
  newsletterReaders,
} from '#server/features/messages/tables.ts'
import { orderHistory, orders } from '#server/features/orders/tables.ts'
import { testimonials } from '#server/features/testimonials/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type SignedIn } from '#server/testing/test-shop.ts'

const password = 'the customer’s password'
const email = 'customer@example.com'

async function world() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  const { ask, context, shop } = opened
  return {
    ...opened,
    download: (token: string) => ask<Record<string, unknown>>('GET', '/api/account/data', { token }),
    leave: (token: string, tried = password) =>
      ask<RefusalResponse>('POST', '/api/account/delete', { token, body: { password: tried } }),
    /** One order while signed in, one as a guest with the same e-mail; both delivered. */
    orderTwice: async ({ token }: SignedIn) => {
      const line = item(await shelve(context))
      const own = await place(opened, [line], { customer_email: email }, { token })
      const asGuest = await place(opened, [line], { customer_email: email })
      await context.db.update(orders).set({ status: 'Delivered' })
      return [own.id, asGuest.id]
    },
    speak: async ({ token }: SignedIn) => {
      await ask('POST', '/api/testimonials', { token, body: { quote: 'Lovely', location: 'Tema' } })
      await shop.messages.joinNewsletter('10.0.0.1', { email })
      const received = { name: 'Ama', email, subject: 'Other', message: 'Hello' } as const
      await shop.messages.receive('10.0.0.1', received)
    },
  }
}

async function photoForm() {
  const photo = sharp({ create: { width: 50, height: 50, channels: 3, background: '#8a5a3c' } })
  return await uploadForm([
    ['avatar', await photo.jpeg().toBuffer()],
    ['full_name', 'Ama Serwaa'],
  ])
}

test('a person downloads everything the shop knows about them, and nothing about others', async () => {
  const { ask, signedInAs, download, orderTwice, speak } = await world()
  const ama = await signedInAs('customer')
  const other = await signedInAs('other customer')
  await ask('PUT', '/api/profile', { token: ama.token, ...(await photoForm()) })
  await orderTwice(ama)
  await speak(ama)
  const { status, body, headers } = await download(ama.token)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  expect(body).toMatchObject({
    account: { id: ama.viewer.id, email, has_confirmed_email: true },
    profile: { full_name: 'Ama Serwaa' },
    sessions: [{ is_current: true }],
    orders: [
      { customer_email: email, subtotal: 120, lines: [{ product_name: 'Shea Butter Cream', quantity: 1 }] },
      { customer_email: email },
    ],
    testimonials: [{ quote: 'Lovely' }],
    messages: [{ text: 'Hello', channel: 'form' }],
    newsletter: [{ email }],
  })
  const text = JSON.stringify(body)
  for (const secret of ['argon2', 'leave_secret', ama.token, 'request_key'])
    expect(text).not.toContain(secret)
  const { body: others } = await download(other.token)
  expect(others).toMatchObject({ orders: [], testimonials: [], messages: [], newsletter: [] })
})

test('an e-mail that was only typed in brings nobody the guest’s orders', async () => {
  const { shop, signedInAs, download, leave, orderTwice, speak, context } = await world()
  const ama = await signedInAs('customer')
  const [, asGuest = 0] = await orderTwice(ama)
  await speak(ama)
  await context.db.update(users).set({ hasConfirmedEmail: false }).where(eq(users.id, ama.viewer.id))
  const { body } = await download(ama.token)
  expect(body.orders).toHaveLength(1)
  expect(body).toMatchObject({ messages: [], newsletter: [] })
  expect((await leave(ama.token)).status).toBe(200)
  const [cached] = await context.db.select().from(orders).where(eq(orders.id, asGuest))
  expect(cached?.customerName).toBe('Ama Mensah')
  expect(await context.db.select().from(contactMessages)).toHaveLength(1)
  expect(await shop.accounts.findViewer(ama.token)).toBeNull()
})

test('a deleted account is gone; its orders stay for the books, without the person', async () => {
  const { ask, app, signedInAs, leave, orderTwice, speak, context, mails } = await world()
  const ama = await signedInAs('customer')
  const phone = await signedInAs('customer')
  await ask('PUT', '/api/profile', { token: ama.token, ...(await photoForm()) })
  const ids = await orderTwice(ama)
  await speak(ama)
  const { db } = context
  const edits = [
    { part: 'phone' as const, name: '', before: '024 123 4567', after: '020 765 4321' },
    { part: 'total' as const, name: '', before: 'Ghs 165.00', after: 'Ghs 285.00' },
  ]
  await db.update(orderHistory).set({ edits })
  const [order = 0] = ids
  const noted = { at: context.clock(), actorId: null, thing: 'order', thingId: order } as const
  const [before, after] = [{ deliveryNote: 'Blue gate' }, { note: 'Ama has a loud dog', amount: 12 }]
  await recordChange(db, { ...noted, action: 'changed the note', before, after })
  await recordChange(db, {
    ...noted,
    thing: 'product',
    action: 'changed the product',
    after: { note: 'New' },
  })
  expect((await leave(ama.token)).body).toEqual({ success: true })
  const byNobody = isNull(auditEntries.actorId)
  const changes = await db.select().from(auditEntries).where(byNobody).orderBy(auditEntries.id)
  expect(changes.map((change) => [change.before, change.after])).toEqual([
    [{}, { amount: 12 }],
    [{}, { note: 'New' }],
  ])

  const [entry] = await db.select().from(orderHistory)
  expect(entry?.edits).toEqual([{ part: 'phone', name: '', before: '', after: '' }, edits[1]])
  for (const table of [
    users,
    profiles,
    sessions,
    credentials,
    testimonials,
    contactMessages,
    conversations,
    conversationLines,
    newsletterReaders,
  ]) {
    expect(await db.select().from(table)).toEqual([])
  }
  const cached = await db.select().from(orders).orderBy(orders.id)
  expect(cached.map(({ id }) => id)).toEqual(ids)
  for (const order of cached) {
    expect(order).toMatchObject({
      customerName: 'Deleted account',
      customerEmail: null,
      customerPhone: '',
      address: '',
      zip: '',
      userId: null,
      total: expect.any(Number),
      city: 'Kumasi',
    })
    expect(order.searchText).toBe(`Deleted account\n${order.trackingCode}`)
  }
  const subjects = (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
  expect(subjects).toContain('Your account was deleted')
  expect(await context.files.list('avatars/')).toEqual([])
  expect((await ask('GET', '/api/auth/is-driver', { token: phone.token })).status).toBe(401)
  const signIn = await ask('POST', '/api/auth/signin', { body: { email, password } })
  expect(signIn.status).toBe(401)
  const shown = await app.inject('/api/testimonials')
  expect(shown.body).not.toContain('Lovely')
})

test('an account cannot be deleted without its password, nor by guessing it', async () => {
  const { ask, signedInAs, leave, context } = await world()
  const { token } = await signedInAs('customer')
  expect(await leave(token, 'wrong')).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your current password' } },
  })
  expect((await ask('POST', '/api/account/delete', { token, body: {} })).status).toBe(400)
  for (let n = 0; n < 4; n++) await leave(token, `guess ${n}`)
  expect((await leave(token)).status).toBe(429)
  expect(await context.db.select().from(users)).toHaveLength(1)
})

test('an order on its way keeps the account until it has arrived', async () => {
  const { signedInAs, leave, orderTwice, context } = await world()
  const ama = await signedInAs('customer')
  const [own = 0] = await orderTwice(ama)
  await context.db.update(orders).set({ status: 'Shipped' }).where(eq(orders.id, own))
  expect(await leave(ama.token)).toMatchObject({ status: 409, body: { code: 'orders_under_way' } })
  const cached = await context.db.select().from(orders)
  expect(cached.every(({ customerName }) => customerName === 'Ama Mensah')).toBe(true)
  await context.db.update(orders).set({ status: 'Cancelled' })
  expect((await leave(ama.token)).status).toBe(200)
})

test('nobody leaves who has a role, the last admin never; once it was taken they can, and the list of roles outlives them', async () => {
  const { shop, signedInAs, leave, context, clock } = await world()
  const boss = await signedInAs('admin')
  const leaving = 'the admin’s password'
  expect(await leave(boss.token, leaving)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  clock.forward({ minutes: 1 })
  const next = await signedInAs('customer')
  await shop.accounts.setRoles(boss.viewer, next.viewer.id, { isAdmin: true })
  expect(await leave(boss.token, leaving)).toMatchObject({ status: 409, body: { code: 'role_held' } })
  clock.forward({ minutes: 1 })
  await shop.accounts.setRoles({ ...next.viewer, isAdmin: true }, boss.viewer.id, { isAdmin: false })
  expect((await leave(boss.token, leaving)).status).toBe(200)
  expect(await context.db.select().from(roleChanges)).toHaveLength(3)
  const { changes } = await shop.accounts.listRoleChanges({ page: 1, limit: 10 })
  expect(changes).toMatchObject([
    { person: null, changedBy: { email } },
    { person: { email }, changedBy: null },
    { person: null, changedBy: 'owner' },
  ])
})

test('a person downloads their data at most ten times an hour', { tags: 'faults' }, async () => {
  const { signedInAs, download } = await world()
  const { token } = await signedInAs('customer')
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await download(token)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
