import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { BegunSecondFactorResponse, RecoveryCodesResponse, SignInResponse } from '#contract/accounts.ts'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import { users } from '../features/accounts/tables.ts'
import { appCode } from '../testing/authenticator-app.ts'
import { sayAsOwner } from '../testing/database.ts'
import { uploadForm } from '../testing/forms.ts'
import { item, orderBody, place, post } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const lines: string[] = []
const world = await openTestShop({
  withPages: true,
  settings: { SMS_PROVIDER: 'log' },
  logTo: { write: (line) => lines.push(line) },
})
afterAll(world.close)
const { app, ask, mails, signedInAs, context } = world

/** What must not be in the log in any form: it is added as it comes up. */
const secrets = new Set<string>()

const given = {
  name: 'Akosua Nkrumah-Zed',
  email: 'akosua.zed@private.example',
  phone: '024 555 0199',
  street: 'House 77, Palmwine Junction',
  gps: 'GA-183-8164',
  password: 'correct horse kente',
  newPassword: 'another horse kente',
  message: 'The rash is back',
}
for (const value of Object.values(given)) secrets.add(value)
for (const piece of ['Akosua', 'Zed', 'akosua', 'Palmwine', '0245550199', '5550199', '555 0199', 'rash'])
  secrets.add(piece)

const jar = await shelve(context, { stock: 50 })
const { email, password } = given
const contact = { name: given.name, email, subject: 'Other', message: given.message }
const details = {
  customer_name: given.name,
  customer_email: email,
  customer_phone: given.phone,
  address: given.street,
  zip: given.gps,
}

async function newestLink(): Promise<string> {
  const mail = (await mails()).findLast(({ text }) => /\?token=/.test(text))
  const token = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
  secrets.add(token)
  return token
}

async function signIn(tried: string): Promise<string> {
  const { body } = await ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password: tried } })
  if (body.token) secrets.add(body.token)
  return body.token
}

async function openAccount(): Promise<string> {
  await ask('POST', '/api/auth/signup', { body: { email, password } })
  await ask('POST', '/api/auth/signup', { body: { email, password: 'x' } })
  await ask('POST', '/api/auth/confirm-email', { body: { token: await newestLink(), password } })
  await signIn('wrong horse kente')
  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const reset = { token: await newestLink(), password: given.newPassword }
  await ask('POST', '/api/auth/reset-password', { body: reset })
  await ask('POST', '/api/auth/reset-password', { body: reset })
  const token = await signIn(given.newPassword)
  const form = [
    ['full_name', given.name],
    ['phone', given.phone],
    ['shipping_address', given.street],
  ] as const
  expect((await ask('PUT', '/api/profile', { token, ...(await uploadForm(form)) })).status).toBe(200)
  expect((await ask('GET', `/api/profile/email/${email}`, { token })).status).toBe(200)
  return token
}

async function buy(token: string): Promise<{ reference: string; code: string }> {
  const online = { ...details, payment_method: 'mtn_momo' }
  const placed = await place(world, [item(jar)], online, { token, key: 'one attempt' })
  const { id: orderId, tracking_code: code, order_total: amount } = placed
  secrets.add(code)
  await post(world, orderBody([item(jar, 999)], details))
  await post(world, orderBody([item(jar, 1, 1)], details))
  await post(world, orderBody([item(jar)], { ...details, customer_phone: `${given.phone} or so` }))
  await ask('GET', `/api/order-tracking/${code}`)
  const body = { orderId, amount, customerPhone: given.phone, customerName: given.name, customerEmail: email }
  await ask('POST', '/api/payments/mtn_momo', { body: { ...body, amount: amount + 1 } })
  const { body: started } = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body })
  const payment = `/api/payments/${started.referenceId}`
  await ask('POST', `${payment}/test-answer`, { body: { answer: 'approve' } })
  await ask('POST', `${payment}/check`)
  return { reference: payment, code }
}

async function workInOffice({ reference, code }: { reference: string; code: string }): Promise<void> {
  const { token, viewer } = await signedInAs('admin')
  for (const secret of [token, viewer.email]) secrets.add(secret)
  const { body } = await ask<{ ticket: string }>('POST', '/api/downloads', { token })
  secrets.add(body.ticket)
  await ask('GET', `/api/orders.csv?ticket=${body.ticket}`)
  for (const q of [given.name, email, given.phone, code])
    expect((await ask('GET', `/api/orders?q=${encodeURIComponent(q)}`, { token })).status).toBe(200)
  const note = `${given.name} rang from ${given.phone}`
  await ask('POST', `${reference}/refund`, { token, body: { amount: 5, note } })
  await ask('PUT', '/api/orders/1/note', { token, body: { note } })
  await ask('PUT', '/api/orders/1', { token, body: { status: 'Shipped' } })
  await signInTwice(token, viewer.email)
}

/** In two steps, with all that is secret about them. */
async function signInTwice(token: string, admin: string): Promise<void> {
  const known = { password: 'the admin’s password' }
  const begun = await ask<BegunSecondFactorResponse>('POST', '/api/account/second-factor', {
    token,
    body: known,
  })
  const { secret } = begun.body
  const [code, next] = [appCode(secret, context.clock()), appCode(secret, context.clock(), 1)]
  const on = { token, body: { code } }
  const { body } = await ask<RecoveryCodesResponse>('POST', '/api/account/second-factor/on', on)
  // Six digits could be part of any number, such as a time; they are not looked for.
  for (const each of [known.password, secret, ...body.recovery_codes]) secrets.add(each)
  const tried = [undefined, code, next, ...body.recovery_codes.slice(0, 2)]
  for (const given of tried)
    await ask('POST', '/api/auth/signin', { body: { email: admin, ...known, code: given } })
}

async function beRefused(token: string): Promise<void> {
  for (const path of [`/api/orders/user/${email}`, `/api/nowhere/${email}`, `/api/orders?q=${given.name}`])
    await ask('GET', encodeURI(path), {})
  await ask('GET', '/api/orders', { token })
  await ask('GET', '/api/orders', { token: `${token.slice(0, -2)}xx` })
  await ask('POST', '/api/contact', { body: { ...contact, password } })
  const broken = `{"email":"${email}","password":"${password}",}`
  await app.inject({
    method: 'POST',
    url: '/api/auth/signin',
    payload: broken,
    headers: { 'content-type': 'application/json' },
  })
}

async function openPages({ code }: { code: string }, token: string): Promise<void> {
  for (const url of [
    `/track-order?code=${code}`,
    `/reset-password?token=${token}`,
    `/login?from=/account&email=${email}`,
    `/nowhere/${email}`,
  ])
    await app.inject({ url, headers: { accept: 'text/html', authorization: `Bearer ${token}` } })
}

async function speakNonsense(token: string): Promise<void> {
  const address = await app.listen({ port: 0 })
  const line = connect({ port: Number(new URL(address).port), host: '127.0.0.1' })
  line.end(`GET /account?token=${token} HTTP/9.9\r\nauthorization: Bearer ${token}\r\n${email}\r\n\r\n`)
  await new Promise((resolve) => line.on('close', resolve).resume())
}

/** What the shop says when its own parts fail. */
async function breakDown(token: string): Promise<void> {
  for (const table of ['contact_messages', 'profiles', 'order_lines'])
    await sayAsOwner(world.database, `alter table ${table} rename to ${table}_gone`)
  const form = await uploadForm([['full_name', given.name]])
  const answers = [
    await ask('POST', '/api/contact', { body: contact }),
    await ask('PUT', '/api/profile', { token, ...form }),
    await post(world, orderBody([item(jar)], details)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  context.mailer.send = async ({ to }) => {
    throw new Error(`550 5.1.1 <${to}>: ${email} is unknown here; call ${given.phone}`)
  }
  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  await mails()
}

test('whatever happens on a day, the log tells what the shop did and nothing about who it was', async () => {
  const token = await openAccount()
  const bought = await buy(token)
  await workInOffice(bought)
  await openPages(bought, token)
  expect((await ask('POST', '/api/contact', { body: contact })).status).toBe(201)
  expect((await ask('POST', '/api/newsletter', { body: { email } })).status).toBe(201)
  await mails()
  await beRefused(token)
  await speakNonsense(token)
  await breakDown(token)
  await openPages(bought, token)

  const said = lines.join('')
  for (const event of [
    'answered',
    'signed in',
    'refused',
    'request failed',
    'page failed',
    'A job is done',
    'A job failed',
    'SMS',
  ])
    expect([event, said.includes(event)]).toEqual([event, true])
  const [account] = await context.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const signedIn = lines.filter((line) => line.includes('"signed in"')).map((line) => JSON.parse(line).who)
  expect(signedIn).toContain(account?.id)
  expect(lines.length).toBeGreaterThan(60)
  const leaks = [...secrets].flatMap((secret) => lines.filter((line) => line.includes(secret)))
  expect(leaks).toEqual([])
})
