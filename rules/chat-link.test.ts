import { expect, test } from 'vitest'
import { chatLink, chatNumberDigits } from './chat-link.ts'

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
