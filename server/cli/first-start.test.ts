import { expect, onTestFinished, test, vi } from 'vitest'
import type { OwnerLinkResponse } from '#contract/accounts.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { ownerLinks, users } from '../features/accounts/tables.ts'
import { products } from '../features/catalogue/tables.ts'
import { readConfig } from '../platform/config.ts'
import { shelve } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { inviteOwner } from './commands.ts'
import { prepareShop } from './sample-shop.ts'
import { welcome } from './terminal.ts'

async function openNewShop(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const opened = await openTestShop({
    settings: { SAMPLE_SHOP: 'none', ...settings },
    logTo: { write: (line) => lines.push(line) },
  })
  onTestFinished(opened.close)
  return { ...opened, lines, start: () => prepareShop(opened.context, opened.shop, () => {}) }
}

const password = 'kente cloth shawl'

function tokenIn(link: string | null): string {
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

function makeOwner({ ask }: TestShop, token: string, account: object = {}) {
  const body = { token, email: 'Owner@Example.com ', password, ...account }
  return ask<RefusalResponse>('POST', '/api/auth/owner', { body })
}

test.each([
  [{ SAMPLE_SHOP: 'none' }, 'none'],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }, 'none'],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com', SAMPLE_SHOP: 'full' }, 'full'],
  [{}, 'full'],
])('with %j a new shop begins with the samples: %s', (settings, sampleShop) => {
  expect(readConfig(settings).sampleShop).toBe(sampleShop)
})

test('a shop without samples begins empty and closed, and prints a link for its owner at each start until there is one', async () => {
  const shop = await openNewShop()
  const { context, start } = shop
  const first = await start()
  expect(first).toEqual({ demoAccounts: null, ownerLink: expect.stringContaining('/welcome?token=') })
  expect([await context.db.$count(products), await context.db.$count(users)]).toEqual([0, 0])
  expect(await shop.shop.opening.read()).toMatchObject({ isOpen: false, hasSamples: false })
  expect(await shop.shop.settings.read()).toMatchObject({ shopName: 'Our shop', saleBanner: { isOn: false } })
  const second = await start()
  expect(second.ownerLink).not.toBe(first.ownerLink)
  expect((await makeOwner(shop, tokenIn(first.ownerLink))).status).toBe(201)
  expect(await start()).toEqual({ demoAccounts: null, ownerLink: null })
  // The other one was printed for nobody in particular, and there is an owner now.
  expect((await makeOwner(shop, tokenIn(second.ownerLink))).body).toMatchObject({ code: 'invalid_link' })
})

test('a shop that had products or people before stays open', async () => {
  const { context, shop, start } = await openNewShop()
  await shelve(context, { name: 'Shea cream' })
  await start()
  expect(await shop.opening.read()).toMatchObject({ isOpen: true })
})

test('with the link the owner makes an account that runs the shop, once', async () => {
  const shop = await openNewShop()
  const { ask, start } = shop
  const token = tokenIn((await start()).ownerLink)
  const look = () => ask<OwnerLinkResponse>('POST', '/api/auth/owner-link', { body: { token } })
  expect((await look()).body).toEqual({ email: null, role: 'admin', is_invitation: false })
  expect((await makeOwner(shop, token)).status).toBe(201)
  const login = { body: { email: 'owner@example.com', password } }
  const signedIn = await ask<{ token: string }>('POST', '/api/auth/signin', login)
  expect(signedIn.body).toMatchObject({ user: { is_admin: true } })
  expect((await ask('GET', '/api/settings', { token: signedIn.body.token })).status).toBe(200)
  expect((await look()).body).toMatchObject({ code: 'invalid_link' })
  expect((await makeOwner(shop, token, { email: 'another@example.com' })).status).toBe(400)
})

test('two who press at the same moment make one account', async () => {
  const shop = await openNewShop()
  const token = tokenIn((await shop.start()).ownerLink)
  const emails = ['one@example.com', 'two@example.com', 'three@example.com']
  const answers = await Promise.all(emails.map((email) => makeOwner(shop, token, { email })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect(await shop.context.db.$count(users)).toBe(1)
})

test('a weak password or a known e-mail is refused at its field, and the link stays good', async () => {
  const shop = await openNewShop()
  const { context, start, signedInAs } = shop
  const token = tokenIn((await start()).ownerLink)
  await signedInAs('customer')
  const tooShort = await makeOwner(shop, token, { password: 'short one' })
  expect(tooShort.body.fields).toEqual({ password: 'People with a role need at least 12 characters' })
  const taken = await makeOwner(shop, token, { email: 'customer@example.com' })
  expect(taken.body.fields).toHaveProperty('email')
  expect((await makeOwner(shop, token)).status).toBe(201)
  expect(await context.db.$count(users)).toBe(2)
})

test('a link ends after a day', async () => {
  const shop = await openNewShop()
  const token = tokenIn((await shop.start()).ownerLink)
  shop.clock.forward({ hours: 24 })
  expect((await makeOwner(shop, token)).body).toMatchObject({ code: 'invalid_link' })
  await shop.start()
  expect(await shop.context.db.$count(ownerLinks)).toBe(1)
})

test('whoever guesses links must soon wait', async () => {
  const { ask } = await openNewShop()
  const guess = (n: number) =>
    ask('POST', '/api/auth/owner-link', { body: { token: `guess-${n}` }, address: '10.1.2.3' })
  const answers = []
  for (let n = 0; n < 31; n++) answers.push((await guess(n)).status)
  expect(answers.slice(0, 30)).toEqual(Array(30).fill(400))
  expect(answers.at(-1)).toBe(429)
})

test('the secret of a link is neither in the database nor in the log', async () => {
  const shop = await openNewShop()
  const token = tokenIn((await shop.start()).ownerLink)
  await shop.ask('GET', `/welcome?token=${token}`)
  await makeOwner(shop, `${token}x`)
  const stored = JSON.stringify(await shop.context.db.select().from(ownerLinks))
  expect([stored, ...shop.lines].join('\n')).not.toContain(token)
  expect(shop.lines.length).toBeGreaterThan(0)
})

test('whoever starts the shop reads the link below its address', () => {
  const said = welcome({
    version: { version: '1.2.3', commit: null },
    address: 'http://127.0.0.1:3000',
    database: 'embedded PostgreSQL in ./data',
    demoAccounts: null,
    ownerLink: 'https://shop.example.com/welcome?token=abc',
  })
  expect(said).toContain('within 24 hours:\n    https://shop.example.com/welcome?token=abc\n')
})

test('a command prints a link at any time, for an e-mail address or for a phone by WhatsApp', async () => {
  const shop = await openNewShop()
  const { ask, database, mails, signedInAs } = shop
  await signedInAs('admin')
  const config = readConfig({ DATABASE_URL: databaseAddress(database.connection) })
  const say = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => say.mockRestore())
  await inviteOwner(config, ['Partner@Example.com'])
  await inviteOwner(config, ['024 123 4567'])
  const [byMail = '', byPhone = ''] = say.mock.calls.map(([text]) => String(text))
  expect(byPhone).toContain('https://wa.me/233241234567?text=http')
  const token = /token=([\w-]+)/.exec(byMail)?.[1] ?? ''
  const look = await ask<OwnerLinkResponse>('POST', '/api/auth/owner-link', { body: { token } })
  expect(look.body).toMatchObject({ email: 'partner@example.com', role: 'admin' })
  expect((await makeOwner(shop, token, { email: 'partner@example.com' })).status).toBe(201)
  // Whoever ran the shop before learns of it.
  const told = (await mails()).filter(({ subject }) => subject === 'Rights in the shop were changed')
  expect(told).toMatchObject([
    { to: 'admin@example.com', text: expect.stringContaining('partner@example.com') },
  ])
  await expect(inviteOwner(config, ['admin@example.com'])).rejects.toThrow('make-admin admin@example.com')
  await expect(inviteOwner(config, ['nobody'])).rejects.toThrow(
    'neither an e-mail address nor a phone number',
  )
})
