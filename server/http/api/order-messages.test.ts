import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OrderEditResponse } from '#contract/orders.ts'
import { countSmsParts } from '#rules/sms-parts.ts'
import { orderMessages } from '#server/features/orders/tables.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { openTellingShop } from '#server/testing/telling-shop.ts'

const arrivals = { hubtel: '233241234567', arkesel: '233241234567', mnotify: '0241234567' }

/** Moments, durations and random ids have every four digits in them now and then. */
function withoutOwnNumbers(line: string): string {
  const { time: _, pid: _pid, reqId: _request, jobId: _job, responseTime: _ms, ...said } = JSON.parse(line)
  return JSON.stringify(said)
}

async function expectSms(sms: keyof typeof arrivals): Promise<void> {
  const { services, lines, order, run, shown, move } = await openTellingShop({ sms })
  const { id, tracking_code, delivery_pin } = await order()
  await run()
  const text = `Adom Beauty: order ${tracking_code} received, Ghs 165.00. For the driver at your door: PIN ${delivery_pin}. http://shop.example/track-order?code=${tracking_code}`
  expect(services.arrived).toEqual([{ service: sms, to: arrivals[sms], text, id: `${sms}-1` }])
  expect(await shown(id)).toEqual(['sms sent'])
  await move(id, 'Shipped')
  await run()
  expect(services.arrived).toHaveLength(2)
  for (const { text } of services.arrived) expect(countSmsParts(text)).toMatchObject({ parts: 1 })
  const log = lines.map(withoutOwnNumbers).join()
  expect(log).not.toContain('secret-of')
  expect(log).not.toContain('241234567')
  expect(log).not.toContain(String(delivery_pin))
}

test.each(['arkesel'] as const)(
  'a customer without e-mail gets an SMS by %s, whose key is in no log',
  expectSms,
)

/** That each of them is called as it wants is in `message-receipts.test.ts`, too. */
test.each(['hubtel', 'mnotify'] as const)('an SMS goes out by %s as well', { tags: 'faults' }, expectSms)

test('with WhatsApp the message goes there first; whoever has none gets an SMS, and at last a person tells it', async () => {
  const { services, order, run, shown } = await openTellingShop({ sms: 'arkesel', whatsApp: true })
  const reached = await order()
  await run()
  expect(services.arrived.map(({ service, to }) => [service, to])).toEqual([['whatsapp', '233241234567']])
  expect(services.arrived[0]?.text).toMatch(
    /^Adom Beauty \| order \w{6} received.* \| http:\/\/shop\.example\//,
  )
  expect(await shown(reached.id)).toEqual(['whatsapp sent'])

  const unknown = { status: 400, body: { error: { code: 131026, message: 'Message undeliverable' } } }
  services.next('whatsapp', unknown)
  const bySms = await order()
  await run()
  expect(await shown(bySms.id)).toEqual(['whatsapp failed bad_number', 'sms sent'])

  services.next('whatsapp', unknown)
  services.next('arkesel', {
    status: 200,
    body: { status: 'success', data: [{ 'invalid numbers': ['233241234567'] }] },
  })
  const byHand = await order()
  await run()
  expect(await shown(byHand.id)).toEqual([
    'whatsapp failed bad_number',
    'sms failed bad_number',
    'by_hand waiting',
  ])
})

test('with another phone number the one before is told once that the news go elsewhere, on the ways that the owner takes', {
  tags: 'faults',
}, async () => {
  const { ask, services, order, run, token } = await openTellingShop({ sms: 'arkesel' })
  const { id, tracking_code: code } = await order()
  await run()
  const change = async (details: object) => {
    const send = (body: object) =>
      ask<OrderEditResponse>('PUT', `/api/orders/${id}/contents`, { token, body })
    const { updated_at: expected, after } = (await send(details)).body
    expect((await send({ ...details, expected, agreed_total: after.order_total })).status).toBe(200)
    await run()
  }
  await change({ customer_phone: '020 765 4321' })
  await change({ customer_phone: '+233 20 765 4321', customer_name: 'Ama Owusu' })
  const former = services.arrived.filter(({ to }) => to === '233241234567')
  expect(former.map(({ text }) => text)).toEqual([
    expect.stringContaining(`order ${code} received`),
    `Adom Beauty: order ${code} was changed, and its news go elsewhere from now on. Was it not you? Please write to us. http://shop.example/contact`,
  ])
  expect(countSmsParts(former[1]?.text ?? '')).toMatchObject({ parts: 1 })
})

test('who has an e-mail is not told by hand when the phone cannot be reached', {
  tags: 'faults',
}, async () => {
  const { services, order, run, shown } = await openTellingShop({ sms: 'hubtel' })
  services.next('hubtel', { status: 200, body: { status: 7, statusDescription: 'Insufficient balance' } })
  const { id } = await order({ customer_email: 'ama@example.com' })
  await run()
  expect(await shown(id)).toEqual(['email sent', 'sms failed no_credit'])
})

test('a provider that is away or busy delays a message, which then arrives once', async () => {
  const { services, order, run, runLater, shown } = await openTellingShop({ sms: 'arkesel' })
  await services.goDown()
  const { id } = await order()
  await run()
  expect(await shown(id)).toEqual(['sms waiting unreachable'])
  await services.comeBack()
  services.next('arkesel', { status: 429, body: { message: 'Too many requests' } })
  await runLater()
  await runLater()
  expect(services.arrived).toHaveLength(1)
  expect(await shown(id)).toEqual(['sms sent'])
})

test('a message that a provider never takes is given up after its last try', { tags: 'faults' }, async () => {
  const { services, order, runLater, shown } = await openTellingShop({ sms: 'arkesel' })
  await services.goDown()
  const { id } = await order()
  for (let n = 0; n < 15; n++) await runLater()
  expect(await shown(id)).toEqual(['sms failed unreachable', 'by_hand waiting'])
})

test('an answer that got lost is shown as such and never sent twice by itself; a person may send it again', async () => {
  const { services, order, run, runLater, shown, read, ask, token } = await openTellingShop({
    sms: 'mnotify',
  })
  services.next('mnotify', { status: 200, line: 'cut', also: true })
  const { id } = await order()
  await run()
  await runLater()
  expect(await shown(id)).toEqual(['sms failed no_answer', 'by_hand waiting'])
  expect(services.arrived).toHaveLength(1)
  const [message] = (await read(id)).messages
  const again = `/api/orders/${id}/messages/${message?.id}/again`
  expect((await ask('POST', again, { token })).status).toBe(200)
  // Whoever presses twice sends once.
  expect((await ask('POST', again, { token })).status).toBe(404)
  await run()
  expect(services.arrived).toHaveLength(2)
  expect(await shown(id)).toEqual(['sms sent'])
})

test('a shop that was killed in the middle of a message does not send it a second time', async () => {
  const { services, order, run, runLater, shown, context, clock } = await openTellingShop({ sms: 'hubtel' })
  await services.goDown()
  const { id } = await order()
  await run()
  await services.comeBack()
  // As the killed process has left it: on its way, and nobody knows whether it arrived.
  await context.db.update(orderMessages).set({ state: 'sending' }).where(eq(orderMessages.orderId, id))
  clock.forward({ minutes: 2 })
  await runLater()
  expect(services.arrived).toEqual([])
  expect(await shown(id)).toEqual(['sms failed no_answer', 'by_hand waiting'])
})

test('receipts are believed only with Meta’s signature, in whatever order and however often they come', async () => {
  const { services, order, run, shown, callBack, ask } = await openTellingShop({
    sms: 'arkesel',
    whatsApp: true,
  })
  const { id } = await order()
  await run()
  const [sent] = services.arrived
  const receipt = (status: string) => services.receipts({ id: sent?.id ?? '', status })
  const read = receipt('read')
  for (const signature of ['', 'sha256=', `${read.signature.slice(0, -1)}0`, receipt('delivered').signature])
    expect((await callBack(read.payload, signature)).statusCode).toBe(404)
  expect(await shown(id)).toEqual(['whatsapp sent'])
  for (const status of ['delivered', 'delivered', 'read', 'delivered', 'sent', 'failed']) {
    const { payload, signature } = receipt(status)
    expect((await callBack(payload, signature)).statusCode).toBe(200)
  }
  expect(await shown(id)).toEqual(['whatsapp read'])
  const unknown = services.receipts({ id: 'wamid.unknown', status: 'read' })
  expect((await callBack(unknown.payload, unknown.signature)).statusCode).toBe(200)

  const hook =
    '/api/messages/callbacks/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token='
  expect(await ask('GET', `${hook}a-word-of-our-own`)).toMatchObject({ status: 200, body: '1158201444' })
  expect((await ask('GET', `${hook}another`)).status).toBe(404)
})

test('a message that WhatsApp could not deliver goes out by SMS, once', async () => {
  const { services, order, run, shown, callBack } = await openTellingShop({ sms: 'arkesel', whatsApp: true })
  const { id } = await order()
  await run()
  const failed = { id: services.arrived[0]?.id ?? '', status: 'failed', errors: [{ code: 131_026 }] }
  const { payload, signature } = services.receipts(failed)
  await callBack(payload, signature)
  await callBack(payload, signature)
  await run()
  expect(await shown(id)).toEqual(['whatsapp failed bad_number', 'sms sent'])
  expect(services.arrived.map(({ service }) => service)).toEqual(['whatsapp', 'arkesel'])
})

test('the day’s budget and the limit of one number hold, and every order is taken', async () => {
  const { order, run, shown, lines } = await openTellingShop({
    sms: 'arkesel',
    settings: { SMS_PER_DAY: '1' },
  })
  const phones = ['024 111 1111', '024 222 2222']
  const placed = []
  for (const customer_phone of phones) placed.push(await order({ customer_phone }))
  await run()
  const states = await Promise.all(placed.map(({ id }) => shown(id)))
  expect(states.flat().toSorted()).toEqual(['by_hand waiting', 'sms failed budget', 'sms sent'])
  expect(lines.join()).toContain('"reason":"budget"')
})

test('strangers cannot fill a phone with orders; what the shop itself has to say still arrives', {
  tags: 'faults',
}, async () => {
  const { services, order, run, shown, move, clock } = await openTellingShop({ sms: 'arkesel' })
  let last = await order()
  for (let n = 0; n < 11; n++) {
    clock.forward({ minutes: 4 })
    last = await order()
    await run()
  }
  expect(services.arrived.length).toBe(10)
  expect(await shown(last.id)).toEqual(['sms failed too_many'])
  await move(last.id, 'Shipped')
  await run()
  expect(services.arrived.length).toBe(11)
})

test('an order that is refused is told to nobody', { tags: 'faults' }, async () => {
  const { shop, services, run, jar } = await openTellingShop({ sms: 'arkesel' })
  const { status } = await post(shop, orderBody([item(jar, 900)], { customer_email: '' }))
  expect(status).toBe(409)
  await run()
  expect(services.arrived).toEqual([])
})

test('sent again on a way that fails again, nothing goes out a second time on the next', {
  tags: 'faults',
}, async () => {
  const { services, order, run, shown, read, ask, token, callBack } = await openTellingShop({
    sms: 'arkesel',
    whatsApp: true,
  })
  const { id } = await order()
  await run()
  const { payload, signature } = services.receipts({ id: services.arrived[0]?.id ?? '', status: 'failed' })
  await callBack(payload, signature)
  await run()
  const [first] = (await read(id)).messages
  services.next('whatsapp', { status: 400, body: { error: { code: 131026 } } })
  await ask('POST', `/api/orders/${id}/messages/${first?.id}/again`, { token })
  // The old receipt says nothing about the new try.
  await callBack(payload, signature)
  expect(await shown(id)).toEqual(['whatsapp waiting', 'sms sent'])
  await run()
  expect(await shown(id)).toEqual(['whatsapp failed bad_number', 'sms sent'])
  expect(services.arrived.map(({ service }) => service)).toEqual(['whatsapp', 'arkesel'])
})

test('a receipt that names our own id counts, also after the answer got lost', {
  tags: 'faults',
}, async () => {
  const { services, order, run, shown, read, callBack } = await openTellingShop({ whatsApp: true })
  services.next('whatsapp', { status: 200, line: 'cut', also: true })
  const { id } = await order()
  await run()
  const [message] = (await read(id)).messages
  expect(await shown(id)).toEqual(['whatsapp failed no_answer', 'by_hand waiting'])
  const { payload, signature } = services.receipts({
    id: services.arrived[0]?.id ?? '',
    status: 'delivered',
    biz_opaque_callback_data: message?.id ?? '',
  })
  await callBack(payload, signature)
  expect((await shown(id))[0]).toBe('whatsapp delivered')
})

test('a landline is rung, not written to', async () => {
  const { services, order, run, shown } = await openTellingShop({ sms: 'arkesel' })
  const { id } = await order({ customer_phone: '030 222 1234' })
  await run()
  expect(services.arrived).toEqual([])
  expect(await shown(id)).toEqual(['by_hand waiting'])
})
