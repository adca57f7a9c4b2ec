import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import { openInbox, states } from '#server/testing/inbox-shop.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const ama = '233241234567'

test('an answer within 24 hours goes out on WhatsApp in free words, and its receipts are shown', async () => {
  const { services, callBack, only, reply, run, clock, viewer } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Is it in stock?', at: clock() }))
  const { id } = await only()
  const answered = await reply(id, { way: 'whatsapp', text: 'Yes,\ntwo are left.' })
  expect(answered.status).toBe(201)
  expect(answered.body).toMatchObject({ unread: false, assigned_to: { id: viewer.id } })
  expect(states(answered.body)).toEqual(['whatsapp', 'whatsapp waiting'])
  await run()
  expect(services.arrived).toEqual([
    { service: 'whatsapp', to: ama, text: 'Yes,\ntwo are left.', id: 'whatsapp-1' },
  ])
  expect(states(await only())).toEqual(['whatsapp', 'whatsapp sent'])
  for (const status of ['read', 'delivered', 'sent', 'read'])
    await callBack(services.receipts({ id: 'whatsapp-1', status }))
  expect(states(await only())).toEqual(['whatsapp', 'whatsapp read'])
})

test('after 24 hours WhatsApp takes no free words: a template and an SMS are offered, and arrive', async () => {
  const { services, callBack, only, reply, run, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at: clock() }))
  clock.forward({ hours: 24 })
  const { id, ways } = await only()
  expect(ways).toEqual(['sms', 'template'])
  const refused = await reply(id, { way: 'whatsapp', text: 'Hello' })
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'way_closed' }])
  expect((await reply(id, { way: 'template', text: 'It is\nback.' })).status).toBe(201)
  expect((await reply(id, { way: 'sms', text: 'It is back.' })).status).toBe(201)
  await run()
  const arrived = services.arrived.map(({ service, text }) => `${service}: ${text}`).toSorted()
  expect(arrived).toEqual([
    'hubtel: Adom Beauty: It is back.',
    expect.stringMatching(/^whatsapp: Adom Beauty \| It is back\. \| http/),
  ])
})

test('an answer that waited until the 24 hours were over is not sent, and says why', async () => {
  const { services, callBack, only, reply, run, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at: clock() }))
  const { id } = await only()
  await reply(id, { way: 'whatsapp', text: 'Hello' })
  clock.forward({ hours: 25 })
  await run()
  expect(services.arrived).toEqual([])
  expect(states(await only())).toEqual(['whatsapp', 'whatsapp failed window_closed'])
})

test('what WhatsApp refuses and what its answer was lost of is shown with the reason, and sent once', {
  tags: 'faults',
}, async () => {
  const { services, callBack, only, reply, run, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at: clock() }))
  const { id } = await only()
  services.next('whatsapp', { status: 400, body: { error: { code: 131_047 } } })
  await reply(id, { way: 'whatsapp', text: 'One' })
  await run()
  services.next('whatsapp', { status: 500, also: true })
  await reply(id, { way: 'whatsapp', text: 'Two' })
  await run()
  expect(states(await only())).toEqual([
    'whatsapp',
    'whatsapp failed window_closed',
    'whatsapp failed no_answer',
  ])
  expect(services.arrived).toHaveLength(1)
})

test('a message of the form is one conversation by e-mail, answered by mail, and a closed one opens again', async () => {
  const { contact, only, reply, change, mails, list, clock, ask, signedInAs } = await openInbox({
    sms: false,
    whatsApp: false,
  })
  await contact()
  clock.forward({ hours: 2 })
  await contact({ subject: 'Order Status', message: 'Still waiting' })
  const { id, ways } = await only()
  expect(ways).toEqual(['email'])
  const { body } = await reply(id, { way: 'email', text: 'On its way.\n\nThank you!' })
  expect(states(body)).toEqual(['form', 'form', 'email waiting'])
  const mail = (await mails()).find(({ to }) => to === 'ama@example.com')
  expect(mail).toMatchObject({ subject: 'Re: Order Status', text: expect.stringContaining('On its way.') })
  expect(mail?.text).toContain('You wrote: Still waiting')
  const sent = await only()
  expect(states(sent).at(-1)).toBe('email sent')

  expect((await change(id, { version: sent.version, state: 'closed' })).body.state).toBe('closed')
  expect((await list()).conversations).toEqual([])
  expect((await list('?show=closed')).conversations).toHaveLength(1)
  clock.forward({ hours: 2 })
  await contact({ message: 'One more thing' })
  expect(await only()).toMatchObject({ state: 'open', unread: true })
  const { token } = await signedInAs('admin')
  const { body: said } = await ask<ChangesResponse>('GET', '/api/changes?thing=conversation', { token })
  expect(said.changes.map(({ action, thing_name }) => `${action}: ${thing_name}`)).toEqual([
    'closed the conversation: Ama',
    'answered the conversation: Ama',
  ])
})

test('without providers there is no way to answer from here, and nothing is sent', async () => {
  const { contact, only, reply } = await openInbox({ sms: false, whatsApp: false, mail: false })
  await contact()
  const { id, ways } = await only()
  expect(ways).toEqual([])
  expect((await reply(id, { way: 'email', text: 'Hello' })).status).toBe(409)
})

test('a tool with a key answers under its name, and the conversation is still for a person to take', async () => {
  const { contact, only, ask, shop, signedInAs } = await openInbox()
  await contact()
  const { id } = await only()
  const { viewer: boss } = await signedInAs('admin')
  const { key } = await shop.shop.accounts.makeKey(boss, { name: 'Chat tool', role: 'helper' })
  const body = { way: 'email', text: 'Hello' }
  expect((await ask('POST', `/api/conversations/${id}/replies`, { token: key, body })).status).toBe(201)
  expect(await only()).toMatchObject({ assigned_to: null, lines: [{}, { author: 'Chat tool (key)' }] })
})

test('the same press sends once, and the same key for other words is refused', async () => {
  const { contact, only, reply, run, mails } = await openInbox()
  await contact()
  const { id } = await only()
  const body = { way: 'email', text: 'Hello' }
  const key = 'a-key-of-one-press'
  const answers = await Promise.all([reply(id, body, key), reply(id, body, key), reply(id, body, key)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await reply(id, { ...body, text: 'Other' }, key)).status).toBe(422)
  await run()
  expect((await only()).lines).toHaveLength(2)
  expect((await mails()).filter(({ to }) => to === 'ama@example.com')).toHaveLength(1)
})

test('two processes send one answer once', { tags: 'faults' }, async () => {
  const first = await openInbox()
  const second = await openTestShop({
    beside: first.shop,
    clock: first.clock,
    settings: { ...first.services.settings('hubtel'), ...first.services.whatsAppSettings },
  })
  onTestFinished(second.close)
  const { services, callBack, only, reply, clock } = first
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at: clock() }))
  const { id } = await only()
  for (const text of ['One', 'Two', 'Three']) await reply(id, { way: 'whatsapp', text })
  await Promise.all([first.context.jobs.runDue(), second.context.jobs.runDue()])
  await Promise.all([first.context.jobs.runDue(), second.context.jobs.runDue()])
  expect(services.arrived.map(({ text }) => text).toSorted()).toEqual(['One', 'Three', 'Two'])
})
