import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/changes.ts'
import type { MessageCardResponse, MessageCountsResponse, MessageResponse } from '#contract/messages.ts'
import { contactMessages } from '#server/features/messages/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

async function world() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  const { ask, signedInAs, context, clock } = opened
  const { token } = await signedInAs('admin')
  return {
    ...opened,
    async write(name: string, message = 'Where is my cream?'): Promise<number> {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
      const received = { name, email, subject: 'Other', message, createdAt: clock() }
      const [row] = await context.db
        .insert(contactMessages)
        .values(received)
        .returning({ id: contactMessages.id })
      return row?.id ?? 0
    },
    list: (query = '') => ask<MessageCardResponse[]>('GET', `/api/messages${query}`, { token }),
    open: (id: number) => ask<MessageResponse>('GET', `/api/messages/${id}`, { token }),
    set: (id: number, state: string) =>
      ask<MessageResponse>('PUT', `/api/messages/${id}`, { token, body: { state } }),
    unread: async () =>
      (await ask<MessageCountsResponse>('GET', '/api/messages/counts', { token })).body.unread,
    changes: async () =>
      (await ask<ChangesResponse>('GET', '/api/changes?thing=message', { token })).body.changes,
  }
}

const names = (messages: MessageCardResponse[]) => messages.map(({ name }) => name)

test('the newest message comes first, with its beginning; opening it tells the whole', async () => {
  const { write, list, open, clock } = await world()
  await write('Ama Mensah')
  clock.forward({ hours: 1 })
  const id = await write('Kofi', `Hello\n\n${'very '.repeat(100)}long`)
  const { body, headers } = await list()
  expect(headers['x-total-count']).toBe('2')
  expect(body[0]).toEqual({
    id,
    name: 'Kofi',
    email: 'kofi@example.com',
    subject: 'Other',
    excerpt: expect.stringMatching(/^Hello very very/),
    state: 'unread',
    created_at: clock().toISOString(),
  })
  expect(body[0]?.excerpt).toHaveLength(160)
  expect((await open(id)).body.message).toMatch(/very long$/)
  expect((await open(id)).body.state).toBe('unread')
})

test('a message is unread, then read, then done, and can be reopened; only what was done is in the list', async () => {
  const { write, set, list, unread, changes } = await world()
  const id = await write('Ama')
  expect(await unread()).toBe(1)
  expect((await set(id, 'read')).body.state).toBe('read')
  expect(await unread()).toBe(0)
  expect((await set(id, 'done')).body.state).toBe('done')
  expect((await set(id, 'done')).body.state).toBe('done')
  expect((await list()).body).toEqual([])
  expect(names((await list('?state=done')).body)).toEqual(['Ama'])
  expect((await set(id, 'read')).body.state).toBe('read')
  expect((await set(id, 'unread')).body.state).toBe('unread')
  expect(await unread()).toBe(1)
  expect((await changes()).map(({ action, thing_name }) => `${action}: ${thing_name}`)).toEqual([
    'reopened the message: Ama',
    'marked the message as done: Ama',
  ])
})

test('messages are filtered by their state and found by parts of the name or e-mail', async () => {
  const { write, set, list } = await world()
  const [first, second] = [await write('Ama Mensah'), await write('Kofi 100%')]
  await write('Ɛfua')
  await set(first, 'done')
  await set(second, 'read')
  expect(names((await list('?state=open')).body)).toEqual(['Ɛfua', 'Kofi 100%'])
  expect(names((await list('?state=unread')).body)).toEqual(['Ɛfua'])
  expect(names((await list('?state=read')).body)).toEqual(['Kofi 100%'])
  expect(names((await list('?state=all&limit=1&page=3')).body)).toEqual(['Ama Mensah'])
  const find = async (q: string) => names((await list(`?state=all&q=${encodeURIComponent(q)}`)).body)
  expect(await find('MENSAH ama')).toEqual(['Ama Mensah'])
  expect(await find('ama.mensah@')).toEqual(['Ama Mensah'])
  expect(await find('ɛfu')).toEqual(['Ɛfua'])
  expect(await find('%')).toEqual(['Kofi 100%'])
  expect(await find('_')).toEqual([])
})

test('an unknown message, state or filter is refused', async () => {
  const { write, open, set, list } = await world()
  const id = await write('Ama')
  expect((await open(id + 1)).status).toBe(404)
  expect((await set(id + 1, 'read')).status).toBe(404)
  expect((await set(id, 'burnt')).status).toBe(400)
  expect((await list('?state=burnt')).status).toBe(400)
})
