import { useNavigate } from 'react-router'
import { api } from '#app/data/api.ts'
import { storageHere } from '#app/data/browser-storage.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type {
  PaymentResponse,
  PayOnDeliveryResponse,
  ShownPayment,
  StartedPaymentResponse,
} from '#contract/payments.ts'
import { fromCedis } from '#rules/money.ts'
import { keepPayment, payPath } from './saved-payments.ts'

const pathOf = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

const lookTimeoutMs = 10_000

/** How the payment stands, as the shop knows it. */
export async function lookAtPayment(reference: string, signal: AbortSignal): Promise<ShownPayment> {
  const answer = await api.get<PaymentResponse>(pathOf(reference), { signal, timeoutMs: lookTimeoutMs })
  return readPayment(answer)
}

/** Makes the shop ask the gateway at once. */
export async function checkPayment(reference: string): Promise<ShownPayment> {
  return readPayment(await api.post<PaymentResponse>(`${pathOf(reference)}/check`))
}

/** A new prompt, to the same number unless another is given. */
export function retryPayment(reference: string, phone: string | null): Promise<StartedPaymentResponse> {
  const body = phone === null ? {} : { customerPhone: phone }
  return api.post(`${pathOf(reference)}/retry`, { body })
}

export function payOnDelivery(reference: string): Promise<PayOnDeliveryResponse> {
  return api.post(`${pathOf(reference)}/pay-on-delivery`)
}

/** What the customer would do on the phone, where no money moves. */
export async function answerTestPayment(reference: string, answer: 'approve' | 'decline'): Promise<void> {
  await api.post(`${pathOf(reference)}/test-answer`, { body: { answer } })
}

function readPayment(answer: PaymentResponse): ShownPayment {
  return {
    reference: answer.referenceId,
    state: answer.state,
    reason: answer.reason,
    amount: fromCedis(answer.amount) ?? 0,
    currency: answer.currency,
    phone: answer.phone,
    gateway: answer.gateway,
    isTest: answer.is_test,
    order: {
      id: answer.order.id,
      trackingCode: answer.order.tracking_code,
      status: answer.order.order_status,
      isPaidAtDoor: answer.order.pays_on_delivery,
    },
    refunded: fromCedis(answer.refunded) ?? 0,
    createdAt: new Date(answer.created_at),
    expiresAt: new Date(answer.expires_at),
    holdUntil: answer.hold_until === null ? null : new Date(answer.hold_until),
    mayRetry: answer.may_retry,
    mayPayOnDelivery: answer.may_pay_on_delivery,
  }
}

const notInitiated = 'Failed to initiate payment'

/** Leads to where the order is paid and keeps the way there on this phone. Fails when the shop named no place. */
export function useGoToPayment() {
  const navigate = useNavigate()
  const { show } = useToasts()
  return async (code: string, started: Partial<StartedPaymentResponse> | null, { replace = false } = {}) => {
    const place = readPaymentPlace(started)
    if (place === null || !started?.referenceId) throw new Error(notInitiated)
    const { address, isOurs } = place
    keepPayment(storageHere('localStorage'), { code, reference: started.referenceId, address })
    show({ title: 'Redirecting to payment' })
    if (isOurs) await navigate(address, { replace })
    else window.location.assign(address)
  }
}

/** Where the customer pays: on a page of the shop, or on the page of somebody who takes payments for it. */
type PaymentPlace = { isOurs: boolean; address: string }

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
