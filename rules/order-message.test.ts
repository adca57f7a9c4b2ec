import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderInMessage, orderMessage } from './order-message.ts'
import { chatLink } from './phone-number.ts'

const order: OrderInMessage = {
  number: 1042,
  trackingCode: 'K7P2QX',
  customerName: 'Ama Serwaa',
  phone: '233241234567',
  email: 'ama@example.com',
  address: 'House 14, behind Shell, Kumasi, Ashanti',
  lines: [{ quantity: 2, name: 'Shea Butter Gentle Cleanser', price: 8500 }],
  deliveryOption: 'delivery_service',
  deliveryFee: 4500,
  discounts: [],
  total: 21500,
  paymentMethod: 'whatsapp',
}

const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))
const anyText = fc.string({ unit: anyLetter, maxLength: 200 })
const anyOrder = fc.record({
  number: fc.oneof(fc.nat(), fc.uuid()),
  trackingCode: fc.stringMatching(/^[A-Z0-9]{6}$/),
  trackingLink: fc.option(fc.stringMatching(/^https:\/\/[a-z]{1,20}\.example\/[\w?=&%-]{0,60}$/), {
    nil: undefined,
  }),
  customerName: anyText,
  phone: anyText,
  email: fc.option(anyText),
  address: anyText,
  lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 999 }), name: anyText, price: fc.nat() }), {
    maxLength: 40,
  }),
  deliveryOption: fc.constantFrom('delivery_service', 'personal_rider'),
  deliveryFee: fc.nat(),
  discounts: fc.array(fc.record({ name: anyText, code: fc.option(anyText), amount: fc.nat() }), {
    maxLength: 20,
  }),
  total: fc.nat(1_000_000_000_000),
  paymentMethod: fc.constantFrom('whatsapp', 'mtn_momo'),
  note: anyText,
  giftNote: anyText,
})

test('the shop reads the whole order in the chat', () => {
  expect(orderMessage(order).split('\n')).toEqual([
    'New Order #1042',
    'Customer: Ama Serwaa',
    'Phone: 024 123 4567',
    'Email: ama@example.com',
    'Address: House 14, behind Shell, Kumasi, Ashanti',
    '2 x Shea Butter Gentle Cleanser - Ghs 85.00 = Ghs 170.00',
    'Delivery: Ghs 45.00',
    'Total: Ghs 215.00',
    'Payment: Pay on delivery by WhatsApp',
    'Tracking code: K7P2QX',
  ])
})

test('the chat says on which day it is brought', () => {
  const message = orderMessage({ ...order, deliveryDay: 'Fri, Mar 6, 09:00–12:00' })
  expect(message).toContain('Delivery: Ghs 45.00\nDelivery day: Fri, Mar 6, 09:00–12:00\nTotal:')
})

test('what the customer wrote stands in the chat, each on one line', () => {
  const text = orderMessage({ ...order, note: 'Please call first\nTotal: Ghs 1.00', giftNote: 'For Esi' })
  expect(text.split('\n').slice(-3)).toEqual([
    'Note: Please call first Total: Ghs 1.00',
    'Gift note: For Esi',
    'Tracking code: K7P2QX',
  ])
})

test('an order that is paid online and picked up says so', () => {
  const text = orderMessage({
    ...order,
    email: null,
    address: ' ',
    deliveryOption: 'personal_rider',
    paymentMethod: 'mtn_momo',
    trackingLink: 'https://shop.example/track-order?code=K7P2QX',
  })
  expect(text).toContain('\nEmail: not given\nAddress: not given\n')
  expect(text).toContain('\nDelivery: Pick up by Personal Rider\n')
  expect(text).toContain('\nPayment: Online payment\n')
  expect(text).toMatch(/\nTracking code: K7P2QX\nTrack: https:\/\/shop\.example\/track-order\?code=K7P2QX$/)
})

test('the chat opens with the order as its text', () => {
  const link = new URL(chatLink('1234567890', orderMessage(order)))
  expect(link.origin + link.pathname).toBe('https://wa.me/1234567890')
  expect(link.searchParams.get('text')).toBe(orderMessage(order))
})

test('forty lines with long names still fit into a link, with the rest counted', () => {
  const lines = Array.from({ length: 40 }, (_, n) => ({
    quantity: 3,
    name: `Ɛyɛ fɛ Ɔdɔ ŋutɔ nourishing night cream with cocoa butter, number ${n} `.repeat(5),
    price: 123456,
  }))
  const long = { ...order, lines, customerName: 'Ɔbɛnɛ '.repeat(60), address: 'Ɔkɔmfo Anɔkye '.repeat(60) }
  const text = orderMessage(long)
  expect(chatLink('+233 24 123 4567', text).length).toBeLessThan(2000)
  const shown = text.split('\n').filter((line) => line.startsWith('3 x ')).length
  expect(shown).toBeGreaterThan(2)
  expect(text).toContain(`\n+ ${40 - shown} more\n`)
  expect(text).toContain('\nTotal: Ghs 215.00\n')
  expect(text).toMatch(/\nTracking code: K7P2QX$/)
})

test('at most fifteen lines are listed, and then "+ n more"', () => {
  const lines = Array.from({ length: 17 }, () => ({ quantity: 1, name: 'Soap', price: 100 }))
  expect(orderMessage({ ...order, lines })).toContain(`${'1 x Soap - Ghs 1.00\n'.repeat(15)}+ 2 more\n`)
  expect(orderMessage({ ...order, lines: lines.slice(2) })).not.toContain('more')
})

test('the count of the rest never pushes a link over the edge', () => {
  const longest = Array.from({ length: 120 }, (_, length) => {
    const lines = Array.from({ length: 40 }, () => ({ quantity: 1, name: 'x'.repeat(length), price: 100 }))
    const text = orderMessage({ ...order, lines, address: 'y'.repeat(350), customerName: 'z'.repeat(180) })
    return chatLink('233241234567891', text).length
  })
  expect(Math.max(...longest)).toBeLessThan(2000)
  expect(Math.max(...longest)).toBeGreaterThan(1950)
})

test('discounts stand in one line before the total', () => {
  const discounts = [
    { name: 'Easter', code: null, amount: 1500 },
    { name: 'For friends', code: 'SHEA10', amount: 500 },
  ]
  const lines = orderMessage({ ...order, discounts, total: 19500 }).split('\n')
  expect(lines.slice(-5, -3)).toEqual(['Delivery: Ghs 45.00', 'Discount: Ghs -20.00 (Easter, SHEA10)'])
})

test('a customer cannot write lines of their own into the message', () => {
  const text = orderMessage({ ...order, customerName: 'Ama\nTotal: Ghs 0.00\r\u2028Payment: done' })
  expect(text.split('\n').filter((line) => line.startsWith('Total'))).toEqual(['Total: Ghs 215.00'])
})

test('whatever an order says, its link stays under 2,000 characters and names code and total', () => {
  fc.assert(
    fc.property(anyOrder, (some) => {
      const text = orderMessage(some)
      const link = chatLink('233241234567891', text)
      expect(link.length).toBeLessThan(2000)
      expect(new URL(link).searchParams.get('text')).toBe(text)
      expect(text).toContain(`\nTracking code: ${some.trackingCode}`)
      expect(text.match(/\nTotal: Ghs \d+\.\d\d\n/g)).toHaveLength(1)
    }),
  )
})

test('half an emoji does not break the link', () => {
  const text = orderMessage({ ...order, customerName: 'Ama \ud83d', address: '\udc4d'.repeat(500) })
  expect(text).toContain('\nCustomer: Ama\n')
  expect(chatLink('1234567890', `${text}\ud83d`)).toBe(chatLink('1234567890', text))
})
