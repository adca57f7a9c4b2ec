import type { StartedPaymentResponse } from '#contract/payments.ts'
import { payPath } from './kept-payments.ts'

/** Where the customer pays: on a page of the shop, or on the page of somebody who takes payments for it. */
export type PaymentPlace = { isOurs: boolean; address: string }

/** Null for an answer that leads nowhere: a page of the web is all that a payment can be. */
export function readPaymentPlace(started: Partial<StartedPaymentResponse> | null): PaymentPlace | null {
  const { referenceId, paymentUrl } = started ?? {}
  if (!referenceId || !paymentUrl) return null
  const ours = payPath(referenceId)
  if (paymentUrl === ours) return { isOurs: true, address: ours }
  const url = urlIn(paymentUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.pathname === ours ? { isOurs: true, address: ours } : { isOurs: false, address: url.href }
}

/** Older phones lack URL.parse. */
function urlIn(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
