import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/features/orders/tables.ts'
import { openPhoneShop, otherThan } from '#server/testing/phone-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const ama = '233241234567'
const phone = 'the-phone-of-its-owner'
const wrong = { status: 400, body: { code: 'invalid_input', fields: { code: expect.any(String) } } }

test('a number gets three codes in a quarter of an hour and eight a day, and then again', {
  tags: 'faults',
}, async () => {
  const { askForCode, context, services, clock } = await openPhoneShop()
  const send = async () => {
    const { status, headers } = await askForCode(ama)
    await context.jobs.runDue()
    return status === 429 ? Number(headers['retry-after']) : status
  }
  expect([await send(), await send(), await send()]).toEqual([200, 200, 200])
  expect(await send()).toBe(15 * 60)
  clock.forward({ minutes: 15 })
  expect([await send(), await send(), await send()]).toEqual([200, 200, 200])
  clock.forward({ minutes: 15 })
  expect([await send(), await send()]).toEqual([200, 200])
  expect(await send()).toBe(24 * 3_600 - 30 * 60)
  expect(services.arrived).toHaveLength(8)
  clock.forward({ days: 1 })
  expect(await send()).toBe(200)
})

test('a refusal for a number says when to try again, and is the same for every number', async () => {
  const { askForCode, signIn } = await openPhoneShop()
  await signIn(ama)
  const answers = []
  for (const [phone, tries] of [
    [ama, 2],
    ['233551234567', 3],
  ] as const) {
    for (let sent = 0; sent < tries; sent++) await askForCode(phone, '10.9.9.9')
    answers.push((await askForCode(phone, '10.9.9.9')).body)
  }
  expect(answers[0]).toMatchObject({
    code: 'too_many_requests',
    error: 'Enough codes were sent for now. Please look at the newest one, or try again in 15 minutes.',
  })
  expect(answers[1]).toEqual(answers[0])
})

test('an address asks for thirty codes an hour, a whole network of the new kind counting as one', {
  tags: 'faults',
}, async () => {
  const { askForCode } = await openPhoneShop({ settings: { PHONE_CODES_PER_DAY: '1000' } })
  const from = (place: number) => `2001:db8:1:2::${place.toString(16)}`
  for (let asked = 0; asked < 30; asked++)
    expect((await askForCode(`23324${1_000_000 + asked}`, from(asked + 1))).status).toBe(200)
  expect((await askForCode('233245555555', from(99))).status).toBe(429)
  expect((await askForCode('233245555555', '2001:db8:1:3::1')).status).toBe(200)
})

test('strangers use up half of the day’s codes and get no more, with the same answer; who is known still gets one', {
  tags: 'faults',
}, async () => {
  const { askForCode, codeFor, enter, signIn, context, services, lines, clock, ...shop } =
    await openPhoneShop({
      settings: { PHONE_CODES_PER_DAY: '8' },
    })
  const [kofi, guest, nobody] = ['233241234568', '233241234569', '233241234570'] as const
  const { id } = await signIn(ama, '10.0.1.1', phone)
  await signIn(kofi, '10.0.1.2')
  const jar = await shelve(context, { stock: 100 })
  const { id: orderId } = await place(shop, [item(jar)], { customer_phone: guest, customer_email: '' })
  await context.db.update(orders).set({ status: 'Delivered' }).where(eq(orders.id, orderId))
  // What strangers order in somebody's name makes nobody known.
  await place(shop, [item(jar)], { customer_phone: nobody, customer_email: '' })
  for (let stranger = 0; stranger < 4; stranger++)
    await askForCode(`23324${1_000_000 + stranger}`, `10.0.0.${stranger}`)
  await context.jobs.runDue()
  const arrivedOn = (number: string) =>
    services.arrived.filter(({ to, text }) => to === number && text.includes('is your code')).length
  const before = services.arrived.length
  const answers = []
  for (const [number, address] of [
    [nobody, '10.0.2.1'],
    [guest, '10.0.2.2'],
    [kofi, '10.0.2.3'],
    [kofi, '10.0.2.4'],
  ] as const) {
    const { status, body } = await askForCode(number, address)
    answers.push({ status, body })
    await context.jobs.runDue()
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 200, body: { success: true } })]),
  )
  expect([nobody, guest, kofi].map(arrivedOn)).toEqual([0, 1, 2])
  expect(services.arrived).toHaveLength(before + 2)
  expect((await enter(ama, await codeFor(ama, '10.0.2.5', phone), '10.0.2.5', phone)).body.user.id).toBe(id)
  const used = lines.filter((line) => line.includes('A part of the codes to phones is used up for today'))
  expect(used).toHaveLength(2)
  clock.forward({ days: 1 })
  await codeFor(nobody, '10.0.2.1')
  expect(arrivedOn(nobody)).toBe(1)
})

test('nine addresses cannot use up the codes of a day', { tags: 'faults' }, async () => {
  const { askForCode, codeFor, enter } = await openPhoneShop({ settings: { PHONE_CODES_PER_DAY: '40' } })
  const statuses: number[] = []
  for (let asked = 0; asked < 27; asked++)
    statuses.push((await askForCode(`23324${1_000_000 + asked}`, `10.0.0.${asked % 9}`)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(18)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  expect((await enter(ama, await codeFor(ama, '10.0.1.1'), '10.0.1.1')).status).toBe(200)
})

test('strangers who ask and guess keep nobody out who comes from a place that the account knows', async () => {
  const { askForCode, codeFor, enter, signIn, context, readCode, clock } = await openPhoneShop()
  const { id } = await signIn(ama, '10.0.0.1', phone)
  for (let stranger = 0; stranger < 12; stranger++) {
    await askForCode(ama, `10.5.0.${stranger}`, `a-stranger-with-number-${stranger}`)
    clock.forward({ minutes: 5 })
  }
  expect((await askForCode(ama, '10.5.0.99')).status).toBe(429)
  await context.jobs.runDue()
  for (const [address, device] of [
    ['10.7.7.7', phone],
    ['10.0.0.1', undefined],
  ] as const) {
    const code = await codeFor(ama, address, device)
    for (let guess = 0; guess < 6; guess++)
      expect(await enter(ama, otherThan(code), `10.6.0.${guess}`)).toMatchObject(wrong)
    // Another code of the same number opens nothing for whoever has not asked for it.
    expect(await enter(ama, readCode(ama), '10.6.0.9', 'a-stranger-with-number-1')).toMatchObject(wrong)
    expect((await enter(ama, code, address, device)).body.user.id).toBe(id)
  }
})

test('a known device enters its code although its address has made too many wrong tries', {
  tags: 'faults',
}, async () => {
  const { codeFor, enter, signIn } = await openPhoneShop()
  await signIn(ama, '10.0.0.1', phone)
  const code = await codeFor(ama, '10.1.1.1', phone)
  for (let guess = 0; guess < 31; guess++) await enter(`23324${1_000_000 + guess}`, '123456', '10.1.1.1')
  expect((await enter('233245555555', '123456', '10.1.1.1')).status).toBe(429)
  expect((await enter(ama, code, '10.1.1.1', phone)).status).toBe(200)
})

test('an address that goes from number to number with guesses has to wait; the right code does not count', {
  tags: 'faults',
}, async () => {
  const { codeFor, enter, clock } = await openPhoneShop()
  const code = await codeFor(ama, '10.1.1.2')
  for (let guess = 0; guess < 30; guess++)
    expect((await enter(`23324${1_000_000 + guess}`, '123456', '10.1.1.1')).status).toBe(400)
  expect((await enter('233245555555', '123456', '10.1.1.1')).status).toBe(429)
  expect((await enter(ama, code, '10.1.1.2')).status).toBe(200)
  clock.forward({ minutes: 15 })
  expect((await enter('233245555555', '123456', '10.1.1.1')).status).toBe(400)
})
