import { useEffect, useRef } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import { PaymentList } from '../payments/payment-list.tsx'
import { useInterval } from '../use-interval.ts'

type OrderPaymentsProps = {
  order: Pick<AdminOrderResponse, 'id' | 'payment_state' | 'updated_at'>
  onChanged(): void
}

/** How they stand until somebody else, such as the gateway, has decided. */
const underWay: ReadonlySet<PaymentState> = new Set(['awaiting', 'not_confirmed', 'refund_pending'])

/** Every try to pay for this order, the newest first. While one is under way, the shop is asked again and again how it stands. */
export function OrderPayments({ order, onChanged }: OrderPaymentsProps) {
  const { answer, error, isLoading, refetch } = useFetch<{ payments: AdminPaymentResponse[] }>(
    `/api/payments?order_id=${order.id}`,
  )
  const isUnderWay = answer?.payments.some(({ state }) => underWay.has(state))
  useInterval(5, refetch, isUnderWay ?? false)
  // What the order says of its money comes from its payments, so one has changed when the other has.
  useOnChange(`${order.payment_state} ${order.updated_at}`, refetch)
  useOnChange(answer?.payments.map(({ state }) => state).join() ?? null, onChanged)
  if (error) {
    return (
      <ErrorPanel title="The payments could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!answer || answer.payments.length === 0) return null
  return (
    <PaymentList
      payments={answer.payments}
      onChanged={() => {
        refetch()
        onChanged()
      }}
    />
  )
}

/** Not for the first value, and not while there is none. */
function useOnChange(value: string | null, run: () => void): void {
  const newest = useRef(run)
  newest.current = run
  const seen = useRef(value)
  useEffect(() => {
    if (value === null || value === seen.current) return
    const isFirst = seen.current === null
    seen.current = value
    if (!isFirst) newest.current()
  }, [value])
}
