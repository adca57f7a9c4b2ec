export const deliveryOptions = ['delivery_service', 'personal_rider'] as const

export type DeliveryOption = (typeof deliveryOptions)[number]

export const defaultDeliveryOption: DeliveryOption = 'delivery_service'

export const deliveryOptionTexts = {
  delivery_service: { label: 'Delivery service', explanation: 'We bring it to your address.' },
  personal_rider: { label: 'Pick up by Personal Rider', explanation: 'Your own rider collects it from us.' },
} satisfies Record<DeliveryOption, { label: string; explanation: string }>

export function readDeliveryOption(text: string | null | undefined): DeliveryOption | null {
  return deliveryOptions.find((option) => option === text) ?? null
}
