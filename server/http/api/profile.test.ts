import { afterAll, expect, test } from 'vitest'
import type { ProfileResponse } from '#contract/accounts.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openTestShop, type Person } from '#server/testing/test-shop.ts'

const { ask, signedInAs, shop, clock, close } = await openTestShop()
afterAll(close)

const read = (email: string, token?: string) =>
  ask<ProfileResponse>(
    'GET',
    `/api/profile/email/${encodeURIComponent(email)}`,
    token === undefined ? {} : { token },
  )

type Fields = Parameters<typeof uploadForm>[0]

async function save<Body = ProfileResponse>(person: Person, fields: Fields) {
  const { token } = await signedInAs(person)
  return await ask<Body>('PUT', '/api/profile', { token, ...(await uploadForm(fields)) })
}

const nothing = {
  full_name: '',
  display_name: '',
  website: '',
  phone: '',
  shipping_address: '',
  city: '',
  state: '',
  avatar_url: '',
}

test('whoever never filled in a profile has an empty one', async () => {
  const { token, viewer } = await signedInAs('other customer')
  expect(await read(' Other.Customer@Example.com ', token)).toMatchObject({ status: 200 })
  expect((await read(viewer.email, token)).body).toEqual({
    id: viewer.id,
    email: viewer.email,
    sign_in_phone: null,
    email_confirmed: true,
    ...nothing,
  })
})

test('a profile is saved in one spelling and read back', async () => {
  const { token, viewer } = await signedInAs('customer')
  const filled = {
    full_name: 'Ama Serwaa Ɔwusu',
    display_name: 'Ama',
    website: 'https://example.com',
    phone: '024 123 4567',
    shipping_address: 'House 14, behind Shell',
    city: 'Tema',
    state: 'Greater Accra',
  }
  const { status, body } = await save('customer', [
    ['id', viewer.id],
    ['email', 'CUSTOMER@example.com'],
    ['full_name', ' Ama Serwaa Ɔwusu '],
    ['display_name', 'Ama'],
    ['website', 'example.com'],
    ['phone', '+233241234567'],
    ['shipping_address', 'House 14, behind Shell'],
    ['city', 'Tema'],
    ['state', 'greater accra'],
    ['avatar_url', ''],
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject(filled)
  expect((await read(viewer.email, token)).body).toEqual(body)
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ user: { name: 'Ama' } })
})

test('what a form leaves out stays, and an emptied field is empty', async () => {
  await save('customer', [
    ['city', 'Ho'],
    ['display_name', 'Ama'],
  ])
  expect((await save('customer', [['full_name', 'Ama Mensah']])).body).toMatchObject({
    city: 'Ho',
    display_name: 'Ama',
  })
  const { body } = await save('customer', [
    ['city', ' '],
    ['display_name', ''],
  ])
  expect(body).toMatchObject({ full_name: 'Ama Mensah', city: '', display_name: '' })
  const { token } = await signedInAs('customer')
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({
    user: { name: 'customer' },
  })
})

test('a profile with mistakes says all of them and changes nothing', async () => {
  await save('customer', [['city', 'Wa']])
  const { status, body } = await save<RefusalResponse>('customer', [
    ['city', 'Bolgatanga'],
    ['phone', '12'],
    ['state', 'Atlantis'],
    ['website', 'javascript:alert(1)'],
    ['display_name', 'ama@example.com'],
    ['full_name', 'x'.repeat(121)],
    ['shipping_address', 'a\0b'],
  ])
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {}).sort()).toEqual(
    ['display_name', 'full_name', 'phone', 'shipping_address', 'state', 'website'].sort(),
  )
  expect((await save('customer', [])).body.city).toBe('Wa')
})

test('every e-mail but one’s own is refused alike, known or unknown, before anything is looked up', async () => {
  const { token, viewer } = await signedInAs('customer')
  await signedInAs('other customer')
  const foreign = [
    'other.customer@example.com',
    'nobody@example.com',
    'not an address',
    `x${viewer.email}`,
    '%00',
    "' or 1=1 --",
  ]
  for (const email of foreign) {
    const answer = await read(email, token)
    expect([email, answer.status]).toEqual([email, 403])
    expect(answer.body).toEqual({
      error: "You don't have permission to access this page.",
      code: 'not_allowed',
    })
  }
  expect((await read(viewer.email)).status).toBe(401)
})

test('an admin reads and edits any profile, and is told when there is none', async () => {
  const { viewer } = await signedInAs('customer')
  const { token } = await signedInAs('admin')
  expect(await read(viewer.email, token)).toMatchObject({ status: 200, body: { id: viewer.id } })
  expect((await read('nobody@example.com', token)).status).toBe(404)
  expect(
    (
      await save('admin', [
        ['email', viewer.email],
        ['city', 'Keta'],
      ])
    ).body,
  ).toMatchObject({ id: viewer.id, city: 'Keta' })
  expect(
    (
      await save('admin', [
        ['id', viewer.id],
        ['city', 'Ada'],
      ])
    ).body,
  ).toMatchObject({ id: viewer.id, city: 'Ada' })
  expect(
    (
      await save('admin', [
        ['id', viewer.id],
        ['email', 'admin@example.com'],
      ])
    ).status,
  ).toBe(404)
  expect((await save('admin', [['email', 'nobody@example.com']])).status).toBe(404)
  expect((await save('admin', [['city', 'Accra']])).body.email).toBe('admin@example.com')
})

test('nobody edits the profile of somebody else', async () => {
  const { viewer: other } = await signedInAs('other customer')
  const { viewer } = await signedInAs('customer')
  const refused = { status: 403, body: { error: 'You can only edit your own profile', code: 'not_allowed' } }
  for (const fields of [
    [['id', other.id]],
    [['email', other.email]],
    [['email', 'nobody@example.com']],
    [
      ['id', viewer.id],
      ['email', other.email],
    ],
    [
      ['id', other.id],
      ['email', viewer.email],
    ],
    [['id', 'not an id']],
  ] satisfies Fields[]) {
    expect(await save('customer', [...fields, ['city', 'Stolen']])).toMatchObject(refused)
  }
  const { token } = await signedInAs('other customer')
  expect((await read(other.email, token)).body.city).toBe('')
})

test('a stale, forged or revoked token reads and writes no profile', async () => {
  const { token, viewer } = await signedInAs('customer')
  const form = await uploadForm([['city', 'Stolen']])
  const expectClosed = async (wrong: string) => {
    expect((await read(viewer.email, wrong)).status).toBe(401)
    expect((await ask('PUT', '/api/profile', { token: wrong, ...form })).status).toBe(401)
  }
  await expectClosed(`${token.slice(0, -1)}_`)
  await expectClosed('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.')
  const { token: signedOut, viewer: leaving } = await signedInAs('customer')
  await shop.accounts.signOut(leaving)
  await expectClosed(signedOut)
  clock.forward({ days: 31 })
  await expectClosed(token)
})
