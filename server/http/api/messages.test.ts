import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { contactMessages, newsletterReaders } from '#server/features/messages/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, mails, context, clock, close } = await openTestShop({
  settings: { MAIL_TO: 'owner@example.com' },
})
afterAll(close)

const received = {
  name: 'Ama Mensah',
  email: 'ama@example.com',
  subject: 'Order Status',
  message: 'Where is my cream?',
}

let visitors = 0

/** Each visitor has an address of their own, so that no test runs into the limits without wanting to. */
function post(path: string, body: object, address = `10.0.0.${++visitors}`) {
  return ask<RefusalResponse>('POST', path, { body, address })
}

async function mistakesIn(path: string, body: object): Promise<Record<string, string> | undefined> {
  const answer = await post(path, body)
  expect(`${answer.status} ${answer.body.code}`).toBe('400 invalid_input')
  return answer.body.fields
}

function storedFrom(email: string) {
  return context.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(contactMessages.id)
}

async function findReader(email: string) {
  const [reader] = await context.db.select().from(newsletterReaders).where(eq(newsletterReaders.email, email))
  return reader
}

async function mailsFrom(email: string) {
  return (await mails()).filter(({ replyTo }) => replyTo === email)
}

test('a message is stored and mailed to the owner, who can answer it', async () => {
  const { status, body } = await post('/api/contact', { ...received, email: ' Ama@Example.com ' })
  expect(status).toBe(201)
  expect(body).toEqual({ success: true })
  expect(await storedFrom('ama@example.com')).toEqual([
    { ...received, id: expect.any(Number), createdAt: clock(), readAt: null, doneAt: null },
  ])
  expect(await mailsFrom('ama@example.com')).toEqual([
    expect.objectContaining({
      to: 'owner@example.com',
      subject: 'Order Status: message from Ama Mensah',
      text: 'Where is my cream?\n\nAma Mensah\nama@example.com',
    }),
  ])
})

test('the same message sent again, at once or a little later, is one message and one mail', async () => {
  const repeated = { ...received, email: 'kofi@example.com' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('/api/contact', repeated)))
  answers.push(await post('/api/contact', repeated))
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201))
  expect(await storedFrom('kofi@example.com')).toHaveLength(1)
  expect(await mailsFrom('kofi@example.com')).toHaveLength(1)
  await mails()
  expect(await mailsFrom('kofi@example.com')).toHaveLength(1)
})

test('another text, and the same text on another day, are messages of their own', async () => {
  const first = { ...received, email: 'efua@example.com' }
  await post('/api/contact', first)
  await post('/api/contact', { ...first, message: 'Please call me.' })
  clock.forward({ days: 1 })
  await post('/api/contact', first)
  expect(await storedFrom('efua@example.com')).toHaveLength(3)
  expect(await mailsFrom('efua@example.com')).toHaveLength(3)
})

test('a program that fills in the hidden field is thanked and ignored', async () => {
  const { status, body } = await post('/api/contact', {
    ...received,
    email: 'bot@example.com',
    website: 'http://spam',
  })
  expect(status).toBe(201)
  expect(body).toEqual({ success: true })
  expect(await storedFrom('bot@example.com')).toEqual([])
  expect(await mailsFrom('bot@example.com')).toEqual([])
  await post('/api/newsletter', { email: 'bot@example.com', website: 'x' })
  expect(await findReader('bot@example.com')).toBeUndefined()
})

const missing = {
  name: 'Name is required',
  email: 'Email is required',
  subject: 'Please choose a subject',
  message: 'Message is required',
}

test.each([
  {},
  { name: '', email: '', subject: '', message: '' },
  { name: ' ', email: '\t', subject: ' ', message: '\n' },
  { name: null, email: null, subject: null, message: null },
  { name: 1, email: {}, subject: 0, message: ['text'] },
])('what is missing in %j is asked for in the words of the form', async (body) => {
  expect(await mistakesIn('/api/contact', body)).toEqual(missing)
})

test.each([
  'ama',
  'ama@',
  '@example.com',
  'a b@example.com',
  'a@example.com,b@example.com',
  'a@b\r\nBcc: c@d.ef',
])('%j is no e-mail address', async (email) => {
  expect(await mistakesIn('/api/contact', { ...received, email })).toEqual({ email: 'Invalid email address' })
  expect(await mistakesIn('/api/newsletter', { email })).toEqual({ email: 'Invalid email address' })
})

test('every subject of the form is taken, and no other', async () => {
  for (const subject of [
    'Product Inquiry',
    'Order Status',
    'Returns & Refunds',
    'Wholesale Inquiry',
    'Other',
  ]) {
    expect((await post('/api/contact', { ...received, subject })).status).toBe(201)
  }
  expect(await mistakesIn('/api/contact', { ...received, subject: 'other' })).toEqual({
    subject: 'Please choose a subject',
  })
})

test('texts may be as long as the form lets them be, and not longer', async () => {
  const longest = { ...received, name: 'n'.repeat(120), message: 'm'.repeat(4_000) }
  expect((await post('/api/contact', longest)).status).toBe(201)
  const tooLong = {
    ...received,
    name: 'n'.repeat(121),
    message: 'm'.repeat(4_001),
    email: `${'e'.repeat(250)}@x.gh`,
  }
  expect(await mistakesIn('/api/contact', tooLong)).toEqual({
    name: 'Please use at most 120 characters.',
    message: 'Please use at most 4000 characters.',
    email: 'Please use at most 254 characters.',
  })
})

test.each(['a\0b', 'half \ud83d of a smile'])(
  'characters that cannot be stored are refused',
  async (text) => {
    const wrong = 'This text contains characters we cannot store.'
    expect(await mistakesIn('/api/contact', { ...received, name: text, message: text })).toEqual({
      name: wrong,
      message: wrong,
    })
  },
)

test.each(['id', 'readAt', 'done_at', '__proto'])('nobody sets %s', async (field) => {
  expect(await mistakesIn('/api/contact', { ...received, [field]: 1 })).toEqual({
    [field]: 'This field is not known here.',
  })
})

test.each(['/api/contact', '/api/newsletter'])('%s takes ten an hour from one address', async (path) => {
  const address = `10.1.0.${path.length}`
  const body = (n: number) =>
    path === '/api/contact' ? { ...received, message: `Number ${n}` } : { email: `n${n}@example.com` }
  for (let n = 1; n <= 10; n++) expect((await post(path, body(n), address)).status).toBe(201)
  clock.forward({ minutes: 30 })
  const eleventh = await post(path, body(11), address)
  expect(eleventh.status).toBe(429)
  expect(eleventh.body.code).toBe('too_many_requests')
  expect(eleventh.headers['retry-after']).toBe('1800')
  expect((await post(path, body(11))).status).toBe(201)
  clock.forward({ minutes: 30 })
  expect((await post(path, body(12), address)).status).toBe(201)
})

test('a known address joins the newsletter with the same answer, and stays as it was', async () => {
  const first = await post('/api/newsletter', { email: 'esi@example.com' })
  const joined = await findReader('esi@example.com')
  expect(joined).toMatchObject({ agreedAt: clock(), leftAt: null })
  clock.forward({ days: 3 })
  const second = await post('/api/newsletter', { email: ' ESI@example.com' })
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await findReader('esi@example.com')).toEqual(joined)
})

test('whoever holds the link of a newsletter leaves, once and for good, and may come back', async () => {
  await post('/api/newsletter', { email: 'yaw@example.com' })
  const { leaveSecret: secret } = (await findReader('yaw@example.com')) ?? { leaveSecret: '' }
  clock.forward({ days: 1 })
  const leftAt = clock()
  expect((await post('/api/newsletter/leave', { secret })).body).toEqual({ success: true })
  clock.forward({ days: 1 })
  expect((await post('/api/newsletter/leave', { secret })).body).toEqual({ success: true })
  expect(await findReader('yaw@example.com')).toMatchObject({ leftAt })

  await post('/api/newsletter', { email: 'yaw@example.com' })
  expect(await findReader('yaw@example.com')).toMatchObject({ leftAt: null, agreedAt: clock() })
})

test('a made-up link changes nobody and tells nothing', async () => {
  const { status, body } = await post('/api/newsletter/leave', { secret: 'made-up' })
  expect([status, body]).toEqual([200, { success: true }])
  expect(await mistakesIn('/api/newsletter/leave', {})).toEqual({ secret: 'This link is not complete.' })
  expect((await findReader('esi@example.com'))?.leftAt).toBeNull()
})
