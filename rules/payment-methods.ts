export const paymentMethods = ['whatsapp', 'mtn_momo'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const defaultPaymentMethod: PaymentMethod = 'whatsapp'

export const paymentMethodTexts = {
  whatsapp: {
    label: 'Order via WhatsApp, pay on delivery',
    explanation: 'We confirm on WhatsApp. Pay the rider.',
    inMessage: 'Pay on delivery by WhatsApp',
  },
  mtn_momo: {
    label: 'Order Online',
    explanation: 'Approve the prompt on your phone.',
    inMessage: 'Online payment',
  },
} satisfies Record<PaymentMethod, { label: string; explanation: string; inMessage: string }>

export function readPaymentMethod(text: string | null | undefined): PaymentMethod | null {
  return paymentMethods.find((method) => method === text) ?? null
}
