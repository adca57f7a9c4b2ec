import { expect, test } from 'vitest'
import * as shopFacts from './shop-facts.ts'
import { isOpen } from './shop-facts.ts'

test('the policies promise what the owner has set down', () => {
  const { isOpen: _, ...facts } = shopFacts
  expect(facts).toEqual({
    shopName: 'Adom Beauty',
    unnamedShop: 'Our shop',
    defaultChatNumber: '1234567890',
    openingHoursText: 'Monday to Saturday, 9am to 10pm GMT',
    privacyPolicyUpdated: 'May 13, 2025',
    shippingPolicy: {
      processing: '1-2 business days',
      standard: { time: '3-5 days', price: '$5.99', freeOver: '$50' },
      express: { time: '1-2 days', price: '$12.99' },
      international: { time: '7-14 days' },
    },
    returnDays: { unopened: 30, used: 14 },
    returnsPolicy: { unopenedWithin: '30 days', usedWithin: '14 days' },
    changeOrCancelWithin: '1 hour',
    termsChangeNotice: '30 days',
  })
})

// The shop keeps GMT even on a computer that does not.
process.env.TZ = 'Pacific/Kiritimati'

test.each([
  ['2026-03-02T08:59:59Z', 'Monday before nine', false],
  ['2026-03-02T09:00:00Z', 'Monday at nine', true],
  ['2026-03-04T15:00:00Z', 'Wednesday afternoon', true],
  ['2026-03-07T21:59:59Z', 'Saturday just before ten', true],
  ['2026-03-07T22:00:00Z', 'Saturday at ten', false],
  ['2026-03-08T12:00:00Z', 'Sunday noon', false],
  ['2026-03-08T23:30:00-03:00', 'Monday half past two in the night', false],
  ['2026-03-09T07:30:00-03:00', 'Monday half past ten', true],
  ['no day', 'no moment at all', false],
])('%s, %s: open is %s', (at, _words, open) => {
  expect(isOpen(new Date(at))).toBe(open)
})
