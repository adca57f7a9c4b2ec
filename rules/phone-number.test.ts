import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chatLink,
  chatNumberDigits,
  diallablePhone,
  maskPhone,
  normaliseMobile,
  normalisePhone,
  phoneForSpreadsheet,
  showPhone,
} from './phone-number.ts'

const localNumbers = fc
  .tuple(
    fc.constantFrom(
      '024',
      '0256',
      '0257',
      '053',
      '054',
      '055',
      '0591',
      '0599',
      '020',
      '050',
      '023',
      '026',
      '027',
      '056',
      '057',
    ),
    fc.integer({ min: 1_000_000, max: 9_999_999 }),
  )
  .map(([prefix, rest]) => `${prefix}${rest}`.slice(0, 10))

test.each([
  '0241234567',
  '024 123 4567',
  '024-123-4567',
  '+233 24 123 4567',
  '+233241234567',
  '233241234567',
  '233(0)241234567',
  '+233 (0) 24 123 4567',
  '00233241234567',
  '241234567',
  '  0241234567 ',
])('%s reaches 233241234567', (text) => {
  expect(normalisePhone(text)).toBe('233241234567')
})

test('an AirtelTigo number that begins like the country code is understood', () => {
  expect(normalisePhone('0233123456')).toBe('233233123456')
  expect(normalisePhone('233123456')).toBe('233233123456')
  expect(normalisePhone('+233 23 312 3456')).toBe('233233123456')
})

test.each([
  ['0251234567', 'an unused range'],
  ['0590123456', 'an unused range'],
  ['024123456', 'a digit short'],
  ['02412345678', 'a digit long'],
  ['', 'nothing'],
  ['+', 'no digits'],
  ['call me', 'words'],
  ['0241234567 or 0201234567', 'two numbers'],
  ['024123456７', 'a full-width digit'],
  ['447911123456', 'a foreign number without +'],
  ['+123', 'too short for any country'],
  ['0044 7911 123456', 'a foreign number without +'],
  ['+0447911123456', 'no country begins with 0'],
  ['1'.repeat(60), 'far too long'],
])('%s is refused: %s', (text) => {
  expect(normalisePhone(text)).toBeNull()
})

test('a landline of Ghana is a phone number, but no mobile one', () => {
  expect([normalisePhone('030 212 3456'), normalisePhone('+233 30 212 3456')]).toEqual([
    '233302123456',
    '233302123456',
  ])
  expect(showPhone('0302123456')).toBe('030 212 3456')
  expect([normaliseMobile('0302123456'), normaliseMobile('+447911123456')]).toEqual([null, null])
  expect(normaliseMobile('024 123 4567')).toBe('233241234567')
})

test('a number from abroad is accepted with +', () => {
  expect(normalisePhone('+44 7911 123456')).toBe('+447911123456')
  expect(normalisePhone('+46733123450')).toBe('+46733123450')
  expect(normalisePhone('+241234567')).toBe('+241234567')
  expect(showPhone('+447911123456')).toBe('+447911123456')
  expect(diallablePhone('+44 7911 123456')).toBe('+447911123456')
  expect(phoneForSpreadsheet('+447911123456')).toBe('00447911123456')
  expect(maskPhone('+447911123456')).toBe('+44 *** *456')
})

test('a Ghana number is shown in the local way and masked for strangers', () => {
  expect(showPhone('233241234567')).toBe('024 123 4567')
  expect(diallablePhone('0241234567')).toBe('+233241234567')
  expect(phoneForSpreadsheet('+233 24 123 4567')).toBe('0241234567')
  expect(maskPhone('233241234567')).toBe('024 *** *567')
})

test('a number that nobody understands is shown as it was written, and masked whole when it is short', () => {
  expect(showPhone('ask Ama')).toBe('ask Ama')
  expect(diallablePhone('ask Ama')).toBe('ask Ama')
  expect(phoneForSpreadsheet('ask Ama')).toBe('ask Ama')
  expect(maskPhone('12345')).toBe('*** *** ****')
})

test('a number survives every way of showing and reading it', () => {
  fc.assert(
    fc.property(localNumbers, (local) => {
      const digits = `233${local.slice(1)}`
      expect(normalisePhone(local)).toBe(digits)
      expect(normalisePhone(digits)).toBe(digits)
      expect(normalisePhone(showPhone(digits))).toBe(digits)
      expect(normalisePhone(diallablePhone(digits))).toBe(digits)
      expect(phoneForSpreadsheet(digits)).toBe(local)
      expect(maskPhone(digits)).toMatch(/^0\d\d \*{3} \*\d{3}$/)
    }),
  )
})

test('a chat opens with its words as a draft, and half an emoji does not break it', () => {
  const link = new URL(chatLink('024 123 4567', 'Hello & welcome\ud83d'))
  expect(link.origin + link.pathname).toBe('https://wa.me/233241234567')
  expect(link.searchParams.get('text')).toBe('Hello & welcome')
})

test.each([
  ['1234567890', '1234567890'],
  ['+233 24 123 4567', '233241234567'],
  ['024 123 4567', '233241234567'],
  ['00233241234567', '233241234567'],
  ['0302 123 456', '233302123456'],
  ['+44 7911 123456', '447911123456'],
  ['0044 7911 123456', '447911123456'],
  ['', ''],
])('the chat number %s is dialled as %s', (written, digits) => {
  expect(chatNumberDigits(written)).toBe(digits)
})
