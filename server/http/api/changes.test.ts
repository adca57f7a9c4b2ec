import { expect, onTestFinished, test } from 'vitest'
import type { ChangerResponse, ChangesResponse } from '#contract/dashboard.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { recordChange } from '#server/features/audit/record-change.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

async function world() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  const { ask, signedInAs, context, clock } = opened
  const { token, viewer } = await signedInAs('admin')
  return {
    ...opened,
    boss: viewer,
    record: (actorId: string | null, thingId: number, after: Record<string, unknown> = {}) =>
      recordChange(context.db, { at: clock(), actorId, thing: 'post', thingId, action: 'wrote', after }),
    list: async (query = '') => (await ask<ChangesResponse>('GET', `/api/changes${query}`, { token })).body,
    listPeople: async () => (await ask<ChangerResponse[]>('GET', '/api/changes/people', { token })).body,
    ask: (query: string) => ask('GET', `/api/changes${query}`, { token }),
  }
}

const ids = ({ changes }: ChangesResponse) => changes.map(({ thing_id }) => thing_id)

test('the list goes back in pages that begin where the last one ended', async () => {
  const { record, list, boss } = await world()
  for (const number of [1, 2, 3, 4, 5]) await record(boss.id, number)
  const first = await list('?thing=post&limit=2')
  expect(ids(first)).toEqual(['5', '4'])
  await record(boss.id, 6)
  const second = await list(`?thing=post&limit=2&before=${first.older}`)
  expect(ids(second)).toEqual(['3', '2'])
  const third = await list(`?thing=post&limit=2&before=${second.older}`)
  expect(ids(third)).toEqual(['1'])
  expect(third.older).toBeNull()
})

test('it is filtered by thing and by person, and says who they are', async () => {
  const { record, list, listPeople, signedInAs, boss } = await world()
  const { viewer } = await signedInAs('customer')
  await record(boss.id, 1)
  await record(viewer.id, 2)
  await record(null, 3)
  await record('00000000-0000-4000-8000-000000000000', 4)
  const all = await list('?thing=post')
  expect(all.changes.map(({ by }) => (by === null || by === 'shop' ? by : by.email))).toEqual([
    null,
    'shop',
    'customer@example.com',
    'admin@example.com',
  ])
  expect(ids(await list(`?person=${viewer.id}`))).toEqual(['2'])
  expect(ids(await list('?person=shop&thing=post'))).toEqual(['3'])
  expect(ids(await list(`?person=${boss.id}&thing=order`))).toEqual([])
  expect(await listPeople()).toEqual([
    { id: boss.id, name: 'admin', email: 'admin@example.com' },
    { id: viewer.id, name: 'customer', email: 'customer@example.com' },
  ])
})

test('roles that were given and taken are in the list, also those of the command line', async () => {
  const { list, shop, signedInAs, boss } = await world()
  const { viewer } = await signedInAs('customer')
  await shop.accounts.setRoles(boss, viewer.id, { isDriver: true })
  const { changes } = await list('?thing=team')
  expect(changes).toMatchObject([
    { by: { id: boss.id }, thing_id: viewer.id, thing_name: 'customer', after: { driver: true } },
    { by: 'shop', thing_id: boss.id, before: { admin: false }, after: { admin: true } },
  ])
})

test('whoever changes somebody else’s profile is in the list, with the fields and without what is in them', async () => {
  const { list, shop, signedInAs, boss } = await world()
  const { viewer } = await signedInAs('customer')
  await shop.accounts.saveProfile(viewer, { city: 'Tema' })
  await shop.accounts.saveProfile(boss, { id: viewer.id, city: 'Keta', phone: '0241234567' })
  const { changes } = await list('?thing=profile')
  expect(changes).toMatchObject([
    { by: { id: boss.id }, thing_name: 'customer', after: { fields: ['phone', 'city'] } },
  ])
  expect(changes[0] && changeLabels(changes[0]).sentence).toBe('admin changed the profile of customer')
  expect(JSON.stringify(changes)).not.toMatch(/Keta|Tema|0241234567/)
})

test('a testimonial that was hidden is in the list under its writer', async () => {
  const { list, shop, signedInAs, boss } = await world()
  const { viewer } = await signedInAs('customer')
  const { id } = await shop.testimonials.add(viewer, { location: 'Tema', quote: 'Lovely', rating: 5 })
  await shop.testimonials.hide(boss, id, true)
  await shop.testimonials.hide(boss, id, true)
  await shop.testimonials.hide(boss, id, false)
  expect((await list('?thing=testimonial')).changes.map((c) => `${c.action} of ${c.thing_name}`)).toEqual([
    'showed the testimonial again of customer',
    'hid the testimonial of customer',
  ])
})

test('odd questions are refused', async () => {
  const { ask } = await world()
  for (const query of ['?thing=moon', '?person=1', '?before=0', '?before=x', '?limit=101', '?page=2']) {
    expect((await ask(query)).status).toBe(400)
  }
})
