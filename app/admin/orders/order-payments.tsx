import { useEffect, useRef } from 'react'
import { useAnswer } from '#app/data/use-answer.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { AdminOrderAnswer } from '#contract/orders.ts'
import type { AdminPaymentAnswer } from '#contract/payments.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import { PaymentList } from '../payments/payment-list.tsx'
import { useEvery } from '../use-every.ts'

type OrderPaymentsProps = {
  order: Pick<AdminOrderAnswer, 'id' | 'payment_state' | 'updated_at'>
  onChanged(): void
}

/** How they stand until somebody else, such as the gateway, has decided. */
const underWay: ReadonlySet<PaymentState> = new Set(['awaiting', 'not_confirmed', 'refund_pending'])

/** Every try to pay for this order, the newest first. While one is under way, the shop is asked again and again how it stands. */
export function OrderPayments({ order, onChanged }: OrderPaymentsProps) {
  const { answer, error, isLoading, askAgain } = useAnswer<{ payments: AdminPaymentAnswer[] }>(
    `/api/payments?order_id=${order.id}`,
  )
  const isUnderWay = answer?.payments.some(({ state }) => underWay.has(state))
  useEvery(5, askAgain, isUnderWay ?? false)
  // What the order says of its money comes from its payments, so one has changed when the other has.
  useOnChange(`${order.payment_state} ${order.updated_at}`, askAgain)
  useOnChange(answer?.payments.map(({ state }) => state).join() ?? null, onChanged)
  if (error) {
    return (
      <ErrorPanel title="The payments could not be loaded" onRetry={askAgain} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!answer || answer.payments.length === 0) return null
  return (
    <PaymentList
      payments={answer.payments}
      onChanged={() => {
        askAgain()
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
