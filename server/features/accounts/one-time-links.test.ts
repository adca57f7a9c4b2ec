import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { SignInResponse } from '#contract/accounts.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, shop, context, mails, clock, close } = await openTestShop()
afterAll(close)

const password = 'kente cloth'
const done = { status: 200, body: { success: true } }
const refused = { status: 400, body: { code: 'invalid_link' } }

let visitors = 0

/** Every call comes from its own address: these tests are not about limits. */
function post<Body = unknown>(path: string, body?: object, token?: string) {
  visitors++
  return ask<Body>('POST', `/api/auth/${path}`, {
    body,
    token,
    address: `10.0.${visitors >> 8}.${visitors & 255}`,
  })
}

const phone = { device: 'the-phone-that-signed-up' }
const otherPhone = { device: 'the-phone-of-the-mailbox' }

async function signUp(email: string): Promise<string> {
  await post('signup', { email, password, ...phone })
  const { body } = await post<SignInResponse>('signin', { email, password })
  return body.token
}

function confirm(token: string, from: { device?: string; password?: string } = phone) {
  return post('confirm-email', { token, ...from })
}

async function statusOfSignIn(email: string, typed: string): Promise<number> {
  return (await post('signin', { email, password: typed })).status
}

async function newestLink(email: string, page: string): Promise<string> {
  const mail = (await mails()).findLast(({ to, text }) => to === email && text.includes(page))
  return new RegExp(`http://shop.example${page}\\?token=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? 'no link'
}

const confirmLink = (email: string) => newestLink(email, '/confirm-email')
const resetLink = (email: string) => newestLink(email, '/reset-password')

async function isConfirmed(token: string): Promise<boolean | undefined> {
  return (await shop.accounts.findViewer(token))?.hasConfirmedEmail
}

test('the link in the mail confirms the e-mail once; pressed again it says so, however late, and signs nobody out', async () => {
  const token = await signUp('ama@example.com')
  const link = await confirmLink('ama@example.com')
  expect(await isConfirmed(token)).toBe(false)
  expect(await confirm(link)).toMatchObject(done)
  const { body } = await post<SignInResponse>('signin', { email: 'ama@example.com', password })
  expect(await isConfirmed(body.token)).toBe(true)
  clock.forward({ hours: 49 })
  expect(await confirm(link)).toMatchObject(done)
  expect(await isConfirmed(body.token)).toBe(true)
  expect(await confirm(`${link.slice(0, -1)}_`)).toMatchObject(refused)
})

test('where the account was made one press confirms, and its password stays', async () => {
  for (const email of ['signed.up@example.com', 'signed.in@example.com']) {
    await post('signup', { email, password, ...(email.startsWith('signed.up') ? phone : {}) })
    await post('signin', { email, password, ...(email.startsWith('signed.in') ? phone : {}) })
    expect(await confirm(await confirmLink(email))).toMatchObject(done)
    expect(await statusOfSignIn(email, password)).toBe(200)
  }
})

test('a stranger who signed up with somebody’s e-mail is out once its owner confirms it, and so is the stranger’s password', async () => {
  const email = 'owner@example.com'
  const stranger = await signUp(email)
  const other = await signUp('other@example.com')
  const link = await confirmLink(email)
  for (const from of [{}, otherPhone])
    expect(await confirm(link, from)).toMatchObject({ status: 409, body: { code: 'new_password_needed' } })
  expect(await isConfirmed(stranger)).toBe(false)

  expect(await confirm(link, { ...otherPhone, password: 'her own shawl' })).toMatchObject(done)
  expect(await shop.accounts.findViewer(stranger)).toBeNull()
  expect(await shop.accounts.findViewer(other)).not.toBeNull()
  expect(await statusOfSignIn(email, password)).toBe(401)
  expect(await statusOfSignIn(email, 'her own shawl')).toBe(200)
})

test('a link that has confirmed chooses no further password, and neither does one that never was good', async () => {
  const email = 'twice@example.com'
  await signUp(email)
  const link = await confirmLink(email)
  const short = await confirm(link, { password: '12345' })
  expect(short.body).toMatchObject({ fields: { password: 'Password must be at least 6 characters long' } })
  const both = ['first shawl', 'second shawl'].map((each) => confirm(link, { password: each }))
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  expect(await confirm(link, { password: 'third shawl' })).toMatchObject(done)
  const opening = ['first shawl', 'second shawl', 'third shawl'].map((each) => statusOfSignIn(email, each))
  expect((await Promise.all(opening)).filter((status) => status === 200)).toHaveLength(1)
  expect(await statusOfSignIn(email, 'third shawl')).toBe(401)
  expect(await confirm('made-up', { password: 'her own shawl' })).toMatchObject(refused)
})

test('a confirmation link works for 48 hours', async () => {
  const token = await signUp('late@example.com')
  const link = await confirmLink('late@example.com')
  clock.forward({ hours: 48 })
  expect(await confirm(link)).toMatchObject(refused)
  expect(await isConfirmed(token)).toBe(false)
})

test('a new confirmation mail ends the link of the one before', async () => {
  const token = await signUp('kofi@example.com')
  const first = await confirmLink('kofi@example.com')
  expect(await post('resend-confirmation', undefined, token)).toMatchObject(done)
  const second = await confirmLink('kofi@example.com')
  expect(await confirm(first)).toMatchObject(refused)
  expect(await confirm(second)).toMatchObject(done)
})

test('whoever has confirmed gets no further confirmation mail', async () => {
  await signUp('efua@example.com')
  await confirm(await confirmLink('efua@example.com'))
  const signedIn = await post<SignInResponse>('signin', { email: 'efua@example.com', password })
  const { token } = signedIn.body
  const before = (await mails()).length
  expect(await post('resend-confirmation', undefined, token)).toMatchObject(done)
  expect(await mails()).toHaveLength(before)
})

test('asking for a new password answers the same with and without an account', async () => {
  await signUp('esi@example.com')
  const before = (await mails()).length
  expect(await post('forgot-password', { email: 'esi@example.com' })).toMatchObject(done)
  expect(await post('forgot-password', { email: 'nobody@example.com' })).toMatchObject(done)
  const sent = (await mails()).slice(before).map(({ to, subject }) => ({ to, subject }))
  expect(sent).toEqual([{ to: 'esi@example.com', subject: 'Choose a new password' }])
})

test('a new password signs out every device, proves the e-mail and is announced by mail', async () => {
  const phone = await signUp('yaa@example.com')
  await post('forgot-password', { email: 'Yaa@example.com ' })
  const reset = { token: await resetLink('yaa@example.com'), password: 'adinkra symbols' }
  expect(await post('reset-password', reset)).toMatchObject(done)
  expect(await shop.accounts.findViewer(phone)).toBeNull()
  expect((await post('signin', { email: 'yaa@example.com', password })).status).toBe(401)
  const { body } = await post<SignInResponse>('signin', {
    email: 'yaa@example.com',
    password: 'adinkra symbols',
  })
  expect(await isConfirmed(body.token)).toBe(true)
  expect((await mails()).at(-1)).toMatchObject({
    to: 'yaa@example.com',
    subject: 'Your password was changed',
  })
})

test('a link for a new password works once, also when it is pressed twice at the same moment', async () => {
  await signUp('abena@example.com')
  await post('forgot-password', { email: 'abena@example.com' })
  const token = await resetLink('abena@example.com')
  const answers = await Promise.all([
    post('reset-password', { token, password: 'first password' }),
    post('reset-password', { token, password: 'second password' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await post('reset-password', { token, password: 'third password' })).toMatchObject(refused)
})

test('a link for a new password works for one hour', async () => {
  await signUp('kwame@example.com')
  await post('forgot-password', { email: 'kwame@example.com' })
  const token = await resetLink('kwame@example.com')
  clock.forward({ hours: 1 })
  expect(await post('reset-password', { token, password: 'adinkra symbols' })).toMatchObject(refused)
  expect((await post('signin', { email: 'kwame@example.com', password })).status).toBe(200)
})

test('a password that is too short does not use up the link', async () => {
  await signUp('akua@example.com')
  await post('forgot-password', { email: 'akua@example.com' })
  const token = await resetLink('akua@example.com')
  const short = await post('reset-password', { token, password: '12345' })
  expect(short.body).toMatchObject({ fields: { password: 'Password must be at least 6 characters long' } })
  expect(await post('reset-password', { token, password: '123456' })).toMatchObject(done)
})

test('a link is good for its own purpose only', async () => {
  await signUp('adjoa@example.com')
  await post('forgot-password', { email: 'adjoa@example.com' })
  const [confirmation, reset] = [await confirmLink('adjoa@example.com'), await resetLink('adjoa@example.com')]
  expect(await post('reset-password', { token: confirmation, password: 'adinkra symbols' })).toMatchObject(
    refused,
  )
  expect(await confirm(reset)).toMatchObject(refused)
})

test('the secret of a link is only in the mail, neither in our tables nor in the waiting jobs', async () => {
  await signUp('afia@example.com')
  const secret = await confirmLink('afia@example.com')
  const { rows } = await context.db.execute(
    sql`select l::text from mail_links l union all select j::text from pgboss.job j`,
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
})
