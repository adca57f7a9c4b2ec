export const orderSources = ['shop', 'phone', 'whatsapp'] as const

export type OrderSource = (typeof orderSources)[number]

/** Where the staff writes an order down for a customer. */
export const manualOrderSources = ['phone', 'whatsapp'] as const satisfies readonly OrderSource[]

export type ManualOrderSource = (typeof manualOrderSources)[number]

export const orderSourceTexts = {
  shop: 'Placed in the shop',
  phone: 'Taken by phone',
  whatsapp: 'Taken by WhatsApp',
} satisfies Record<OrderSource, string>
