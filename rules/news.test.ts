import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allNews,
  allNewsKinds,
  fillNews,
  firstWays,
  longestNews,
  newsMistakes,
  newsOf,
  ownNews,
  placeLabels,
  readSmsPrice,
  sampleValues,
  showSmsPrice,
  usualNews,
  type Way,
  waysOf,
} from './news.ts'
import { type NewsKind, newsKinds } from './notifications.ts'
import { countSmsParts } from './sms-parts.ts'

const site = 'https://www.adombeauty.com/track-order?code=7QK2ZD'

/** The longest is that of a review. */
const linkOf = (kind: NewsKind) =>
  kind === 'delivered' || kind === 'collected' ? `${site}&review=${'k'.repeat(20)}` : site

test.each(allNewsKinds)('the usual text of %s fits one SMS of the plainest letters', (kind) => {
  const words = fillNews(newsKinds[kind].text, sampleValues)
  expect(words).not.toMatch(/[{}]/)
  expect(countSmsParts(`Adom Beauty: ${words} ${linkOf(kind)}`)).toMatchObject({
    alphabet: 'GSM-7',
    parts: 1,
  })
  expect(newsMistakes([usualNews(kind)])).toEqual({ 'news.0.text': null, 'news.0.mail': null })
})

test('a text that is filled in has no gaps, whatever is empty', () => {
  expect(fillNews('order {code} received, {total}. {pin}', { code: '7QK2ZD', total: 'Ghs 1.00' })).toBe(
    'order 7QK2ZD received, Ghs 1.00.',
  )
  expect(fillNews(' {pin}  {due} ', {})).toBe('')
})

test('a place that is mistyped, belongs to another message or is cut is refused in words', () => {
  const mistake = (text: string) => newsMistakes([{ ...usualNews('delivered'), text }])['news.0.text']
  expect(mistake('order {codee} is there')).toBe(
    '{codee} means nothing in this message. There are buttons for: Order code, Link to the receipt',
  )
  expect(mistake('{pin}')).toMatch(/^\{pin\} means nothing/)
  for (const text of ['order {code', 'order code}', '{}', '{{code}}']) expect(mistake(text)).toBeTruthy()
  expect(mistake('order {code} is there')).toBeNull()
  expect(mistake('  ')).toBe('Please enter a text')
  expect(mistake('ɛ'.repeat(longestNews.text))).toBeNull()
  expect(mistake('ɛ'.repeat(longestNews.text + 1))).toBe('Please use at most 300 characters')
})

test('whatever is accepted is filled in without a brace left', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(...Object.keys(placeLabels).map((name) => `{${name}}`)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...allNewsKinds), (pieces, kind) => {
      const text = pieces.join('')
      const isRight = Object.values(newsMistakes([{ ...usualNews(kind), text }])).every(
        (mistake) => mistake === null,
      )
      if (isRight) expect(fillNews(text, sampleValues)).not.toMatch(/[{}]/)
    }),
  )
})

test('only what differs from the usual is kept, and comes back as it was written', () => {
  expect(ownNews(allNews([]))).toEqual([])
  const own = { ...usualNews('shipped'), text: 'order {code}\n is coming', email: false }
  const kept = ownNews([...allNews([]).filter(({ kind }) => kind !== 'shipped'), own])
  expect(kept).toEqual([{ ...own, text: 'order {code} is coming' }])
  expect(newsOf(kept, 'shipped').email).toBe(false)
  expect(newsOf([{ ...own, kind: 'of a newer shop' }], 'paid')).toEqual(usualNews('paid'))
})

test('nobody is told that an order is being packed until the owner wants it', () => {
  expect(usualNews('packed')).toMatchObject({ sms: false, whatsapp: false, email: false })
  expect(allNewsKinds.filter((kind) => !usualNews(kind).sms)).toEqual(['packed'])
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
  const open = waysOf(usualNews('paid'), { phones: ['whatsapp', 'sms'], email: true, chosen })
  expect(open).toEqual(order)
  expect(firstWays(open, chosen)).toEqual(first)
})

test('a way that the owner has switched off is taken by nobody, whatever the customer wished', () => {
  const row = { ...usualNews('paid'), sms: false }
  const reach = { phones: ['whatsapp', 'sms'] as const, email: true }
  const open = waysOf(row, { ...reach, chosen: 'sms' })
  expect(open).toEqual(['whatsapp', 'email'])
  expect(firstWays(open, 'sms')).toEqual(['whatsapp'])
})
