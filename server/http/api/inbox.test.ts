import { readdirSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import { shopEvents } from '#server/features/events/tables.ts'
import { contactMessages } from '#server/features/messages/tables.ts'
import { openInbox, texts } from '#server/testing/inbox-shop.ts'

const ama = '233241234567'

test('what somebody writes on WhatsApp is one conversation by phone, unread, with its name, and the helper sees it', async () => {
  const { services, callBack, only, clock, context, ask, token } = await openInbox()
  const at = clock()
  expect(await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Is it in stock?', at }))).toBe(
    200,
  )
  clock.forward({ minutes: 1 })
  await callBack(services.answers({ from: ama, id: 'wamid.2', text: 'Hello?', at: clock(), name: 'Ama M.' }))
  const conversation = await only()
  expect(conversation).toMatchObject({ phone: ama, email: null, name: 'Ama M.', unread: true, state: 'open' })
  expect(texts(conversation)).toEqual(['Is it in stock?', 'Hello?'])
  expect(conversation.ways).toEqual(['whatsapp', 'sms'])
  const counts = await ask<OfficeCountsResponse>('GET', '/api/dashboard/counts', { token })
  expect(counts.body.unreadMessages).toBe(1)
  // Two lines in a row alert the staff once.
  expect(await context.db.$count(shopEvents, eq(shopEvents.type, 'message.received'))).toBe(1)
})

test('a forged webhook leaves nothing, a replayed one its one line, and late ones come in their place', async () => {
  const { services, callBack, only, list, clock } = await openInbox()
  const first = services.answers({ from: ama, id: 'wamid.1', text: 'First', at: clock() })
  clock.forward({ minutes: 5 })
  const second = services.answers({ from: ama, id: 'wamid.2', text: 'Second', at: clock() })
  clock.forward({ minutes: 5 })
  expect(await callBack({ ...first, signature: `sha256=${'0'.repeat(64)}` })).toBe(404)
  expect(await callBack({ ...first, payload: first.payload.replace('First', 'Forged') })).toBe(404)
  expect((await list('?show=all')).conversations).toEqual([])
  await callBack(second)
  await Promise.all([callBack(first), callBack(first), callBack(second)])
  await callBack(first)
  const conversation = await only()
  expect(texts(conversation)).toEqual(['First', 'Second'])
  expect(new Date(conversation.last_line_at)).toEqual(new Date(clock().getTime() - 5 * 60_000))
})

test('what was written to another number of the account, reactions and nonsense are no lines', async () => {
  const { services, callBack, list, clock } = await openInbox()
  const at = clock()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at, to: '999' }))
  await callBack(
    services.answers({ from: ama, id: 'wamid.2', at, type: 'reaction', reaction: { emoji: 'x' } }),
  )
  await callBack(services.answers({ from: 'somebody', id: 'wamid.3', text: 'Hello', at }))
  await callBack(services.answers({ from: ama, id: 'wamid.4', text: '  ', at }))
  expect((await list('?show=all')).conversations).toEqual([])
})

test.each([
  [{ type: 'image', image: { caption: 'My skin' } }, '[Picture – see WhatsApp] My skin'],
  [{ type: 'audio', audio: { id: '1' } }, '[Voice message – see WhatsApp]'],
  [{ type: 'hologram' }, '[Message – see WhatsApp]'],
  [{ type: 'button', button: { text: 'Yes, please' } }, 'Yes, please'],
  [{ type: 'interactive', interactive: { button_reply: { title: 'Call me' } } }, 'Call me'],
])('%j is shown as %j', async (part, shown) => {
  const { services, callBack, only, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', at: clock(), ...part }))
  expect(texts(await only())).toEqual([shown])
})

test('of two who change a conversation, the second one sees that somebody was quicker', async () => {
  const { contact, only, change, viewer, signedInAs } = await openInbox()
  await contact()
  const { id, version } = await only()
  const given = await change(id, { version, assigned_to: viewer.id })
  expect(given.body.assigned_to?.id).toBe(viewer.id)
  expect((await change(id, { version, state: 'closed' })).status).toBe(409)
  const next = given.body.version
  const { viewer: customer } = await signedInAs('customer')
  expect((await change(id, { version: next, assigned_to: customer.id })).status).toBe(400)
  expect((await change(id, { version: next, assigned_to: null })).body.assigned_to).toBeNull()
})

test('a conversation is read, unread, mine and closed, and found by parts of name, e-mail and phone', async () => {
  const { services, callBack, contact, list, open, change, clock, viewer } = await openInbox()
  await contact({ name: 'Kofi 100%', email: 'kofi@example.com' })
  clock.forward({ minutes: 1 })
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Hello', at: clock(), name: 'Ɛfua' }))
  const names = async (query: string) => (await list(`?${query}`)).conversations.map(({ name }) => name)
  expect(await names('show=unread')).toEqual(['Ɛfua', 'Kofi 100%'])
  const [efua] = (await list()).conversations
  const { version } = await open(efua?.id ?? 0)
  await change(efua?.id ?? 0, { version, unread: false, assigned_to: viewer.id })
  expect(await names('show=unread')).toEqual(['Kofi 100%'])
  expect(await names('show=mine')).toEqual(['Ɛfua'])
  for (const [q, found] of [
    ['024 123 4567', ['Ɛfua']],
    ['ɛfu', ['Ɛfua']],
    ['2412', ['Ɛfua']],
    ['KOFI example.com', ['Kofi 100%']],
    ['100%', ['Kofi 100%']],
    ['_', []],
  ] as const)
    expect(await names(`show=all&q=${encodeURIComponent(q)}`)).toEqual(found)
  expect((await change(efua?.id ?? 0, { version: version + 1, unread: true })).body.unread).toBe(true)
})

test('long lists and long conversations come in pages, without gaps and doubles', {
  tags: 'faults',
}, async () => {
  const { services, callBack, contact, list, open, clock } = await openInbox()
  const written = Array.from({ length: 120 }, (_, n) => {
    // Some at the same second.
    if (n % 2 === 0) clock.forward({ seconds: 1 })
    return { from: ama, id: `wamid.${n}`, text: `Line ${n}`, at: clock() }
  })
  await callBack(services.answers(...written))
  for (const name of ['Kofi', 'Esi', 'Yaw']) await contact({ name, email: `${name}@example.com` })
  const seen: string[] = []
  for (let before: string | null = ''; before !== null; ) {
    const page = await list(`?limit=2${before && `&before=${before}`}`)
    seen.push(...page.conversations.map(({ name }) => name))
    before = page.older
  }
  expect(seen.toSorted()).toEqual(['Ama', 'Esi', 'Kofi', 'Yaw'])
  const { conversations } = await list('?q=Ama')
  const lines: string[] = []
  for (let before: string | null = ''; before !== null; ) {
    const page = await open(conversations[0]?.id ?? 0, before && `?before=${before}`)
    expect(page.lines.length).toBeLessThanOrEqual(50)
    lines.unshift(...texts(page))
    before = page.older
  }
  expect(lines).toEqual(written.map(({ text }) => text))
})

test('STOP as an answer ends offers, also when it comes late, and is a line like any other', async () => {
  const { services, callBack, only, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'Stop please tell me', at: clock() }))
  expect((await only()).wants_offers).toBeNull()
  await callBack(services.answers({ from: ama, id: 'wamid.2', text: ' STOP ', at: clock() }))
  expect(await only()).toMatchObject({ wants_offers: false, unread: true })
  expect(texts(await only()).at(-1)).toBe('STOP')
})

test('a number in the form proves nothing: somebody of the shop joins both, and they are one conversation', async () => {
  const { services, callBack, contact, list, open, change, reply, run, clock } = await openInbox()
  await callBack(services.answers({ from: ama, id: 'wamid.1', text: 'On WhatsApp', at: clock() }))
  clock.forward({ minutes: 1 })
  await contact({ message: 'Call me on 024 123 4567' })
  const [form, chat] = (await list()).conversations
  const opened = await open(form?.id ?? 0)
  expect(opened).toMatchObject({ phone: null, reply_phone: ama, same_person: { id: chat?.id, name: 'Ama' } })
  // What they typed may be anybody's: WhatsApp's window is not theirs.
  expect(opened.ways).toEqual(['email', 'sms', 'template'])
  expect((await change(chat?.id ?? 0, { version: 1, join: form?.id })).status).toBe(404)
  const joined = await change(opened.id, { version: opened.version, join: chat?.id })
  expect(joined.body).toMatchObject({ phone: ama, email: 'ama@example.com', same_person: null })
  expect(texts(joined.body)).toEqual(['On WhatsApp', 'Call me on 024 123 4567'])
  expect(joined.body.ways).toEqual(['whatsapp', 'email', 'sms'])
  await callBack(services.answers({ from: ama, id: 'wamid.2', text: 'Again', at: clock() }))
  await reply(opened.id, { way: 'whatsapp', text: 'Hello' })
  await run()
  expect(services.arrived).toHaveLength(1)
  expect((await list()).conversations).toHaveLength(1)
})

test('an unknown conversation, a wrong way and too many words are refused', async () => {
  const { contact, only, reply, change, ask, token } = await openInbox()
  await contact()
  const { id } = await only()
  expect((await reply(id + 1, { way: 'email', text: 'Hello' })).status).toBe(404)
  expect((await reply(id, { way: 'pigeon', text: 'Hello' })).status).toBe(400)
  expect((await reply(id, { way: 'email', text: ' ' })).status).toBe(400)
  expect((await reply(id, { way: 'sms', text: 'a'.repeat(401) })).status).toBe(400)
  expect((await change(id + 1, { version: 0, state: 'closed' })).status).toBe(404)
  expect((await ask('GET', '/api/conversations?before=x', { token })).status).toBe(400)
})

/** The statements of the migration that move what was there; the tables themselves are there already. */
function movingStatements(): string[] {
  const name = readdirSync('server/migrations').find((each) => each.endsWith('_inbox.sql'))
  const statements = readFileSync(`server/migrations/${name}`, 'utf8').split('--> statement-breakpoint')
  return statements.filter((statement) => statement.includes('FROM "contact_messages"'))
}

test('what the contact form brought before there were conversations is moved into them', async () => {
  const { context, list, open, clock } = await openInbox()
  const message = { name: 'Ama', email: 'ama@example.com', subject: 'Other', createdAt: clock() }
  const later = new Date(clock().getTime() + 60_000)
  await context.db.insert(contactMessages).values([
    { ...message, message: 'One', readAt: later },
    { ...message, name: 'Ama M.', message: 'Two', createdAt: later },
    { ...message, name: 'Kofi', email: 'kofi@example.com', message: 'Three', readAt: later, doneAt: later },
  ])
  expect(movingStatements()).toHaveLength(2)
  for (const statement of movingStatements()) await context.db.execute(sql.raw(statement))
  const { conversations } = await list('?show=all')
  expect(conversations.map(({ name, state, unread }) => [name, state, unread])).toEqual([
    ['Ama M.', 'open', true],
    ['Kofi', 'closed', false],
  ])
  expect(texts(await open(conversations[0]?.id ?? 0))).toEqual(['One', 'Two'])
})
