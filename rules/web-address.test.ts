import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  avifWidths,
  pictureAddress,
  pictureIdOf,
  pictureKey,
  readWebAddress,
  safeReturnPath,
  smallerPictureKey,
} from './web-address.ts'

test('people write addresses with and without https', () => {
  expect(readWebAddress(' instagram.com/adom ', 300)).toBe('https://instagram.com/adom')
  expect(readWebAddress('https://example.com/', 300)).toBe('https://example.com')
  expect(readWebAddress('example.com:8080/a', 300)).toBe('https://example.com:8080/a')
})

test('an address that starts a program, hides a name or is none at all is refused', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@example.com',
    'adom',
    'a b.com',
    '',
  ])
    expect(readWebAddress(text, 300)).toBeNull()
})

test('an address that is too long is refused', () => {
  expect(readWebAddress(`example.com/${'a'.repeat(300)}`, 300)).toBeNull()
})

const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test.each([
  '/',
  '/account',
  '/admin/orders?status=Pending&page=2#row-7',
  '/shop?category=eye%20cream',
  '/product/12',
  '/blog/login-tips',
  '/loginhelp',
  '/track-order?code=K7P2QX&next=https://example.com/login',
])('%s is a page to go back to', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

test.each([
  '',
  'account',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /account',
  '/account\r\nSet-Cookie: a=b',
  '/account%0d%0aSet-Cookie:%20a=b',
  '/a\0b',
  '/a\u202eb',
  'https://evil.example',
  'https:evil.example',
  'HTTPS://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '/%',
])('%j leads home', (path) => {
  expect(safeReturnPath(path)).toBe('/')
})

test.each([
  '/login',
  '/login/',
  '/LOGIN?from=/account',
  '/login#top',
  '/%6cogin',
  '/shop/%2e%2e/login',
  '/%2E/login',
  '/shop/../login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=x',
  '/confirm-email?token=x',
  '/api/orders',
])('%s would go in circles', (path) => {
  expect(safeReturnPath(path)).toBe('/')
})

test('a path beyond all measure leads home', () => {
  expect(safeReturnPath(`/${'a'.repeat(1999)}`)).toHaveLength(2000)
  expect(safeReturnPath(`/${'a'.repeat(2000)}`)).toBe('/')
})

test('nothing remembered leads home', () => {
  expect([safeReturnPath(null), safeReturnPath(undefined)]).toEqual(['/', '/'])
})

test('whatever is asked for, the browser stays in the shop', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5C',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'a',
    'evil.example',
    'https:',
  )
  const paths = fc.oneof(
    fc.string({ unit: anyLetter, maxLength: 30 }),
    fc.array(pieces).map((list) => list.join('')),
    fc.array(pieces).map((list) => `/${list.join('')}`),
  )
  fc.assert(
    fc.property(paths, (path) => {
      const safe = safeReturnPath(path)
      expect(new URL(safe, 'https://adom.example').origin).toBe('https://adom.example')
      expect(safe).toMatch(/^\/(?!\/)/)
      expect(safeReturnPath(safe)).toBe(safe)
    }),
    { examples: [['/./%2f'], ['/a/../%2f%2fevil.example']] },
  )
})

test('a picture is found again by any of its addresses', () => {
  expect(pictureIdOf(pictureAddress('a1-b2', 800, 'webp'))).toBe('a1-b2')
  expect(pictureIdOf(pictureAddress('a1-b2', 320, 'avif'))).toBe('a1-b2')
})

test('an address that is not one of ours means no picture', () => {
  for (const address of [
    '',
    'javascript:alert(1)',
    '//evil/media/pictures/a/1.webp',
    '/media/pictures/../x/1.webp',
  ]) {
    expect(pictureIdOf(address)).toBeNull()
  }
})

test('a phone that saves data gets the next smaller file of the same picture', () => {
  expect(smallerPictureKey(pictureKey('a1-b2', 1200, 'webp'))).toBe(pictureKey('a1-b2', 800, 'webp'))
  expect(smallerPictureKey(pictureKey('a1-b2', 320, 'avif'))).toBe(pictureKey('a1-b2', 160, 'avif'))
})

test('a picture that was narrow itself has a smaller file of a usual width', () => {
  expect(smallerPictureKey(pictureKey('a1', 1000, 'webp'))).toBe(pictureKey('a1', 800, 'webp'))
})

test('there is nothing smaller than the smallest, and nothing beside pictures', () => {
  expect(smallerPictureKey(pictureKey('a1', 160, 'webp'))).toBeNull()
  expect(smallerPictureKey('pictures/a1/800.txt')).toBeNull()
  expect(smallerPictureKey('exports/a1/800.webp')).toBeNull()
})

test('the largest size is not made in the slow format', () => {
  expect(avifWidths([160, 480, 800, 1200])).toEqual([160, 480, 800])
})
