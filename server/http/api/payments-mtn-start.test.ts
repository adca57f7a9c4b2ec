import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { payments } from '#server/features/payments/tables.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'
import { openPayingShop } from '#server/testing/paying-shop.ts'

const shop = await openPayingShop()
const { mtn, order, start, look, pass, context } = shop
afterAll(shop.close)
beforeEach(shop.leaveEarlier)

const html = '<html><head><title>Request Rejected</title></head></html>'
const fault = (code: string) => ({ status: 500, body: { code, message: 'No.' } })

function stageOf(orderId: number) {
  return context.db
    .select({ stage: payments.stage, reason: payments.reason })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.attempt)
}

function retry(reference: string, body?: object) {
  const url = `/api/payments/${reference}/retry`
  return shop.ask<StartedPaymentResponse & RefusalResponse>('POST', url, body ? { body } : {})
}

test('202 is accepted, not paid: the customer waits, and the status says when the money came', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { secondsPending: 20 })
  const { status, body } = await start(placed)
  expect(status).toBe(200)
  expect((await look(body.referenceId)).state).toBe('awaiting')
  await pass({ seconds: 10 })
  expect((await look(body.referenceId)).state).toBe('awaiting')
  await pass({ seconds: 10 })
  expect((await look(body.referenceId)).state).toBe('paid')
})

test('MTN hears the amount with two decimals, the number with its country and notes without special signs', async () => {
  const placed = await order({ customer_phone: '+233 (0)24 765 4321' })
  const { body } = await start(placed, { customerPhone: '+233 24 765 4321', description: "Ama's (best) #1" })
  expect(mtn.taken.get(body.referenceId)?.body).toEqual({
    amount: '165.00',
    currency: 'EUR',
    externalId: body.referenceId,
    payer: { partyIdType: 'MSISDN', partyId: '233247654321' },
    payerMessage: `Order ${placed.tracking_code}`,
    payeeNote: `Order ${placed.tracking_code}`,
  })
  expect(mtn.taken.get(body.referenceId)?.callbackUrl).toBe(
    `http://shop.example/api/payments/callbacks/mtn/fake-callback-token/${body.referenceId}`,
  )
})

const refused = 'We could not take the payment now.'
const unreachable = 'Could not connect to payment gateway.'

type Refusal = { said: string; answer: FakeResponse; error: string; reason: string }

const refusals: Refusal[] = [
  { said: '400', answer: { status: 400, body: 'BAD REQUEST' }, error: refused, reason: 'HTTP_400' },
  {
    said: '500 PAYER_NOT_FOUND',
    answer: fault('PAYER_NOT_FOUND'),
    error: 'This number has no MTN MoMo wallet. Check the number.',
    reason: 'PAYER_NOT_FOUND',
  },
]

const rareRefusals: Refusal[] = [
  {
    said: '403 FORBIDDEN IP',
    answer: { status: 403, body: { code: 'FORBIDDEN_IP', message: 'FORBIDDEN IP' } },
    error: refused,
    reason: 'FORBIDDEN_IP',
  },
  { said: '411 and HTML', answer: { status: 411, body: html }, error: refused, reason: 'HTTP_411' },
  ...[
    'INVALID_CURRENCY',
    'INVALID_CALLBACK_URL_HOST',
    'NOT_ALLOWED_TARGET_ENVIRONMENT',
    'NOT_ALLOWED',
    'PAYEE_NOT_FOUND',
  ].map((code) => ({ said: `500 ${code}`, answer: fault(code), error: refused, reason: code })),
  {
    said: '500 INTERNAL_PROCESSING_ERROR',
    answer: fault('INTERNAL_PROCESSING_ERROR'),
    error: 'Payment failed. Check your balance and try again.',
    reason: 'INTERNAL_PROCESSING_ERROR',
  },
  {
    said: '200 with the page of a firewall',
    answer: { status: 200, body: html },
    error: refused,
    reason: 'REQUEST_REJECTED',
  },
]

async function expectNoPayment(row: Refusal): Promise<void> {
  const placed = await order()
  mtn.next('start', row.answer)
  const { status, body } = await start(placed)
  expect([status, body.code, body.error]).toEqual([502, 'payment_failed', row.error])
  expect(await stageOf(placed.id)).toEqual([{ stage: 'failed', reason: row.reason }])
  expect((await start(placed)).status).toBe(200)
}

test.each(refusals)(
  '$said means that no payment exists: the customer is told and may try again at once',
  expectNoPayment,
)

test.each(rareRefusals)(
  'the rare answer $said means that no payment exists, too',
  { tags: 'faults' },
  expectNoPayment,
)

test('401 renews the token once; a second 401 is a refusal', async () => {
  const before = mtn.calls.token
  mtn.forgetTokens()
  expect((await start(await order())).status).toBe(200)
  expect(mtn.calls.token).toBe(before + 1)
  const denied = { status: 401, body: { statusCode: 401, message: 'Access denied' } }
  mtn.next('start', denied)
  mtn.next('start', denied)
  expect((await start(await order())).body.code).toBe('payment_failed')
})

test('one token serves many payments and is renewed ten minutes before its end', async () => {
  await start(await order())
  const before = mtn.calls.token
  await start(await order())
  expect(mtn.calls.token).toBe(before)
  shop.clock.forward({ minutes: 51 })
  await Promise.all([start(await order()), start(await order())])
  expect(mtn.calls.token).toBe(before + 1)
})

test('409 means that an earlier try has arrived: the status is asked at once', {
  tags: 'faults',
}, async () => {
  const placed = await order()
  mtn.next('start', { status: 202, line: 'cut', also: true })
  const first = await start(placed)
  expect(await stageOf(placed.id)).toEqual([{ stage: 'unknown', reason: null }])
  const again = await start(placed)
  expect(again.body).toEqual(first.body)
  expect((await look(first.body.referenceId)).state).toBe('paid')
})

type Silence = { said: string; answer: FakeResponse & { also?: boolean } }

const silences: Silence[] = [
  { said: 'no answer at all', answer: { status: 202, line: 'cut', also: true } },
  { said: '503', answer: { status: 503, body: { code: 'SERVICE_UNAVAILABLE', message: '' }, also: true } },
]

const rareSilences: Silence[] = [
  {
    said: 'half an answer',
    answer: { status: 500, body: fault('SERVICE_UNAVAILABLE').body, line: 'half', also: true },
  },
  { said: '500 with a page', answer: { status: 500, body: html, also: true } },
  { said: 'a redirect', answer: { status: 302, also: true } },
]

async function expectStatusTells({ answer }: Silence): Promise<void> {
  const placed = await order()
  mtn.next('start', answer)
  const { status, body } = await start(placed)
  expect(status).toBe(200)
  expect(await stageOf(placed.id)).toEqual([{ stage: 'unknown', reason: null }])
  await pass({ seconds: 5 })
  expect((await look(body.referenceId)).state).toBe('paid')
}

test.each(silences)('after $said nobody knows; the page waits and the status tells', expectStatusTells)

test.each(rareSilences)(
  'after $said, which is rare, nobody knows either',
  { tags: 'faults' },
  expectStatusTells,
)

test('500 although the payment is there: it was accepted', { tags: 'faults' }, async () => {
  const placed = await order()
  mtn.next('start', { ...fault('NOT_ALLOWED'), also: true })
  const { status, body } = await start(placed)
  expect(status).toBe(200)
  expect((await look(body.referenceId)).state).toBe('paid')
})

test('500 and no word whether it is there: nobody knows, and the status tells', {
  tags: 'faults',
}, async () => {
  const placed = await order()
  mtn.next('start', { ...fault('NOT_ALLOWED'), also: true })
  mtn.next('status', { status: 503, body: '' })
  const { body } = await start(placed)
  expect(await stageOf(placed.id)).toEqual([{ stage: 'unknown', reason: null }])
  await pass({ seconds: 5 })
  expect((await look(body.referenceId)).state).toBe('paid')
})

test('what never arrived is sent again under the same reference while the customer waits', async () => {
  const placed = await order()
  mtn.next('start', { status: 503, body: '' })
  const { body } = await start(placed)
  expect(mtn.taken.has(body.referenceId)).toBe(false)
  await pass({ seconds: 5 })
  expect(mtn.taken.has(body.referenceId)).toBe(true)
  await pass({ seconds: 5 })
  expect((await look(body.referenceId)).state).toBe('paid')
})

const never = { secondsPending: Number.POSITIVE_INFINITY, callbacks: [] }

test('after a reset line a second press asks for the first try, and never rings the phone twice', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, never)
  mtn.next('start', { status: 202, line: 'cut', also: true })
  const first = await start(placed)
  mtn.forgetTokens()
  await mtn.goDown()
  expect(await start(placed)).toMatchObject({ status: 200, body: first.body })
  shop.clock.forward({ seconds: 6 })
  expect((await retry(first.body.referenceId)).body).toEqual(first.body)
  await mtn.comeBack()
  shop.clock.forward({ seconds: 6 })
  expect((await retry(first.body.referenceId)).body).toEqual(first.body)
  expect(await stageOf(placed.id)).toEqual([{ stage: 'pending', reason: null }])
  expect(
    [...mtn.taken.values()].filter(({ body }) => body.payer.partyId.endsWith(placed.phone.slice(1))),
  ).toHaveLength(1)
})

test('a refusal of the second sending says nothing about the first, which shows up later', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { ...never, secondsHidden: 20 })
  mtn.next('start', { status: 503, body: '', also: true })
  const { body } = await start(placed)
  mtn.next('start', { status: 403, body: { code: 'FORBIDDEN_IP' } })
  await pass({ seconds: 5 })
  expect(await stageOf(placed.id)).toEqual([{ stage: 'unknown', reason: null }])
  await pass({ seconds: 20 })
  expect(await stageOf(placed.id)).toEqual([{ stage: 'pending', reason: null }])
  expect(await look(body.referenceId)).toMatchObject({ is_sent: true, may_retry: false })
})

test('“Prompt sent” waits until MTN has it; until then the customer may press again at once', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, never)
  mtn.next('start', { status: 500, body: html })
  const { body } = await start(placed)
  expect(await look(body.referenceId)).toMatchObject({ state: 'awaiting', is_sent: false, may_retry: true })
  expect((await retry(body.referenceId)).body).toEqual(body)
  expect(await look(body.referenceId)).toMatchObject({ state: 'awaiting', is_sent: true, may_retry: false })
})

test('what MTN still does not have after minutes can be sent to another number', async () => {
  const placed = await order()
  const other = { customerPhone: '0551239876' }
  mtn.plan('233551239876', never)
  mtn.next('start', { status: 500, body: html })
  const { body } = await start(placed)
  expect((await retry(body.referenceId, other)).body.code).toBe('payment_running')
  expect(mtn.taken.has(body.referenceId)).toBe(false)
  shop.clock.forward({ minutes: 2 })
  const second = await retry(body.referenceId, other)
  expect([second.status, await stageOf(placed.id)]).toEqual([
    200,
    [
      { stage: 'failed', reason: 'NEVER_RECEIVED' },
      { stage: 'pending', reason: null },
    ],
  ])
})

test('while MTN still waits for the customer, tracking says so, whatever MTN said at the start', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, never)
  mtn.next('start', { status: 400, body: 'BAD REQUEST', also: true })
  expect((await start(placed)).status).toBe(502)
  const state = async () => {
    const url = `/api/order-tracking/${placed.tracking_code}`
    return (await shop.ask<{ order: { payment_state: string } }>('GET', url)).body.order.payment_state
  }
  expect(await state()).toBe('Payment failed')
  await pass({ minutes: 10 })
  expect(await state()).toBe('Not confirmed yet')
})

test('a gateway that is down took nothing: the customer is told and tries again when it is back', async () => {
  const placed = await order()
  mtn.forgetTokens()
  await mtn.goDown()
  const { status, body } = await start(placed)
  expect([status, body.error]).toEqual([502, unreachable])
  expect((await start(placed)).status).toBe(502)
  await mtn.comeBack()
  mtn.next('token', { status: 500, body: { error: 'login_failed' } })
  expect((await start(placed)).body.error).toBe(unreachable)
  expect((await start(placed)).status).toBe(200)
})

test('who could not start a payment may pay on delivery instead', async () => {
  const placed = await order()
  mtn.forgetTokens()
  await mtn.goDown()
  const { body } = await start(placed)
  await mtn.comeBack()
  const instead = await shop.ask('POST', `/api/payments/${body.referenceId}/pay-on-delivery`)
  expect([instead.status, instead.body]).toMatchObject([200, { order: { id: placed.id } }])
})

test('trouble that lies with the shop is told to its owner, once an hour', async () => {
  const countWarnings = async () =>
    (await shop.mails()).filter(({ text }) => text.includes('lies with us or with it: VALIDATION_ERROR'))
      .length
  for (const hours of [0, 0, 1]) {
    shop.clock.forward({ hours })
    mtn.next('start', fault('VALIDATION_ERROR'))
    await start(await order())
  }
  expect(await countWarnings()).toBe(2)
})
