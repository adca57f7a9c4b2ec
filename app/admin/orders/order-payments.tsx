import type { AdminPaymentAnswer } from '../../../contract/payments.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PaymentList } from '../payments/payment-list.tsx'

type OrderPaymentsProps = { orderId: number; onChanged(): void }

/** Every try to pay for this order, the newest first. */
export function OrderPayments({ orderId, onChanged }: OrderPaymentsProps) {
  const { answer, error, isLoading, askAgain } = useAnswer<{ payments: AdminPaymentAnswer[] }>(
    `/api/payments?order_id=${orderId}`,
  )
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
