import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedKinds, direct, isProgram, longestSource, otherSource, tidySource } from './visits.ts'

const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test('a source has one spelling, whichever door of a network somebody came through', () => {
  const doors = ['l.facebook.com', 'lm.facebook.com', 'm.facebook.com', 'www.facebook.com', 'facebook', 'FB']
  expect(new Set(doors.map(tidySource))).toEqual(new Set(['facebook.com']))
  expect(tidySource('www.google.com.gh')).toBe('google.com')
  expect(tidySource('blog.example.com')).toBe('blog.example.com')
  expect(tidySource('Instagram / Story / Mothers_Day')).toBe('instagram.com / story / mothers_day')
  expect(tidySource('newsletter /  / may')).toBe('newsletter / may')
  expect(tidySource(' ')).toBe(direct)
})

test('nothing that could name a person stays in a source', () => {
  expect(tidySource('mail / ama@example.com')).toBe(otherSource)
  expect(tidySource('sms / 0241234567')).toBe('sms / #')
  expect(tidySource('list / call +233 24 123 456789')).toBe('list / call +233 24 123 #')
})

test('a source stays within its length, and has no strange characters, addresses or long numbers', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: anyLetter })), (written) => {
      const source = tidySource(written)
      const isShort = source.length <= longestSource + 'telegram.org'.length
      return isShort && /^[\p{L}\p{N}#._+/ -]+$/u.test(source) && !/\p{N}{6}/u.test(source)
    }),
  )
})

test('a product and the checkout are pages, too, and the first page begins a visit', () => {
  expect(countedKinds('page', false)).toEqual(['page'])
  expect(countedKinds('product', true)).toEqual(['visit', 'page', 'product'])
  expect(countedKinds('checkout', false)).toEqual(['page', 'checkout'])
  expect(countedKinds('add', false)).toEqual(['add'])
})

test('programs are told from people', () => {
  const people = [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 12; TECNO KG5j Build/SP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0;]',
    'Mozilla/5.0 (Linux; U; Android 11; en-us; CUBOT X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; Infinix X6525; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 Telegram-Android/11.5.3 (Infinix X6525; Android 13; SDK 33; LOW)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp/24.25.79',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ]
  const others = [
    undefined,
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 Chrome/119.0 Mobile Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0 Safari/537.36',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'curl/8.5.0',
    'python-requests/2.31',
  ]
  expect(people.filter(isProgram)).toEqual([])
  expect(others.filter((one) => !isProgram(one))).toEqual([])
})
