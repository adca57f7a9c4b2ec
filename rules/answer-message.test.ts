import { expect, test } from 'vitest'
import { answerByChat, answerByMail, findPhone } from './answer-message.ts'

const message = {
  name: 'Ama & Co',
  email: 'ama+shop@example.com',
  subject: 'Order Status',
  message: 'Where is it?\nCall me on 024 123 4567.',
}

test('a mail goes to the person, with the subject and what they wrote', () => {
  const link = new URL(answerByMail(message, 'Adom Beauty'))
  expect(decodeURIComponent(link.pathname)).toBe('ama+shop@example.com')
  expect(link.searchParams.get('subject')).toBe('Re: Order Status')
  expect(link.searchParams.get('body')).toContain('Hello Ama & Co,')
  expect(link.searchParams.get('body')).toContain('> Where is it?\r\n> Call me on 024 123 4567.')
})

test('nothing that was typed can add a receiver or a header to the mail', () => {
  const sly = { ...message, email: 'a@b.cd?bcc=x@y.zz', subject: 'Hi&cc=x@y.zz' }
  const link = new URL(answerByMail(sly, 'Adom'))
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body'])
})

test('a long message is quoted by its beginning, also when the cut falls into an emoji', () => {
  const long = { ...message, message: `${'a'.repeat(999)}😀${'b'.repeat(4_000)}` }
  expect(answerByMail(long, 'Adom').length).toBeLessThan(2_000)
})

test('a number in the text opens a chat', () => {
  expect(findPhone('Order 12, then +233 24 123 4567')).toBe('233241234567')
  expect(findPhone('Order 123456 on 2024-03-05')).toBeNull()
  expect(answerByChat(message, 'Adom')).toMatch(/^https:\/\/wa\.me\/233241234567\?text=Hello%20Ama/)
  expect(answerByChat({ ...message, message: 'Hello' }, 'Adom')).toBeNull()
})
