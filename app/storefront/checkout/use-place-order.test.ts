import { expect, test } from 'vitest'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { longestChatLink } from '#rules/phone-number.ts'
import { isPhone, orderChat } from './use-place-order.ts'

const form = {
  fullName: 'Ama Serwaa',
  email: '',
  phone: '0241234567',
  address: 'House 14, behind Shell',
  city: 'Tema',
  state: 'Greater Accra',
  zipCode: '',
  deliveryOption: 'delivery_service',
  paymentMethod: 'whatsapp',
  customerNote: '',
  giftNote: '',
  newsBy: '',
  deliverOn: '',
}
const item = {
  product_id: 1,
  product_name: 'Shea Butter Gentle Cleanser',
  quantity: 2,
  price_per_item: 85,
  total_price: 170,
}
const order: PlacedOrderResponse = {
  id: 1042,
  tracking_code: 'K7P2QX',
  order_status: 'Pending',
  created_at: '2026-03-05T10:00:00.000Z',
  payment_method: 'whatsapp',
  delivery_option: 'delivery_service',
  deliver_on: null,
  deliver_slot: null,
  delivery_day: '',
  items: [item],
  subtotal: 170,
  delivery_fee: 55,
  discounts: [],
  discount_total: 0,
  order_total: 225,
  delivery_pin: '4821',
}
const shop = { chatNumber: '0551234567', publicUrl: 'https://shop.example.com' }

test('the message says what the shop has written down, line by line', () => {
  const link = new URL(orderChat(order, form, shop))
  expect(link.host + link.pathname).toBe('wa.me/233551234567')
  expect(link.searchParams.get('text')?.split('\n')).toEqual([
    'New Order #1042',
    'Customer: Ama Serwaa',
    'Phone: 024 123 4567',
    'Email: not given',
    'Address: House 14, behind Shell, Tema, Greater Accra',
    '2 x Shea Butter Gentle Cleanser - Ghs 85.00 = Ghs 170.00',
    'Delivery: Ghs 55.00',
    'Total: Ghs 225.00',
    'Payment: Pay on delivery by WhatsApp',
    'Tracking code: K7P2QX',
    'Track: https://shop.example.com/track-order?code=K7P2QX',
  ])
})

test('forty lines still make a link that phones do not cut', () => {
  const items = Array.from({ length: 40 }, () => item)
  expect(orderChat({ ...order, items }, form, shop).length).toBeLessThanOrEqual(longestChatLink)
})

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A047F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

test.each([
  [{ userAgent: android }, true],
  [{ userAgent: iphone }, true],
  [{ userAgent: windows }, false],
  [{ userAgent: windows, userAgentData: { mobile: false } }, false],
  [{ userAgent: android, userAgentData: { mobile: true } }, true],
])('the chat takes this window on a phone only (%#)', (device, expected) => {
  expect(isPhone(device)).toBe(expected)
})
