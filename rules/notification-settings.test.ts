import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allNotificationKinds,
  allNotificationSettings,
  changedNotificationSettings,
  defaultNotificationSetting,
  fillNotification,
  firstWays,
  longestNotification,
  notificationMistakes,
  notificationSettingOf,
  placeLabels,
  readSmsPrice,
  sampleValues,
  showSmsPrice,
  type Way,
  waysOf,
} from './notification-settings.ts'
import { type NotificationKind, notificationKinds } from './notifications.ts'
import { countSmsParts } from './sms-parts.ts'

const site = 'https://www.adombeauty.com/track-order?code=7QK2ZD'

/** The longest is that of a review. */
const linkOf = (kind: NotificationKind) =>
  kind === 'delivered' || kind === 'collected' ? `${site}&review=${'k'.repeat(20)}` : site

test.each(allNotificationKinds)('the usual text of %s fits one SMS of the plainest letters', (kind) => {
  const words = fillNotification(notificationKinds[kind].text, sampleValues)
  expect(words).not.toMatch(/[{}]/)
  expect(countSmsParts(`Adom Beauty: ${words} ${linkOf(kind)}`)).toMatchObject({
    alphabet: 'GSM-7',
    parts: 1,
  })
  expect(notificationMistakes([defaultNotificationSetting(kind)])).toEqual({
    'news.0.text': null,
    'news.0.mail': null,
  })
})

test('a text that is filled in has no gaps, whatever is empty', () => {
  expect(
    fillNotification('order {code} received, {total}. {pin}', { code: '7QK2ZD', total: 'Ghs 1.00' }),
  ).toBe('order 7QK2ZD received, Ghs 1.00.')
  expect(fillNotification(' {pin}  {due} ', {})).toBe('')
})

test('a place that is mistyped, belongs to another message or is cut is refused in words', () => {
  const mistake = (text: string) =>
    notificationMistakes([{ ...defaultNotificationSetting('delivered'), text }])['news.0.text']
  expect(mistake('order {codee} is there')).toBe(
    '{codee} means nothing in this message. There are buttons for: Order code, Link to the receipt',
  )
  expect(mistake('{pin}')).toMatch(/^\{pin\} means nothing/)
  for (const text of ['order {code', 'order code}', '{}', '{{code}}']) expect(mistake(text)).toBeTruthy()
  expect(mistake('order {code} is there')).toBeNull()
  expect(mistake('  ')).toBe('Please enter a text')
  expect(mistake('ɛ'.repeat(longestNotification.text))).toBeNull()
  expect(mistake('ɛ'.repeat(longestNotification.text + 1))).toBe('Please use at most 300 characters')
})

test('whatever is accepted is filled in without a brace left', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(...Object.keys(placeLabels).map((name) => `{${name}}`)),
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom(...allNotificationKinds),
      (pieces, kind) => {
        const text = pieces.join('')
        const isRight = Object.values(
          notificationMistakes([{ ...defaultNotificationSetting(kind), text }]),
        ).every((mistake) => mistake === null)
        if (isRight) expect(fillNotification(text, sampleValues)).not.toMatch(/[{}]/)
      },
    ),
  )
})

test('only what differs from the usual is kept, and comes back as it was written', () => {
  expect(changedNotificationSettings(allNotificationSettings([]))).toEqual([])
  const own = { ...defaultNotificationSetting('shipped'), text: 'order {code}\n is coming', email: false }
  const kept = changedNotificationSettings([
    ...allNotificationSettings([]).filter(({ kind }) => kind !== 'shipped'),
    own,
  ])
  expect(kept).toEqual([{ ...own, text: 'order {code} is coming' }])
  expect(notificationSettingOf(kept, 'shipped').email).toBe(false)
  expect(notificationSettingOf([{ ...own, kind: 'of a newer shop' }], 'paid')).toEqual(
    defaultNotificationSetting('paid'),
  )
})

test('nobody is told that an order is being packed until the owner wants it', () => {
  expect(defaultNotificationSetting('packed')).toMatchObject({ sms: false, whatsapp: false, email: false })
  expect(allNotificationKinds.filter((kind) => !defaultNotificationSetting(kind).sms)).toEqual(['packed'])
})

test.each([
  ['0.0309', 309, 'Ghs 0.0309'],
  ['0.03', 300, 'Ghs 0.03'],
  ['0.035', 350, 'Ghs 0.035'],
  ['1', 10_000, 'Ghs 1.00'],
  ['10', 100_000, 'Ghs 10.00'],
])('a part costs %s', (typed, price, shown) => {
  expect(readSmsPrice(typed)).toBe(price)
  expect(showSmsPrice(price)).toBe(shown)
})

test.each(['', 'free', '-1', '0.00001', '11', '1e1'])('“%s” is no price', (typed) => {
  expect(readSmsPrice(typed)).toBeNull()
})

test.each<[string, Way | null, Way[], Way[]]>([
  ['without a wish', null, ['email', 'whatsapp', 'sms'], ['email', 'whatsapp']],
  ['who wants SMS', 'sms', ['sms', 'whatsapp', 'email'], ['sms']],
  ['who wants WhatsApp', 'whatsapp', ['whatsapp', 'sms', 'email'], ['whatsapp']],
  ['who wants mail', 'email', ['email', 'whatsapp', 'sms'], ['email']],
])('%s', (_who, chosen, order, first) => {
  const open = waysOf(defaultNotificationSetting('paid'), {
    phones: ['whatsapp', 'sms'],
    email: true,
    chosen,
  })
  expect(open).toEqual(order)
  expect(firstWays(open, chosen)).toEqual(first)
})

test('a way that the owner has switched off is taken by nobody, whatever the customer wished', () => {
  const row = { ...defaultNotificationSetting('paid'), sms: false }
  const reach = { phones: ['whatsapp', 'sms'] as const, email: true }
  const open = waysOf(row, { ...reach, chosen: 'sms' })
  expect(open).toEqual(['whatsapp', 'email'])
  expect(firstWays(open, 'sms')).toEqual(['whatsapp'])
})
