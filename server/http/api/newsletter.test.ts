import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { ReaderResponse } from '#contract/messages.ts'
import { newsletterReaders } from '#server/features/messages/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

async function world(settings: Record<string, string> = {}) {
  const opened = await openTestShop({ settings })
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

/** A shop that sends mails, and the secret of the link in the newest one. */
async function mailingWorld() {
  const opened = await world({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hello@example.com' })
  const mailsTo = async (email: string) => (await opened.mails()).filter(({ to }) => to === email)
  return {
    ...opened,
    mailsTo,
    linkTo: async (email: string) =>
      /newsletter\/leave\?join=(\S+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '',
    confirm: (secret: string) => opened.ask('POST', '/api/newsletter/confirm', { body: { secret } }),
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

test('a list longer than one batch comes out whole, each address once', { tags: 'faults' }, async () => {
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

test('where the shop sends mails, an address reads once the link in its mail was pressed', async () => {
  const { join, list, download, mailsTo, linkTo, confirm, clock } = await mailingWorld()
  await join('ama@example.com')
  expect((await list()).body).toEqual([])
  expect((await download()).body).not.toContain('ama@')
  const [mail] = await mailsTo('ama@example.com')
  expect(mail?.subject).toBe('Please confirm that you want our letters')
  const secret = await linkTo('ama@example.com')
  clock.forward({ days: 2 })
  expect((await confirm(secret)).status).toBe(200)
  expect((await confirm(secret)).status).toBe(200)
  expect((await list()).body).toMatchObject([{ email: 'ama@example.com', agreed_at: clock().toISOString() }])
  expect(await confirm('made-up')).toMatchObject({ status: 400, body: { code: 'invalid_link' } })
})

test('whoever signs an address up again learns nothing, and the mailbox gets at most three mails a day', async () => {
  const { ask, list, linkTo, confirm, mailsTo } = await mailingWorld()
  const join = async (address: string) => {
    const { status, body } = await ask('POST', '/api/newsletter', {
      body: { email: 'ama@example.com' },
      address,
    })
    return [status, body]
  }
  const answer = [201, { success: true, needs_confirmation: true }]
  for (let n = 0; n < 6; n++) expect(await join(`10.2.0.${n}`)).toEqual(answer)
  expect(await mailsTo('ama@example.com')).toHaveLength(3)
  await confirm(await linkTo('ama@example.com'))
  expect(await join('10.2.1.1')).toEqual(answer)
  expect(await mailsTo('ama@example.com')).toHaveLength(3)
  expect(emails((await list()).body)).toEqual(['ama@example.com'])
})

test('an address that nobody confirmed is forgotten after seven days; readers stay', async () => {
  const { join, confirm, linkTo, context, clock, mails } = await mailingWorld()
  await join('ama@example.com')
  await confirm(await linkTo('ama@example.com'))
  await join('kofi@example.com')
  const secret = await linkTo('kofi@example.com')
  const stored = async () => {
    await context.jobs.send(context.db, 'unconfirmed-newsletter-readers', {})
    await mails()
    return (await context.db.select().from(newsletterReaders)).map(({ email }) => email).toSorted()
  }
  clock.forward({ days: 6 })
  expect(await stored()).toEqual(['ama@example.com', 'kofi@example.com'])
  clock.forward({ days: 1 })
  expect(await stored()).toEqual(['ama@example.com'])
  expect((await confirm(secret)).status).toBe(400)
})

test('nobody is brought back by a stranger: who left reads again only after the link in a new mail', async () => {
  const { join, list, linkTo, confirm, remove, shop, context } = await mailingWorld()
  await join('ama@example.com')
  const secret = await linkTo('ama@example.com')
  await confirm(secret)
  await shop.messages.leaveNewsletter(secret)
  expect((await confirm(secret)).status).toBe(400)
  await join('ama@example.com')
  expect((await list()).body).toEqual([])
  const [reader] = await context.db.select().from(newsletterReaders)
  expect((await remove(reader?.id ?? 0, false)).status).toBe(404)
  await confirm(await linkTo('ama@example.com'))
  expect(emails((await list()).body)).toEqual(['ama@example.com'])
})
