import { chatLink } from '#rules/chat-link.ts'
import { diallablePhone, normalisePhone } from '#rules/phone-number.ts'

type Reachable = { customer_name: string; customer_phone: string; tracking_code: string }

/** Null when nobody could be reached there, as after an account was deleted. */
export function callAddress({ customer_phone }: Reachable): string | null {
  return normalisePhone(customer_phone) ? `tel:${diallablePhone(customer_phone)}` : null
}

export function chatAddress(
  { customer_name, customer_phone, tracking_code }: Reachable,
  shopName: string,
): string | null {
  if (!normalisePhone(customer_phone)) return null
  const [firstName = ''] = customer_name.trim().split(/\s+/)
  return chatLink(
    customer_phone,
    `Hello ${firstName}, this is ${shopName} about your order ${tracking_code}. `,
  )
}
