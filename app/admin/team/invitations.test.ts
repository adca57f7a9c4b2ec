import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invitationAddress, readRecipient, recipientMistake } from './invitations.tsx'

test.each([
  [' Esi@Example.com ', { email: 'esi@example.com' }],
  ['024 123 4567', { phone: '233241234567' }],
  ['+44 7911 123456', { phone: '+447911123456' }],
  ['030 277 1234', null],
  ['esi@', null],
  ['esi', null],
  ['', null],
])('%j is written to as %j', (text, recipient) => {
  expect(readRecipient(text)).toEqual(recipient)
  expect(recipientMistake(text) === null).toBe(recipient !== null)
})

test('whatever is typed is an email, a phone number or a mistake, and never a crash', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readRecipient(text) === null).toBe(recipientMistake(text) !== null)
    }),
  )
})

const invited = {
  role: 'helper',
  shopName: 'Adom & Beauty',
  link: 'https://adom.example/welcome?token=abc',
} as const

test('the message is ready to send, by chat or by mail', () => {
  const text =
    'Hello! You are invited to work at Adom & Beauty as a helper. Open this link within 3 days and choose a password: https://adom.example/welcome?token=abc'
  const chat = new URL(invitationAddress({ phone: '233241234567' }, invited))
  expect([chat.origin, chat.pathname, chat.searchParams.get('text')]).toEqual([
    'https://wa.me',
    '/233241234567',
    text,
  ])
  const mail = new URL(invitationAddress({ email: 'esi@example.com' }, invited))
  expect([mail.protocol, decodeURIComponent(mail.pathname)]).toEqual(['mailto:', 'esi@example.com'])
  expect([mail.searchParams.get('subject'), mail.searchParams.get('body')]).toEqual([
    'Your invitation to Adom & Beauty',
    text,
  ])
})
