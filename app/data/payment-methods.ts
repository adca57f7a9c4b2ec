import { type PaymentMethod, paymentMethods } from '#rules/payment-states.ts'
import type { Shop } from '#server/shop.ts'

type Counter = Pick<Shop, 'payments' | 'settings'>

/** The ways to pay that the owner has switched on and that work today. */
export async function listOfferedPayments({ payments, settings }: Counter): Promise<PaymentMethod[]> {
  const { paymentMethods: isOn } = await settings.read()
  return paymentMethods.filter((method) => isOn[method] && (method !== 'mtn_momo' || payments.isOffered))
}
