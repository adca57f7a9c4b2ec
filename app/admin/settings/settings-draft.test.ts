import { expect, test } from 'vitest'
import type { SettingsForm } from '#rules/settings-fields.ts'
import { draftOf, isSettingsDraft, restoreDraft } from './settings-draft.ts'

const saved: SettingsForm = {
  shop_name: 'Adom Beauty',
  chat_number: '233241234567',
  contact: { phone: '', email: '', address: 'Accra, Ghana', hours: 'Every day' },
  social: { instagram: '', facebook: '', tiktok: '', x: '', youtube: '' },
  sale_banner: { is_on: true, title: 'Sale', ends_at: '2025-07-30T23:59:59Z' },
  delivery_fees: [
    { region: null, cities: ['Tema'], fee: 55 },
    { region: null, cities: [], fee: 45 },
  ],
  payment_methods: { whatsapp: true, mtn_momo: true },
  low_stock_level: 5,
}

function throughStorage(form: SettingsForm, known: SettingsForm): SettingsForm {
  const kept: unknown = JSON.parse(JSON.stringify(draftOf(form, saved, 7)))
  if (!isSettingsDraft(kept)) throw new Error('The draft did not come back')
  expect(kept.version).toBe(7)
  return restoreDraft(kept, known)
}

test('a form that nobody touched leaves no draft', () => {
  expect(draftOf({ ...saved }, saved, 7)).toBeNull()
})

test('what was typed comes back over what a colleague has saved meanwhile', () => {
  const theirs = { ...saved, shop_name: 'Adom', contact: { ...saved.contact, hours: 'Mondays' } }
  const mine = { ...saved, contact: { ...saved.contact, phone: '030 212 3456' }, low_stock_level: 9 }
  expect(throughStorage(mine, theirs)).toEqual({ ...mine, shop_name: 'Adom' })
})

test('a number that was not finished is still none when it comes back', () => {
  const [tema, elsewhere] = saved.delivery_fees
  const mine = {
    ...saved,
    low_stock_level: Number.NaN,
    delivery_fees: [tema, { region: null, cities: ['Ho'], fee: Number.NaN }, elsewhere].flatMap(
      (row) => row ?? [],
    ),
  }
  expect(throughStorage(mine, saved)).toEqual(mine)
})

test('a damaged draft counts as none', () => {
  for (const kept of [
    null,
    [],
    { version: 'one', changed: {} },
    { version: 1, changed: { shop_name: 7 } },
    { version: 1, changed: { delivery_fees: [] } },
    { version: 1, changed: { delivery_fees: [{ cities: 'Tema', fee: 1 }] } },
    { version: 1, changed: { password: 'x' } },
  ])
    expect(isSettingsDraft(kept)).toBe(false)
})
