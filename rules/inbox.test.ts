import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerByChat,
  answerByMail,
  findPhone,
  isStop,
  isWindowOpen,
  longestReply,
  replyMistake,
  replyWays,
  waysToReply,
  windowEnd,
} from './inbox.ts'

const day = 24 * 3_600_000
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const reach = fc.record({
  has: fc.record({ whatsapp: fc.boolean(), sms: fc.boolean(), email: fc.boolean() }),
  phone: fc.option(fc.constant('233241234567')),
  email: fc.option(fc.constant('ama@example.com')),
  lastWhatsAppAt: fc.option(moment),
})

test('free words on WhatsApp are offered for exactly 24 hours after the last one of the customer', () => {
  const last = new Date('2026-11-17T10:00:00Z')
  expect(isWindowOpen(last, new Date(last.getTime() + day - 1))).toBe(true)
  expect(isWindowOpen(last, new Date(last.getTime() + day))).toBe(false)
  expect(windowEnd(last)?.toISOString()).toBe('2026-11-18T10:00:00.000Z')
  expect(isWindowOpen(null, last)).toBe(false)
})

test('whoever can be reached at all is offered a way, each way once, and WhatsApp either freely or by template', () => {
  fc.assert(
    fc.property(reach, moment, (person, now) => {
      const ways = waysToReply(person, now)
      expect(new Set(ways).size).toBe(ways.length)
      expect(ways.includes('whatsapp') && ways.includes('template')).toBe(false)
      const onPhone = person.phone !== null && (person.has.sms || person.has.whatsapp)
      const byMail = person.email !== null && person.has.email
      expect(ways.length > 0).toBe(byMail || onPhone)
      expect(ways.includes('whatsapp')).toBe(
        person.phone !== null && person.has.whatsapp && isWindowOpen(person.lastWhatsAppAt, now),
      )
      expect(ways.includes('email')).toBe(byMail)
      expect(ways.includes('sms')).toBe(person.phone !== null && person.has.sms)
    }),
  )
})

test('an answer has words, and not more than its way takes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...replyWays), fc.nat(5_000), (way, length) => {
      const mistake = replyMistake(way, ` ${'a'.repeat(length)}\n`)
      expect(mistake === null).toBe(length > 0 && length <= longestReply[way])
    }),
  )
})

test.each(['STOP', ' stop. ', 'Stop all', 'Unsubscribe', 'opt-out', '*STOP*'])(
  '%j wants no offers',
  (text) => {
    expect(isStop(text)).toBe(true)
  },
)

test.each(['', 'Please stop by at 5', 'Does the bus stop here?', 'stopp', `stop${' '.repeat(40)}`])(
  '%j is an answer like any other',
  (text) => {
    expect(isStop(text)).toBe(false)
  },
)

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
