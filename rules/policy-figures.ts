export const privacyPolicyUpdated = 'May 13, 2025'

/** Guide prices for abroad; inside Ghana the fee table counts. */
export const shippingPolicy = {
  processing: '1-2 business days',
  standard: { time: '3-5 days', price: '$5.99', freeOver: '$50' },
  express: { time: '1-2 days', price: '$12.99' },
  international: { time: '7-14 days' },
} as const

/** How long after the delivery. */
export const returnDays = { unopened: 30, used: 14 } as const

export const returnsPolicy = {
  unopenedWithin: `${returnDays.unopened} days`,
  usedWithin: `${returnDays.used} days`,
} as const

export const changeOrCancelWithin = '1 hour'

export const termsChangeNotice = '30 days'
