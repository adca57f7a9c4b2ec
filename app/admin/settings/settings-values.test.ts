import { expect, test } from 'vitest'
import type { SettingsForm } from '#rules/settings-fields.ts'
import {
  changedSettings,
  draftOf,
  isSettingsDraft,
  readSettingsForm,
  restoreDraft,
  toDateTimeField,
} from './settings-values.ts'

const saved: SettingsForm = {
  shop_name: 'Adom Beauty',
  chat_number: '233241234567',
  contact: { phone: '', email: '', address: 'Accra, Ghana', hours: 'Every day' },
  social: { instagram: '', facebook: '', tiktok: '', x: '', youtube: '' },
  sale_banner: { is_on: true, title: 'Sale', ends_at: '2025-07-30T23:59:59Z' },
  delivery_fees: [
    { region: null, cities: ['Tema', 'Nsawam'], fee: 55 },
    { region: null, cities: [], fee: 45 },
  ],
  delivery_days: false,
  pickup: { is_on: false, address: '', hours: '' },
  payment_methods: { whatsapp: true, mtn_momo: true },
  order_limits: { most_pieces: 0, release_after_hours: 0 },
  low_stock_level: 5,
  reviews_at_once: false,
  measuring: { meta_pixel: '', google_tag: '' },
  news: [],
  sms_price: 0,
  receipts: { name: '', address: '', tin: '', taxes: [] },
}

function filledIn(changes: Record<string, string | null> = {}): FormData {
  const fields: Record<string, string | null> = {
    shop_name: 'Adom Beauty',
    chat_number: '024 123 4567',
    'contact.address': 'Accra, Ghana',
    'contact.hours': 'Every day',
    'sale_banner.is_on': 'on',
    'sale_banner.title': 'Sale',
    'sale_banner.ends_at': toDateTimeField(saved.sale_banner.ends_at),
    'delivery_fees.0.cities': 'Tema ,  Nsawam,',
    'delivery_fees.0.region': '',
    'delivery_fees.0.fee': '55.00',
    'delivery_fees.1.fee': '45',
    'payment_methods.whatsapp': 'on',
    'payment_methods.mtn_momo': 'on',
    low_stock_level: '5',
    ...changes,
  }
  const values = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null) values.set(name, value)
  return values
}

const changed = (changes: Record<string, string | null>) =>
  changedSettings(readSettingsForm(filledIn(changes), saved), saved)

test('a form that nobody touched has nothing to save, however things are written', () => {
  expect(readSettingsForm(filledIn(), saved)).toEqual(saved)
  expect(changed({})).toEqual([])
})

test('only what differs is saved', () => {
  expect(changed({ shop_name: 'Adom', 'sale_banner.is_on': null })).toEqual(['shop_name', 'sale_banner'])
  expect(changed({ 'sale_banner.ends_at': '2030-01-01T10:00' })).toEqual(['sale_banner'])
  expect(changed({ 'delivery_fees.0.fee': '60' })).toEqual(['delivery_fees'])
})

test('a switch that cannot be moved keeps its place', () => {
  expect(changed({ 'payment_methods.mtn_momo': null, 'no-gateway': 'yes' })).toEqual([])
  expect(changed({ 'payment_methods.mtn_momo': null })).toEqual(['payment_methods'])
  const notTheirs = { 'payment_methods.whatsapp': null, 'no-payment-settings': 'yes' }
  expect(changed(notTheirs)).toEqual([])
})

test('what is no number is no number', () => {
  const { delivery_fees: fees, low_stock_level: level } = readSettingsForm(
    filledIn({ 'delivery_fees.0.fee': 'a lot', low_stock_level: '5.5' }),
    saved,
  )
  expect([fees[0]?.fee, level]).toEqual([Number.NaN, Number.NaN])
})

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
    { version: 1, changed: { social: { x: '' } } },
    { version: 1, changed: { delivery_fees: [{ cities: 'Tema', fee: 1 }] } },
  ])
    expect(isSettingsDraft(kept)).toBe(false)
})
