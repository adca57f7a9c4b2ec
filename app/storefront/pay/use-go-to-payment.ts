import { useNavigate } from 'react-router'
import { storageHere } from '#app/data/browser-storage.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import { keepPayment } from './kept-payments.ts'
import { readPaymentPlace } from './payment-place.ts'

export const notInitiated = 'Failed to initiate payment'

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
