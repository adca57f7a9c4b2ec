import { expect, test } from 'vitest'
import { readWebAddress } from './web-address.ts'

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
