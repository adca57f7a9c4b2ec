import { expect, test } from 'vitest'
import { readLink } from './editor-dialogs.tsx'

test.each([
  ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
  [' example.com ', 'https://example.com'],
  ['/shop?category=serum', '/shop?category=serum'],
  ['mailto:ama@example.com', 'mailto:ama@example.com'],
  ['tel:+233241234567', 'tel:+233241234567'],
])('%s is a link', (typed, address) => {
  expect(readLink(typed)).toBe(address)
})

test.each([
  '',
  'https://',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://example.com',
  '//evil.example',
  'two words',
  'ftp://x.example',
  'nothing',
])('%s is no link', (typed) => {
  expect(readLink(typed)).toBeNull()
})
