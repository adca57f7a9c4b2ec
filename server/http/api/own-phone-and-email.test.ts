import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ProfileResponse, SignInResponse } from '#contract/accounts.ts'
import type { OwnOrderResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { users } from '#server/features/accounts/tables.ts'
import { openPhoneShop, otherThan, type PhoneShop } from '#server/testing/phone-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const ama = '233241234567'
const password = 'kente cloth shawl'

/** A customer with an e-mail and a password, who may have a number. */
async function openEmailAccount(shop: PhoneShop, email: string, phone?: string) {
  const { ask, codeFor } = shop
  const { id } = await shop.shop.accounts.createAccount({ email, password })
  const { body } = await ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } })
  const confirm = async (number: string, more: object = {}) =>
    await ask<{ code?: string }>('PUT', '/api/account/phone', {
      token: body.token,
      body: { phone: number, code: await codeFor(number), password, ...more },
    })
  if (phone && (await confirm(phone)).status !== 200) throw new Error('The number was not confirmed')
  return { id, email, token: body.token, confirm }
}

async function mailsTo(shop: PhoneShop, email: string): Promise<string[]> {
  return (await shop.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

/** What came to a number besides codes. */
async function messagesTo({ services, context }: PhoneShop, phone: string): Promise<string[]> {
  await context.jobs.runDue()
  const texts = services.arrived.filter(({ to }) => to === phone).map(({ text }) => text)
  return texts.filter((text) => !text.includes('is your code'))
}

async function mailedCode(shop: PhoneShop, token: string, email: string): Promise<string> {
  const { status } = await shop.ask('POST', '/api/account/email/code', { token, body: { email } })
  if (status !== 200) throw new Error(`No code was mailed: ${status}`)
  const mail = (await shop.mails()).findLast(({ to }) => to === email)
  return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function ordersOf({ ask }: PhoneShop, token: string, whose: string): Promise<number[]> {
  const { body } = await ask<{ orders: OwnOrderResponse[] }>('GET', `/api/orders/user/${whose}`, { token })
  return body.orders.map(({ id }) => id)
}

test('an account with an e-mail confirms a number with its password, hears of it, and opens with either', async () => {
  const shop = await openPhoneShop()
  const { id, email, token, confirm } = await openEmailAccount(shop, 'ama@example.com')
  expect(await confirm(ama, { password: 'a guess' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your current password' } },
  })
  expect(await confirm(ama, { password: undefined })).toMatchObject({ status: 400 })
  expect((await confirm(ama)).status).toBe(200)
  expect(await mailsTo(shop, email)).toEqual(['A phone number opens your account'])
  shop.clock.forward({ hours: 1 })
  expect((await shop.signIn(ama)).id).toBe(id)
  const login = await shop.ask('POST', '/api/auth/signin', { body: { email, password } })
  expect(login.status).toBe(200)
  const profile = await shop.ask<ProfileResponse>('GET', `/api/profile/email/${email}`, { token })
  expect(profile.body.sign_in_phone).toBe(ama)
})

test('a wrong code confirms nothing', async () => {
  const shop = await openPhoneShop()
  const { token } = await openEmailAccount(shop, 'ama@example.com')
  const code = otherThan(await shop.codeFor(ama))
  const body = { phone: ama, code, password }
  expect((await shop.ask('PUT', '/api/account/phone', { token, body })).status).toBe(400)
  expect(await shop.context.db.$count(users, eq(users.phone, ama))).toBe(0)
})

test('a number moves only after its code was entered; who had it loses it with its sessions, and is told', async () => {
  const shop = await openPhoneShop()
  const first = await openEmailAccount(shop, 'first@example.com', ama)
  const byPhone = await shop.signIn(ama)
  const second = await openEmailAccount(shop, 'second@example.com')
  shop.clock.forward({ hours: 1 })
  const code = await shop.codeFor(ama)
  const put = (typed: string) =>
    shop.ask('PUT', '/api/account/phone', {
      token: second.token,
      body: { phone: ama, code: typed, password },
    })
  expect((await put(otherThan(code))).status).toBe(400)
  expect(await mailsTo(shop, first.email)).not.toContain('Your phone number was taken from your account')
  expect((await put(code)).status).toBe(200)
  expect(await mailsTo(shop, first.email)).toContain('Your phone number was taken from your account')
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: byPhone.token })).status).toBe(401)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: first.token })).status).toBe(200)
  expect((await shop.signIn(ama)).id).toBe(second.id)
})

test('orders with the confirmed number belong to the account, and to no other', async () => {
  const shop = await openPhoneShop()
  const jar = await shelve(shop.context, { stock: 100 })
  const order = async (phone: string, token?: string) => {
    const details = { customer_phone: phone, customer_email: '' }
    return (await place(shop, [item(jar)], details, token === undefined ? {} : { token })).id
  }
  const somebody = await openEmailAccount(shop, 'somebody@example.com')
  const guest = await order('024 123 4567')
  await order('024 123 4568')
  // Ordered by somebody else for this number: it stays theirs.
  const gift = await order('0241234567', somebody.token)
  const { id, token } = await shop.signIn(ama)
  expect(await ordersOf(shop, token, id)).toEqual([guest])
  const own = await order('+233 24 123 4567', token)
  const elsewhere = await order('020 123 4567', token)
  expect(await ordersOf(shop, token, id)).toEqual([elsewhere, own, guest])
  expect(await ordersOf(shop, somebody.token, somebody.email)).toEqual([gift])
  const stranger = await shop.ask('GET', `/api/orders/user/${id}`, { token: somebody.token })
  expect(stranger.status).toBe(403)

  // The same person with an e-mail: the number moves there, and the orders with it.
  shop.clock.forward({ hours: 1 })
  const email = await openEmailAccount(shop, 'ama@example.com', ama)
  expect(await ordersOf(shop, email.token, email.email)).toEqual([own, guest])
  expect(await shop.context.db.$count(users, eq(users.id, id))).toBe(0)
})

test('a number that was silent for two hundred days opens a new account, without what was before', {
  tags: 'faults',
}, async () => {
  const shop = await openPhoneShop()
  const jar = await shelve(shop.context, { stock: 100 })
  const first = await shop.signIn(ama)
  const order = () => place(shop, [item(jar)], { customer_phone: ama, customer_email: '' })
  await order()
  await place(shop, [item(jar)], { customer_phone: ama }, { token: first.token })
  shop.clock.forward({ days: 200 })
  const second = await shop.signIn(ama)
  expect(second.id).not.toBe(first.id)
  expect(await ordersOf(shop, second.token, second.id)).toEqual([])
  const { id } = await order()
  expect(await ordersOf(shop, second.token, second.id)).toEqual([id])
})

test('an account with an e-mail whose number was silent for so long stays its owner’s, who is told', {
  tags: 'faults',
}, async () => {
  const shop = await openPhoneShop()
  const owner = await openEmailAccount(shop, 'owner@example.com', ama)
  shop.clock.forward({ days: 201 })
  const stranger = await shop.signIn(ama)
  expect(stranger.id).not.toBe(owner.id)
  expect(await mailsTo(shop, owner.email)).toContain('Your phone number was taken from your account')
  const login = { email: owner.email, password }
  expect((await shop.ask('POST', '/api/auth/signin', { body: login })).status).toBe(200)
})

test('orders from long before the number was confirmed are not shown: it may have been somebody else’s', async () => {
  const shop = await openPhoneShop()
  const jar = await shelve(shop.context, { stock: 100 })
  const order = () => place(shop, [item(jar)], { customer_phone: ama, customer_email: '' })
  await order()
  shop.clock.forward({ days: 201 })
  const recent = await order()
  const { id, token } = await shop.signIn(ama)
  expect(await ordersOf(shop, token, id)).toEqual([recent.id])
})

test('a new password by mail takes the number away, so that a thief who added one is out', async () => {
  const shop = await openPhoneShop()
  const { email, id } = await openEmailAccount(shop, 'ama@example.com', ama)
  const thief = await shop.signIn(ama)
  await shop.ask('POST', '/api/auth/forgot-password', { body: { email } })
  const mail = (await shop.mails()).findLast(({ text }) => text.includes('?token='))
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const body = { token, password: 'another password' }
  expect((await shop.ask('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: thief.token })).status).toBe(401)
  shop.clock.forward({ hours: 1 })
  expect((await shop.signIn(ama)).id).not.toBe(id)
})

test('a stranger who signs up with somebody’s e-mail and adds a number is out when its owner confirms it', async () => {
  const shop = await openPhoneShop()
  const email = 'victim@example.com'
  const { ask, codeFor } = shop
  await ask('POST', '/api/auth/signup', { body: { email, password } })
  const link = (await shop.mails()).findLast(({ to }) => to === email)
  const { body } = await ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } })
  const number = { phone: ama, code: await codeFor(ama), password }
  expect((await ask('PUT', '/api/account/phone', { token: body.token, body: number })).status).toBe(200)
  const confirmation = { token: /token=([\w-]+)/.exec(link?.text ?? '')?.[1], password: 'the owner’s own' }
  expect((await ask('POST', '/api/auth/confirm-email', { body: confirmation })).status).toBe(200)
  shop.clock.forward({ hours: 1 })
  expect((await shop.signIn(ama)).id).not.toBe(body.user.id)
})

test('an account without an e-mail adds one with the code of the mail, one to its number and a password', async () => {
  const shop = await openPhoneShop()
  const { id, token } = await shop.signIn(ama)
  const other = await shop.signIn(ama)
  const email = 'ama@example.com'
  const code = await mailedCode(shop, token, email)
  const own_code = await shop.codeFor(ama)
  const put = (body: object) => shop.ask<RefusalResponse>('PUT', '/api/account/email', { token, body })
  const both = { email, code, own_code, password }
  expect((await put({ ...both, code: otherThan(code) })).body.fields).toEqual({ code: expect.any(String) })
  expect((await put({ ...both, email: 'else@example.com' })).status).toBe(400)
  expect((await put(both)).status).toBe(200)
  expect(await messagesTo(shop, ama)).toEqual([
    expect.stringMatching(/^Adom Beauty: an email was added to your account.*\/contact$/),
  ])
  const login = await shop.ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } })
  expect(login).toMatchObject({ status: 200, body: { user: { id } } })
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: other.token })).status).toBe(401)
  const again = await shop.ask('POST', '/api/account/email/code', { token, body: { email } })
  expect(again).toMatchObject({ status: 409, body: { code: 'has_email' } })
})

test('whoever holds a phone that lies open cannot make the account theirs by an e-mail or another number', async () => {
  const shop = await openPhoneShop()
  const { id, token } = await shop.signIn(ama)
  const [email, thiefs] = ['thief@example.com', '233501234567']
  const code = await mailedCode(shop, token, email)
  const numberCode = await shop.codeFor(thiefs)
  const put = (path: string, body: object) =>
    shop.ask<RefusalResponse>('PUT', `/api/account/${path}`, { token, body })
  for (const own_code of [undefined, otherThan('000000')]) {
    const answers = [
      await put('email', { email, code, own_code, password }),
      await put('phone', { phone: thiefs, code: numberCode, own_code, password }),
    ]
    for (const { status, body } of answers)
      expect([status, body.fields]).toEqual([400, { own_code: expect.any(String) }])
  }
  const [row] = await shop.context.db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ email: null, phone: ama })
  expect(await shop.context.db.$count(users)).toBe(1)
})

test('a session in which the password was not typed lately cannot take the number away', async () => {
  const shop = await openPhoneShop()
  const { id } = await openEmailAccount(shop, 'ama@example.com', ama)
  const { token } = await shop.signIn(ama)
  const remove = () => shop.ask('DELETE', '/api/account/phone', { token })
  expect(await remove()).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  expect(await shop.context.db.$count(users, eq(users.phone, ama))).toBe(1)
  await shop.ask('POST', '/api/auth/confirm-password', { token, body: { password } })
  expect((await remove()).status).toBe(200)
  expect(await shop.context.db.$count(users, eq(users.id, id))).toBe(1)
  expect(await messagesTo(shop, ama)).toEqual([
    expect.stringContaining('this number does not open your account any more.'),
  ])
})

test('of two accounts that add the same e-mail at once, one has it', async () => {
  const shop = await openPhoneShop()
  const email = 'shared@example.com'
  const proofs: { token: string; code: string; own_code: string }[] = []
  for (const phone of [ama, '233501234567']) {
    const { token } = await shop.signIn(phone)
    const code = await mailedCode(shop, token, email)
    proofs.push({ token, code, own_code: await shop.codeFor(phone) })
  }
  const answers = await Promise.all(
    proofs.map(({ token, ...codes }) =>
      shop.ask('PUT', '/api/account/email', { token, body: { email, ...codes, password } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('adding an e-mail that has an account looks the same, brings no code, and tells only its owner', async () => {
  const shop = await openPhoneShop()
  await openEmailAccount(shop, 'known@example.com')
  const { token } = await shop.signIn(ama)
  const ask = (email: string) => shop.ask('POST', '/api/account/email/code', { token, body: { email } })
  const [known, fresh] = [await ask('known@example.com'), await ask('fresh@example.com')]
  expect({ ...known, headers: {} }).toEqual({ ...fresh, headers: {} })
  expect(await mailsTo(shop, 'known@example.com')).toEqual(['You already have an account'])
  expect(await mailsTo(shop, 'fresh@example.com')).toEqual([expect.stringMatching(/^\d{6} is your code$/)])
})

test('whoever signed in by a number is out when its owner names another one', async () => {
  const shop = await openPhoneShop()
  const owner = await openEmailAccount(shop, 'ama@example.com', ama)
  const thief = await shop.signIn(ama)
  expect((await owner.confirm('233501234567')).status).toBe(200)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: thief.token })).status).toBe(401)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: owner.token })).status).toBe(200)
})

test('an account keeps one way in: the number goes only where there is an e-mail', async () => {
  const shop = await openPhoneShop()
  const remove = (token: string) => shop.ask('DELETE', '/api/account/phone', { token })
  const { token } = await shop.signIn('233501234567')
  expect(await remove(token)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  const viewer = await shop.shop.accounts.findViewer(token)
  if (viewer === null) throw new Error('Not signed in')
  await expect(shop.shop.accounts.removePhone(viewer)).rejects.toMatchObject({ code: 'email_needed' })
  const email = await openEmailAccount(shop, 'ama@example.com', ama)
  const byPhone = await shop.signIn(ama)
  expect((await remove(email.token)).status).toBe(200)
  expect((await shop.ask('GET', '/api/auth/check-admin', { token: byPhone.token })).status).toBe(401)
})

test('an account without an e-mail has a profile, changes its number, sees its data, and is deleted with a code', async () => {
  const shop = await openPhoneShop()
  const jar = await shelve(shop.context, { stock: 100 })
  const { id, token } = await shop.signIn(ama)
  const other = '233501234567'
  const profile = await shop.ask<ProfileResponse>('GET', `/api/profile/email/${id}`, { token })
  expect(profile).toMatchObject({ status: 200, body: { id, email: '', sign_in_phone: ama } })
  const { token: somebody } = await shop.signedInAs('customer')
  expect((await shop.ask('GET', `/api/profile/email/${id}`, { token: somebody })).status).toBe(403)
  const body = { phone: other, code: await shop.codeFor(other), own_code: await shop.codeFor(ama) }
  expect((await shop.ask('PUT', '/api/account/phone', { token, body })).status).toBe(200)
  expect(await messagesTo(shop, ama)).toEqual([
    expect.stringContaining('another number opens your account now, instead of this one.'),
  ])
  const guest = await place(shop, [item(jar)], { customer_phone: other, customer_email: '' })
  const { body: data } = await shop.ask<{ account: object; orders: object[] }>('GET', '/api/account/data', {
    token,
  })
  expect(data).toMatchObject({ account: { phone: other, email: null }, orders: [{ id: guest.id }] })
  const { token: boss } = await shop.signedInAs('admin')
  await shop.ask('PUT', `/api/orders/${guest.id}`, { token: boss, body: { status: 'Cancelled' } })

  shop.clock.forward({ minutes: 1 })
  const end = (proof: object) => shop.ask('POST', '/api/account/delete', { token, body: proof })
  const code = await shop.codeFor(other)
  expect((await end({ password: 'x' })).status).toBe(400)
  expect((await end({ code: otherThan(code) })).status).toBe(400)
  expect((await end({ code })).status).toBe(200)
  expect(await shop.context.db.$count(users, eq(users.id, id))).toBe(0)
})

test('the team page finds somebody without an e-mail by the number', async () => {
  const shop = await openPhoneShop()
  const { id } = await shop.signIn(ama)
  const { token } = await shop.signedInAs('admin')
  const { body } = await shop.ask<object[]>('GET', '/api/team?q=024%20123%204567', { token })
  expect(body).toEqual([expect.objectContaining({ id, email: '', name: 'Customer' })])
})

test('a testimonial of somebody without a name never shows the number', async () => {
  const shop = await openPhoneShop()
  const { token } = await shop.signIn(ama)
  const body = { location: 'Accra', quote: 'Soft skin, every morning.', rating: 5 }
  const { status } = await shop.ask('POST', '/api/testimonials', { token, body })
  expect(status).toBe(201)
  const { body: shown } = await shop.ask('GET', '/api/testimonials')
  expect(JSON.stringify(shown)).toContain('Customer')
  expect(JSON.stringify(shown)).not.toContain('4567')
})
