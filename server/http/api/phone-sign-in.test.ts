import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { oneTimeCodes, sessions, users } from '#server/features/accounts/tables.ts'
import { sumUpTables } from '#server/testing/database.ts'
import { openPhoneShop, otherThan } from '#server/testing/phone-shop.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const ama = '233241234567'
const phone = 'the-phone-of-its-owner'
const wrong = { status: 400, body: { code: 'invalid_input', fields: { code: expect.any(String) } } }

test('a code of six digits comes by SMS, signs in, and makes an account with a phone and no e-mail', async () => {
  const { askForCode, readCode, enter, services, ask, context } = await openPhoneShop()
  expect(await askForCode('024 123 4567')).toMatchObject({ status: 200, body: { success: true } })
  await context.jobs.runDue()
  const sent = services.arrived.at(-1)
  expect(sent).toMatchObject({ service: 'arkesel', to: ama })
  expect(sent?.text).toMatch(
    /^Adom Beauty: \d{6} is your code\. It is good for 5 minutes\. Tell it to nobody, not even us\.$/,
  )
  const { status, body } = await enter('+233 24 123 4567', readCode(ama))
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ email: '', name: '024 123 4567', is_admin: false, role: null })
  const checked = await ask('GET', '/api/auth/check-admin', { token: body.token })
  expect(checked).toMatchObject({ status: 200, body: { user: { id: body.user.id, email: '' } } })
  const [row] = await context.db.select().from(users)
  expect(row).toMatchObject({ id: body.user.id, email: null, phone: ama, hasConfirmedEmail: false })
})

test('whoever signs in again with the number comes into the same account', async () => {
  const { signIn, clock } = await openPhoneShop()
  const first = await signIn(ama)
  clock.forward({ days: 190 })
  expect((await signIn(ama)).id).toBe(first.id)
})

test('without a channel, or with no codes a day, nothing is sent and both calls say so', async () => {
  const off = { status: 409, body: { code: 'phone_sign_in_off' } }
  const silent = await openTestShop()
  onTestFinished(silent.close)
  for (const [path, more] of [
    ['code', {}],
    ['login', { code: '123456' }],
  ] as const) {
    const body = { phone: ama, ...more }
    expect(await silent.ask('POST', `/api/auth/phone/${path}`, { body })).toMatchObject(off)
  }
  expect(silent.shop.settings.hasPhoneSignIn).toBe(false)
  const none = await openPhoneShop({ settings: { PHONE_CODES_PER_DAY: '0' } })
  expect(await none.askForCode(ama)).toMatchObject(off)
  expect(none.shop.settings.hasPhoneSignIn).toBe(false)
})

test.each(['', '024', '0302123456', '+447911123456', '024 123 4567; drop'])(
  '%j is no mobile number of Ghana, and gets no code',
  async (phone) => {
    const { askForCode, services, context } = await openPhoneShop()
    expect(await askForCode(phone)).toMatchObject({
      status: 400,
      body: { fields: { phone: expect.any(String) } },
    })
    await context.jobs.runDue()
    expect(services.arrived).toEqual([])
  },
)

test('a code works once', async () => {
  const { codeFor, enter } = await openPhoneShop()
  const code = await codeFor(ama)
  expect((await enter(ama, code)).status).toBe(200)
  expect(await enter(ama, code)).toMatchObject(wrong)
})

test('two who enter the right code at once open it once', async () => {
  const { codeFor, enter, context } = await openPhoneShop()
  const code = await codeFor(ama)
  const statuses = await Promise.all([1, 2, 3].map(async () => (await enter(ama, code)).status))
  expect(statuses.toSorted()).toEqual([200, 400, 400])
  expect(await context.db.$count(sessions)).toBe(1)
})

test('a code ends after five minutes', async () => {
  const { codeFor, enter, clock } = await openPhoneShop()
  const late = await codeFor(ama)
  clock.forward({ minutes: 5 })
  expect(await enter(ama, late)).toMatchObject(wrong)
  const early = await codeFor(ama)
  clock.forward({ minutes: 4, seconds: 59 })
  expect((await enter(ama, early)).status).toBe(200)
})

test('only the newest code works, and only for the number that it was sent to', async () => {
  const { codeFor, enter } = await openPhoneShop()
  const first = await codeFor(ama)
  const other = await codeFor('233501234567')
  const second = await codeFor(ama)
  expect(await enter(ama, first)).toMatchObject(first === second ? {} : wrong)
  expect(await enter(ama, other)).toMatchObject(other === second ? {} : wrong)
  expect((await enter(ama, second)).status).toBe(200)
})

test('five wrong tries use a code up, counted exactly also when they come at once', async () => {
  const { codeFor, enter, context } = await openPhoneShop()
  const code = await codeFor(ama, undefined, phone)
  const guesses = Array.from({ length: 12 }, (_, guess) =>
    enter(ama, otherThan(code), `10.0.0.${guess}`, phone),
  )
  for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(wrong)
  const [row] = await context.db.select().from(oneTimeCodes)
  expect(row?.tries).toBe(5)
  expect(await enter(ama, code, undefined, phone)).toMatchObject(wrong)
})

test('four wrong tries leave the fifth', async () => {
  const { codeFor, enter } = await openPhoneShop()
  const code = await codeFor(ama)
  for (let guess = 0; guess < 4; guess++) await enter(ama, otherThan(code))
  expect((await enter(ama, code)).status).toBe(200)
})

test('the code is stored as a slow hash, and stands neither in the queue nor in the log', async () => {
  const { askForCode, context, readCode, lines, services, enter } = await openPhoneShop()
  services.next('arkesel', { status: 503 })
  await askForCode(ama)
  const { rows: jobs } = await context.db.execute("select data from pgboss.job where name = 'phone-code'")
  await context.jobs.runDue({ evenLater: true })
  const code = readCode(ama)
  expect(code).toMatch(/^\d{6}$/)
  const [row] = await context.db.select().from(oneTimeCodes)
  expect(row?.code).toMatch(/^\$argon2id\$/)
  await enter(ama, otherThan(code))
  await enter(ama, code)
  expect(jobs).toHaveLength(1)
  expect(JSON.stringify(jobs)).not.toContain(code)
  const log = lines.join('\n')
  expect(log).toContain('A code is not sent this way')
  for (const secret of [code, ama, '0241234567', '1234567']) expect(log).not.toContain(secret)
})

test('the answer and the work are the same for a number with an account and for one without', async () => {
  const { signIn, askForCode, enter, context, clock } = await openPhoneShop()
  await openStaffWithPhone(context, '233509999999')
  await signIn(ama)
  clock.forward({ days: 1 })
  const prepared = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => prepared.mockRestore())
  const seen = []
  for (const phone of [ama, '233509999999', '233551234567']) {
    const code = await askForCode(phone)
    await context.jobs.runDue()
    prepared.mockClear()
    const { headers: _, ...refused } = await enter(phone, '000000')
    const hashed = prepared.mock.contexts.filter((text) => String(text) === '000000').length
    seen.push({ status: code.status, body: code.body, refused, hashed })
  }
  expect(seen[0]).toMatchObject({ status: 200, body: { success: true }, refused: wrong, hashed: 1 })
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('asking for a code changes no table of the shop but the counts of tries', async () => {
  const { signIn, askForCode, context } = await openPhoneShop()
  await signIn(ama)
  const before = await sumUpTables(context)
  await askForCode(ama)
  await askForCode('233551234567')
  expect(await sumUpTables(context)).toEqual(before)
})

test('a number that nobody asked a code for costs the same hashing', async () => {
  const { enter } = await openPhoneShop()
  const prepared = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => prepared.mockRestore())
  expect(await enter(ama, '123456')).toMatchObject(wrong)
  expect(prepared.mock.contexts.filter((text) => String(text) === '123456')).toHaveLength(1)
})

test('WhatsApp carries codes with a template of their own; whoever asks again gets an SMS', async () => {
  const { codeFor, enter, services } = await openPhoneShop({}, true)
  await codeFor(ama)
  const question = JSON.parse(services.asked.at(-1)?.body ?? '{}')
  expect(question.template.name).toBe('sign_in_code')
  expect(question.template.components).toHaveLength(2)
  expect(services.arrived.map(({ service }) => service)).toEqual(['whatsapp'])
  const again = await codeFor(ama)
  expect(services.arrived.map(({ service }) => service)).toEqual(['whatsapp', 'arkesel'])
  expect((await enter(ama, again)).status).toBe(200)
})

test('where WhatsApp refuses a number, the same code goes by SMS at once', async () => {
  const { codeFor, enter, services } = await openPhoneShop({}, true)
  services.next('whatsapp', { status: 400, body: { error: { code: 131026 } } })
  const code = await codeFor(ama)
  expect(services.arrived.map(({ service }) => service)).toEqual(['arkesel'])
  expect((await enter(ama, code)).status).toBe(200)
})

test('WhatsApp without a template for codes is no way for them', { tags: 'faults' }, async () => {
  const services = { WHATSAPP_NUMBER_ID: '1', WHATSAPP_TOKEN: 'a', WHATSAPP_APP_SECRET: 'b' }
  const shop = await openTestShop({
    settings: { ...services, WHATSAPP_VERIFY_TOKEN: 'a-word-of-our-own' },
  })
  onTestFinished(shop.close)
  expect(shop.shop.settings.hasPhoneSignIn).toBe(false)
})

test('a code that nobody waits for any more is not sent', async () => {
  const { askForCode, context, services, clock } = await openPhoneShop()
  await askForCode(ama)
  clock.forward({ minutes: 6 })
  await context.jobs.runDue()
  expect(services.arrived).toEqual([])
})

test('codes of phones that never came are forgotten', async () => {
  const { codeFor, context, clock } = await openPhoneShop()
  await codeFor(ama)
  clock.forward({ hours: 1 })
  await context.jobs.send(context.db, 'clear-codes', {})
  await context.jobs.runDue()
  expect(await context.db.$count(oneTimeCodes)).toBe(0)
})

test('a blocked account stays closed, and answers like a wrong code', async () => {
  const { signIn, codeFor, enter, signedInAs, ask } = await openPhoneShop()
  const { id, token } = await signIn(ama)
  const { token: boss } = await signedInAs('admin')
  const body = { is_blocked: true }
  expect((await ask('PUT', `/api/team/${id}/block`, { token: boss, body })).status).toBe(200)
  expect((await ask('GET', '/api/auth/check-admin', { token })).status).toBe(401)
  expect(await enter(ama, await codeFor(ama))).toMatchObject(wrong)
})

test('a code never opens the account of somebody who works here', async () => {
  const { codeFor, enter, context } = await openPhoneShop()
  await openStaffWithPhone(context, ama)
  expect(await enter(ama, await codeFor(ama))).toMatchObject({
    status: 403,
    body: { code: 'staff_needs_password' },
  })
  expect(await context.db.$count(sessions)).toBe(0)
})

test('who is given a role while signed in by phone signs in again with the password', async () => {
  const { signIn, signedInAs, ask, context } = await openPhoneShop()
  const { id, token } = await signIn(ama)
  const { token: boss } = await signedInAs('admin')
  const give = () => ask('PUT', `/api/team/${id}`, { token: boss, body: { is_helper: true } })
  expect(await give()).toMatchObject({ status: 409, body: { code: 'email_not_confirmed' } })
  await expect(context.db.update(users).set({ isHelper: true }).where(eq(users.id, id))).rejects.toThrow()
  await context.db.update(users).set({ email: 'ama@example.com', isHelper: true }).where(eq(users.id, id))
  expect((await ask('GET', '/api/auth/check-admin', { token })).status).toBe(401)
})

async function openStaffWithPhone(
  context: Awaited<ReturnType<typeof openTestShop>>['context'],
  phone: string,
): Promise<void> {
  const now = context.clock()
  await context.db.insert(users).values({
    id: context.random.uuid(),
    email: `${phone}@example.com`,
    hasConfirmedEmail: true,
    isHelper: true,
    ...{ phone, phoneProvenAt: now, phoneSince: now, createdAt: now, updatedAt: now },
  })
}
