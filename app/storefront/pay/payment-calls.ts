import { useNavigate } from 'react-router'
import { api } from '#app/data/api.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type {
  PaymentResponse,
  PayOnDeliveryResponse,
  ShownPayment,
  StartedPaymentResponse,
} from '#contract/payments.ts'
import { toPesewas } from '#rules/money.ts'
import { payPath, savePayment } from './saved-payments.ts'
import type { UnpaidOrder } from './unpaid-order.ts'

const pathOf = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

const fetchTimeoutMs = 10_000
/** The shop may ask the gateway twice before it answers. */
const retryTimeoutMs = 30_000

/** How the payment stands, as the shop knows it. */
export async function fetchPayment(reference: string, signal: AbortSignal): Promise<ShownPayment> {
  const response = await api.get<PaymentResponse>(pathOf(reference), { signal, timeoutMs: fetchTimeoutMs })
  return readPayment(response)
}

/** Makes the shop ask the gateway at once. */
export async function checkPayment(reference: string): Promise<ShownPayment> {
  return readPayment(await api.post<PaymentResponse>(`${pathOf(reference)}/check`))
}

/** A new prompt, to the same number unless another is given. */
export function retryPayment(reference: string, phone: string | null): Promise<StartedPaymentResponse> {
  const body = phone === null ? {} : { customerPhone: phone }
  return api.post(`${pathOf(reference)}/retry`, { body, timeoutMs: retryTimeoutMs })
}

export function payOnDelivery(reference: string): Promise<PayOnDeliveryResponse> {
  return api.post(`${pathOf(reference)}/pay-on-delivery`)
}

/** The same for an order whose payment could not even begin. */
export function payOrderOnDelivery(order: UnpaidOrder): Promise<PayOnDeliveryResponse> {
  return api.post('/api/payments/pay-on-delivery', { body: nameOrder(order), quietWhenSignedOut: true })
}

/** How the shop knows that the order is this customer’s, also when another number pays. */
export function nameOrder({ id, code, amount, phone }: UnpaidOrder) {
  return { orderId: id, tracking_code: code, amount, customerPhone: phone }
}

/** What the customer would do on the phone, where no money moves. */
export async function answerTestPayment(reference: string, answer: 'approve' | 'decline'): Promise<void> {
  await api.post(`${pathOf(reference)}/test-answer`, { body: { answer } })
}

function readPayment(response: PaymentResponse): ShownPayment {
  return {
    reference: response.referenceId,
    state: response.state,
    reason: response.reason,
    amount: toPesewas(response.amount),
    currency: response.currency,
    phone: response.phone,
    gateway: response.gateway,
    isTest: response.is_test,
    order: {
      id: response.order.id,
      trackingCode: response.order.tracking_code,
      status: response.order.order_status,
      isPaidAtDoor: response.order.pays_on_delivery,
    },
    refunded: toPesewas(response.refunded),
    createdAt: new Date(response.created_at),
    expiresAt: new Date(response.expires_at),
    holdUntil: response.hold_until === null ? null : new Date(response.hold_until),
    isSent: response.is_sent,
    paymentUrl: response.payment_url,
    mayRetry: response.may_retry,
    mayPayOnDelivery: response.may_pay_on_delivery,
  }
}

const notInitiated = 'Failed to initiate payment'

/** Leads to where the order is paid and saves that address on this phone. Fails when the shop named no place. */
export function useGoToPayment() {
  const navigate = useNavigate()
  const { show } = useToasts()
  return async (code: string, started: Partial<StartedPaymentResponse> | null, { replace = false } = {}) => {
    const place = readPaymentPlace(started)
    if (place === null || !started?.referenceId) throw new Error(notInitiated)
    const { address, isOurs } = place
    savePayment({ code, reference: started.referenceId, address })
    show({ title: 'Redirecting to payment' })
    if (isOurs) await navigate(address, { replace })
    else window.location.assign(address)
  }
}

/** Where the customer pays: on a page of the shop, or on the page of somebody who takes payments for it. */
type PaymentPlace = { isOurs: boolean; address: string }

/** Null for a response that leads nowhere: a page of the web is all that a payment can be. */
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
