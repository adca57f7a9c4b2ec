import { expect, test } from 'vitest'
import * as policyFigures from './policy-figures.ts'
import * as shopFacts from './shop-facts.ts'

test('the policies promise what the owner has set down', () => {
  expect({ ...shopFacts, ...policyFigures }).toEqual({
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
