import { expect, test } from 'vitest'
import { defaultNotificationSetting } from './notification-settings.ts'
import { readChatNumber, readSocialAddress, type SettingsForm, settingMistakes } from './settings-fields.ts'

const everywhere = { region: null, cities: [], fee: 45 }

const good: SettingsForm = {
  shop_name: 'Adom Beauty',
  chat_number: '024 123 4567',
  contact: { phone: '', email: '', address: 'Accra, Ghana', hours: 'Every day' },
  social: { instagram: '', facebook: '', tiktok: '', x: '', youtube: 'youtube.com/@adom' },
  sale_banner: { is_on: true, title: 'Sale', ends_at: '2030-01-01T00:00:00Z' },
  delivery_fees: [{ region: null, cities: ['Tema'], fee: 55.5 }, everywhere],
  delivery_days: true,
  pickup: { is_on: false, address: '', hours: '' },
  payment_methods: { whatsapp: true, mtn_momo: false },
  order_limits: { most_pieces: 0, release_after_hours: 48 },
  low_stock_level: 0,
  reviews_at_once: false,
  measuring: { meta_pixel: '123456789012345', google_tag: 'g-ab12cd34' },
  news: [defaultNotificationSetting('paid')],
  sms_price: 0.0309,
  receipts: { name: 'Adom', address: '', tin: '', taxes: [{ name: 'VAT', rate: 15, on_levies: true }] },
}

test('what is right has no mistakes, and a part alone is checked alone', () => {
  expect(settingMistakes(good)).toEqual({})
  expect(settingMistakes({ low_stock_level: 3 })).toEqual({})
})

test('every mistake is told at its field', () => {
  const wrong: SettingsForm = {
    shop_name: ' ',
    chat_number: '12',
    contact: { phone: 'call me', email: 'nobody', address: '', hours: 'x'.repeat(121) },
    social: { ...good.social, x: 'javascript:alert(1)' },
    sale_banner: { is_on: false, title: '', ends_at: 'soon' },
    delivery_fees: [
      { region: null, cities: [], fee: 1 },
      { region: 'Volta', cities: ['Ho'], fee: Number.NaN },
      { region: 'Volta', cities: ['ho'], fee: 100_001 },
      {
        region: 'Volta',
        cities: [],
        fee: 1.005,
        days: { weekdays: [], slots: ['09-14', '12-18'], cut_off_days: 8, cut_off_hour: 25, capacity: -1 },
      },
    ],
    delivery_days: true,
    pickup: { is_on: true, address: ' ', hours: 'x'.repeat(121) },
    payment_methods: { whatsapp: false, mtn_momo: false },
    order_limits: { most_pieces: -1, release_after_hours: 721 },
    low_stock_level: 1.5,
    reviews_at_once: true,
    measuring: { meta_pixel: '12 34', google_tag: 'GTM-ABC123' },
    news: [{ ...defaultNotificationSetting('paid'), text: '{pim}' }],
    sms_price: 0.00001,
    receipts: {
      name: ' ',
      address: 'x'.repeat(201),
      tin: 'x'.repeat(31),
      taxes: [{ name: '', rate: 51, on_levies: false }],
    },
  }
  expect(Object.keys(settingMistakes(wrong)).sort()).toEqual([
    'chat_number',
    'contact.address',
    'contact.email',
    'contact.hours',
    'contact.phone',
    'delivery_fees.0.cities',
    'delivery_fees.1.fee',
    'delivery_fees.2.cities',
    'delivery_fees.2.fee',
    'delivery_fees.3.cities',
    'delivery_fees.3.days.capacity',
    'delivery_fees.3.days.cut_off_days',
    'delivery_fees.3.days.cut_off_hour',
    'delivery_fees.3.days.slots',
    'delivery_fees.3.days.weekdays',
    'delivery_fees.3.fee',
    'low_stock_level',
    'measuring.google_tag',
    'measuring.meta_pixel',
    'news.0.text',
    'order_limits.most_pieces',
    'order_limits.release_after_hours',
    'payment_methods',
    'pickup.address',
    'pickup.hours',
    'receipts.address',
    'receipts.name',
    'receipts.taxes.0.name',
    'receipts.taxes.0.rate',
    'receipts.tin',
    'sale_banner.ends_at',
    'sale_banner.title',
    'shop_name',
    'sms_price',
    'social.x',
  ])
})

test('the number of the chat is kept in digits with its country', () => {
  expect(readChatNumber('024 123 4567')).toBe('233241234567')
  expect(readChatNumber('+233 24 123 4567')).toBe('233241234567')
  expect(readChatNumber('+44 7911 123456')).toBe('447911123456')
  expect(readChatNumber('1234567890')).toBe('1234567890')
  for (const text of ['', 'abc', '024', '0000000000', '1234567890123456'])
    expect(readChatNumber(text)).toBeNull()
})

test('a network is reached by https, or not named at all', () => {
  expect(readSocialAddress('http://instagram.com/adom')).toBe('https://instagram.com/adom')
  expect(readSocialAddress('  ')).toBe('')
  expect(readSocialAddress('@adom')).toBeNull()
})
