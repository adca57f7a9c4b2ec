import { expect, test } from 'vitest'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { watchBalance } from '#server/features/notifications/phone-channels.ts'
import { openTellingShop } from '#server/testing/telling-shop.ts'

const providers = ['hubtel', 'arkesel', 'mnotify'] as const

test.each(providers)('%s is asked whether a message has arrived, until it knows', async (sms) => {
  const { services, order, shown, run, lines } = await openTellingShop({ sms })
  services.outcomes.set(`${sms}-1`, ['Submitted', 'DELIVERED', 'FAILED'])
  const { id } = await order()
  await run()
  expect(await shown(id)).toEqual(['sms delivered'])
  expect(services.asked.filter(({ method }) => method === 'GET')).toHaveLength(2)
  expect(lines.join()).not.toContain('secret-of')
})

async function expectToldByHand(sms: (typeof providers)[number]): Promise<void> {
  const { services, order, shown, run } = await openTellingShop({ sms })
  services.outcomes.set(`${sms}-1`, ['UNDELIVERED', 'DELIVERED'])
  const { id } = await order()
  await run()
  expect(await shown(id)).toEqual(['sms failed undelivered', 'by_hand waiting'])
}

test('what the provider could not deliver is shown with its reason, and told by hand', () =>
  expectToldByHand('arkesel'))

test.each(['hubtel', 'mnotify'] as const)(
  'so is what %s could not deliver',
  { tags: 'faults' },
  expectToldByHand,
)

test('a provider that never says what became of a message is asked a few times and then left alone', {
  tags: 'faults',
}, async () => {
  const { services, order, shown, run, runLater } = await openTellingShop({ sms: 'hubtel' })
  const { id } = await order()
  await run()
  for (let n = 0; n < 12; n++) await runLater()
  expect(services.asked.filter(({ method }) => method === 'GET')).toHaveLength(5)
  expect(await shown(id)).toEqual(['sms sent'])
})

async function expectReason(code: number, reason: string): Promise<void> {
  const { services, order, shown, run, app } = await openTellingShop({ whatsApp: true })
  const { id } = await order()
  await run()
  const { payload, signature } = services.receipts({
    id: services.arrived[0]?.id ?? '',
    status: 'failed',
    errors: [{ code }],
  })
  await app.inject({
    method: 'POST',
    url: '/api/messages/callbacks/whatsapp',
    payload,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  })
  expect((await shown(id))[0]).toBe(`whatsapp failed ${reason}`)
}

test('a receipt of WhatsApp with 131026 says bad_number', () => expectReason(131_026, 'bad_number'))

test.each([
  [131_042, 'no_credit'],
  [131_049, 'too_many'],
  [999_999, 'undelivered'],
])('one with %i says %s', { tags: 'faults' }, expectReason)

async function expectWarning(sms: (typeof providers)[number]): Promise<void> {
  const { services, context, ask, token, lines, clock } = await openTellingShop({ sms })
  const left = async () => (await ask<DashboardResponse>('GET', '/api/dashboard', { token })).body.smsLeft
  await watchBalance(context)
  expect(await left()).toBeNull()
  services.credit.left = 100
  await watchBalance(context)
  expect(await left()).toBeNull()
  services.credit.left = 99
  await watchBalance(context)
  await watchBalance(context)
  expect(await left()).toBe(99)
  expect(lines.filter((line) => line.includes('nearly used up'))).toHaveLength(1)
  // What was said a day ago is no news.
  clock.forward({ hours: 25 })
  expect(await left()).toBeNull()
}

test('when the credit at the provider is nearly used up, the dashboard and the log say so', () =>
  expectWarning('arkesel'))

test('the credit at mnotify is watched, too', { tags: 'faults' }, () => expectWarning('mnotify'))

test('a provider without such a call is asked nothing', async () => {
  const { services, context } = await openTellingShop({ sms: 'hubtel' })
  services.credit.left = 1
  await watchBalance(context)
  expect(services.asked).toEqual([])
})
