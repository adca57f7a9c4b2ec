import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { OwnerLinkResponse, SignInResponse, SignUpResponse } from '#contract/accounts.ts'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { InvitationResponse, NewInvitationResponse } from '#contract/team.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { ownerLinks, sessions, users } from '#server/features/accounts/tables.ts'
import { openTestShop, type TestShopSetup } from '#server/testing/test-shop.ts'

const password = 'kente cloth shawl'

async function world(setup?: TestShopSetup) {
  const opened = await openTestShop(setup)
  onTestFinished(opened.close)
  const { ask, signedInAs } = opened
  const { token, viewer: boss } = await signedInAs('admin')
  const invite = (body: object) =>
    ask<NewInvitationResponse & RefusalResponse>('POST', '/api/team/invitations', { token, body })
  return {
    ...opened,
    boss,
    token,
    invite,
    secretOf: async (body: object) => new URL((await invite(body)).body.link).searchParams.get('token') ?? '',
    list: async () => (await ask<InvitationResponse[]>('GET', '/api/team/invitations', { token })).body,
    look: (secret: string) =>
      ask<OwnerLinkResponse & RefusalResponse>('POST', '/api/auth/owner-link', { body: { token: secret } }),
    accept: (secret: string, person: object) =>
      ask<SignUpResponse & RefusalResponse>('POST', '/api/auth/owner', {
        body: { token: secret, password, ...person },
      }),
    signIn: (email: string) => ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } }),
  }
}

test('an admin invites a helper by phone, who chooses a name and a password and works at once', async () => {
  const { invite, list, look, accept, signIn, ask, boss, clock, context, mails, token } = await world()
  const { status, body } = await invite({ role: 'helper', phone: '024 123 4567' })
  expect(status).toBe(201)
  expect(body.link).toMatch(/\/welcome\?token=[\w-]{40,}$/)
  const open = {
    id: expect.any(String),
    role: 'helper',
    email: null,
    phone: '233241234567',
    invited_by: 'admin',
    invited_at: clock().toISOString(),
    expires_at: new Date(clock().getTime() + 72 * 60 * 60 * 1000).toISOString(),
  }
  expect(body.invitation).toEqual(open)
  expect(await list()).toEqual([open])
  const secret = new URL(body.link).searchParams.get('token') ?? ''
  expect((await look(secret)).body).toEqual({ email: null, role: 'helper', is_invitation: true })

  const esi = { email: 'esi@example.com', name: 'Esi' }
  expect((await accept(secret, { ...esi, password: 'too short' })).body.fields).toHaveProperty('password')
  expect((await accept(secret, esi)).status).toBe(201)
  expect(await list()).toEqual([])
  expect((await accept(secret, { email: 'other@example.com' })).body.code).toBe('invalid_link')

  const signedIn = (await signIn('esi@example.com')).body
  expect(signedIn.user).toMatchObject({ name: 'Esi', role: 'helper', is_admin: false })
  expect((await ask('GET', '/api/orders', { token: signedIn.token })).status).toBe(200)
  expect((await ask('GET', '/api/settings', { token: signedIn.token })).status).toBe(403)
  const [row] = await context.db.select().from(users).where(eq(users.email, 'esi@example.com'))
  expect(row?.hasConfirmedEmail).toBe(false)

  const sent = await mails()
  expect(sent.map(({ to }) => to)).not.toContain('esi@example.com')
  expect(sent.at(-1)?.text).toMatch(/esi@example\.com is now a helper\. .*by admin@example\.com/)
  const { body: log } = await ask<ChangesResponse>('GET', '/api/changes?thing=team', { token })
  const sentences = log.changes.map((change) => changeLabels(change).sentence)
  expect(sentences).toEqual(expect.arrayContaining(['admin made Esi a helper', 'admin invited a helper']))
  expect(log.changes.every(({ by }) => by === 'shop' || by?.id === boss.id)).toBe(true)
  expect(JSON.stringify(log)).not.toContain('233241234567')
})

test('an invitation to an e-mail is for that e-mail, which then counts as confirmed', async () => {
  const { secretOf, look, accept, context } = await world()
  const secret = await secretOf({ role: 'driver', email: ' Kojo@Example.com ' })
  expect((await look(secret)).body).toEqual({
    email: 'kojo@example.com',
    role: 'driver',
    is_invitation: true,
  })
  const { status, body } = await accept(secret, { email: 'thief@example.com' })
  expect([status, body.fields?.email]).toEqual([400, 'This invitation is for kojo@example.com'])
  expect((await accept(secret, { email: 'kojo@example.com' })).status).toBe(201)
  const [row] = await context.db.select().from(users).where(eq(users.email, 'kojo@example.com'))
  expect(row).toMatchObject({ hasConfirmedEmail: true, isDriver: true, isHelper: false, isAdmin: false })
})

test('whoever has an account gets no invitation but a role; and nobody invites to nowhere', async () => {
  const { invite, signedInAs } = await world()
  await signedInAs('customer')
  const { status, body } = await invite({ role: 'helper', email: 'customer@example.com' })
  expect([status, body.fields?.email]).toEqual([400, expect.stringContaining('There is an account')])
  const both = { email: 'a@example.com', phone: '024 123 4567' }
  for (const where of [{}, both, { phone: '030 277 1234' }, { email: 'nobody' }, { phone: '' }])
    expect([where, (await invite({ role: 'helper', ...where })).status]).toEqual([where, 400])
  expect((await invite({ role: 'owner', email: 'a@example.com' })).status).toBe(400)
})

test('an invitation ends after 72 hours, when it is taken back, and when whoever made it is blocked', async () => {
  const { ask, secretOf, look, list, clock, token, shop, boss, context } = await world()
  const phone = '024 123 4567'
  const late = await secretOf({ role: 'helper', phone })
  clock.forward({ hours: 71 })
  expect((await look(late)).status).toBe(200)
  clock.forward({ hours: 2 })
  expect([(await look(late)).status, await list()]).toEqual([400, []])

  const revoked = await secretOf({ role: 'helper', phone })
  const [open] = await list()
  expect((await ask('DELETE', `/api/team/invitations/${open?.id}`, { token })).status).toBe(200)
  expect((await ask('DELETE', `/api/team/invitations/${open?.id}`, { token })).status).toBe(404)
  expect((await look(revoked)).body.code).toBe('invalid_link')
  expect(await context.db.$count(ownerLinks)).toBe(0)

  const { id } = await shop.accounts.createAccount({ email: 'second@example.com', password, isAdmin: true })
  const { viewer: second } = await shop.accounts.signIn(
    { email: 'second@example.com', password },
    { address: 'x', userAgent: 'a test' },
  )
  const { link } = await shop.accounts.inviteColleague(second, { role: 'admin', phone: '233241234567' })
  await shop.accounts.setBlocked(boss, id, true)
  expect((await look(new URL(link).searchParams.get('token') ?? '')).body.code).toBe('invalid_link')
})

test('two who open one invitation at once make one account', async () => {
  const { secretOf, accept, context } = await world()
  const secret = await secretOf({ role: 'manager', phone: '024 123 4567' })
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((name) => accept(secret, { email: `${name}@example.com` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect(await context.db.$count(users, eq(users.isManager, true))).toBe(1)
})

test('an invitation asks for the password again, and there are at most twenty', async () => {
  const { invite, context } = await world()
  const helper = { role: 'helper', phone: '024 123 4567' }
  await context.db.update(sessions).set({ passwordProvenAt: null })
  expect((await invite(helper)).body.code).toBe('password_needed')
  await context.db.update(sessions).set({ passwordProvenAt: context.clock() })
  for (let made = 0; made < 20; made++) expect((await invite(helper)).status).toBe(201)
  expect(await invite(helper)).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('the link of the owner, which the shop prints, outlives the invitation of a helper', async () => {
  const { shop, secretOf, accept, look, list } = await world()
  const owners = new URL(await shop.accounts.inviteOwner()).searchParams.get('token') ?? ''
  const helpers = await secretOf({ role: 'helper', phone: '024 123 4567' })
  expect((await look(owners)).body).toEqual({ email: null, role: 'admin', is_invitation: false })
  expect((await accept(helpers, { email: 'esi@example.com' })).status).toBe(201)
  const second = await secretOf({ role: 'helper', phone: '024 123 4567' })
  expect((await accept(owners, { email: 'owner@example.com' })).status).toBe(201)
  expect([(await look(second)).status, (await list()).length]).toEqual([200, 1])
})

test('where mails reach people, who was invited by phone comes in at once, and after the role is gone no more', async () => {
  const { ask, secretOf, accept, signIn, token } = await world({
    settings: { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'shop@example.com' },
  })
  const secret = await secretOf({ role: 'helper', phone: '024 123 4567' })
  const { body } = await accept(secret, { email: 'esi@example.com' })
  expect((await signIn('esi@example.com')).status).toBe(200)
  const none = { is_helper: false }
  expect((await ask('PUT', `/api/team/${body.user.id}`, { token, body: none })).status).toBe(200)
  expect((await signIn('esi@example.com')).status).toBe(401)
})

test('the address of somebody who never came is forgotten in the night after', async () => {
  const { invite, clock, context } = await world()
  await invite({ role: 'helper', phone: '024 123 4567' })
  clock.forward({ hours: 73 })
  await context.jobs.send(context.db, 'clear-invitations', {})
  await context.jobs.runDue()
  expect(await context.db.$count(ownerLinks)).toBe(0)
})
