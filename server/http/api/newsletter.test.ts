import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/changes.ts'
import type { ReaderResponse } from '#contract/messages.ts'
import { newsletterReaders } from '#server/features/messages/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

async function world() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  const { ask, signedInAs, shop, clock } = opened
  const { token } = await signedInAs('admin')
  return {
    ...opened,
    async join(email: string) {
      clock.forward({ minutes: 1 })
      await shop.messages.joinNewsletter(email, { email })
    },
    list: (query = '') => ask<ReaderResponse[]>('GET', `/api/newsletter${query}`, { token }),
    remove: (id: number, removed = true) =>
      ask<ReaderResponse>('PUT', `/api/newsletter/${id}`, { token, body: { removed } }),
    download: () => ask<string>('GET', '/api/newsletter.csv', { token }),
    changes: async () =>
      (await ask<ChangesResponse>('GET', '/api/changes?thing=newsletter', { token })).body.changes,
  }
}

const emails = (readers: ReaderResponse[]) => readers.map(({ email }) => email)

test('everybody who reads the newsletter is listed, the newest first, and can be found', async () => {
  const { join, list, clock } = await world()
  await join('ama@example.com')
  await join('kofi_1@example.com')
  const { body, headers } = await list()
  expect(headers['x-total-count']).toBe('2')
  expect(body[0]).toEqual({
    id: expect.any(Number),
    email: 'kofi_1@example.com',
    agreed_at: clock().toISOString(),
    removed: false,
  })
  expect(emails((await list('?q=AMA')).body)).toEqual(['ama@example.com'])
  expect(emails((await list('?q=_')).body)).toEqual(['kofi_1@example.com'])
  expect(emails((await list('?limit=1&page=2')).body)).toEqual(['ama@example.com'])
})

test('an address that was taken off is gone from list and file, until that is undone', async () => {
  const { join, list, remove, download, changes } = await world()
  await join('ama@example.com')
  const [{ id } = { id: 0 }] = (await list()).body
  expect((await remove(id)).body.removed).toBe(true)
  expect((await remove(id)).body.removed).toBe(true)
  expect((await list()).body).toEqual([])
  expect((await download()).body).not.toContain('ama@')
  expect((await remove(id, false)).body.removed).toBe(false)
  expect(emails((await list()).body)).toEqual(['ama@example.com'])
  expect(await changes()).toMatchObject([
    { action: 'put an address back on the newsletter', thing_name: 'ama@example.com' },
    { action: 'took an address off the newsletter', before: { removed: false }, after: { removed: true } },
  ])
})

test('nobody can bring back who left by their own link, but they can come back themselves', async () => {
  const { join, list, remove, shop, context } = await world()
  await join('ama@example.com')
  const [reader] = await context.db.select().from(newsletterReaders)
  const id = reader?.id ?? 0
  await remove(id)
  await shop.messages.leaveNewsletter(reader?.leaveSecret ?? '')
  expect((await remove(id, false)).status).toBe(404)
  expect((await list()).body).toEqual([])
  await join('ama@example.com')
  expect(emails((await list()).body)).toEqual(['ama@example.com'])
})

test('the file opens cell by cell as it was written, and no cell can start a formula', async () => {
  const { join, context, download, clock } = await world()
  await join('ama@example.com')
  clock.forward({ minutes: 1 })
  await context.db.insert(newsletterReaders).values({
    email: '=cmd|calc!a1@example.com',
    leaveSecret: 'secret',
    agreedAt: clock(),
  })
  const { body, headers } = await download()
  const stamp = clock().toISOString().slice(0, 19).replaceAll(':', '-')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="newsletter-${stamp}Z.csv"`)
  const rows: string[][] = parse(body, { bom: true })
  expect(rows).toEqual([
    ['Email', 'Agreed (GMT)'],
    ["'=cmd|calc!a1@example.com", clock().toISOString().slice(0, 19).replace('T', ' ')],
    ['ama@example.com', expect.any(String)],
  ])
})

test('a list longer than one batch comes out whole, each address once', async () => {
  const { context, download, clock } = await world()
  const readers = Array.from({ length: 2_500 }, (_, n) => ({
    email: `reader.${n}@example.com`,
    leaveSecret: `secret ${n}`,
    agreedAt: clock(),
  }))
  await context.db.insert(newsletterReaders).values(readers)
  await context.db
    .update(newsletterReaders)
    .set({ leftAt: clock() })
    .where(eq(newsletterReaders.email, 'reader.7@example.com'))
  const rows: string[][] = parse((await download()).body, { bom: true, from: 2 })
  const listed = rows.map(([email]) => email)
  expect(new Set(listed).size).toBe(2_499)
  expect(listed).toHaveLength(2_499)
})
