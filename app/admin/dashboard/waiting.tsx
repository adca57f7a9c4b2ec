import { Link } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ArrowRightIcon } from '#app/ui/icons.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { PaymentList } from '../payments/payment-list.tsx'
import { PaymentOrderLink } from '../payments/payment-order-link.tsx'

export function UnreadMessages({ count }: { count: number }) {
  return (
    <section aria-labelledby="unread-messages" className="grid content-start gap-3">
      <h2 id="unread-messages">Unanswered messages</h2>
      {count === 0 ? (
        <p className="text-muted-foreground">Every message was read.</p>
      ) : (
        <Link
          to="/admin/messages"
          className="flex min-h-14 items-center justify-between gap-3 rounded-card border border-border bg-card px-4 font-medium hover:bg-muted"
        >
          {count === 1 ? '1 unread message' : `${count} unread messages`}
          <ArrowRightIcon size={20} />
        </Link>
      )}
    </section>
  )
}

type PaymentsToReviewProps = { onChanged(): void }

/** Money that came, but not as it should have: a person decides. */
export function PaymentsToReview({ onChanged }: PaymentsToReviewProps) {
  return (
    <section aria-labelledby="payments-to-review" className="grid content-start gap-3">
      <h2 id="payments-to-review">Payments to review</h2>
      <Payments state="review" onChanged={onChanged} />
      <Payments state="refund_due" onChanged={onChanged} />
    </section>
  )
}

function Payments({ state, onChanged }: PaymentsToReviewProps & { state: 'review' | 'refund_due' }) {
  const { answer, total, error, isLoading, refetch } = useFetch<{ payments: AdminPaymentResponse[] }>(
    `/api/payments?state=${state}&limit=10`,
  )
  if (error) {
    return (
      <ErrorPanel title="The payments could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!answer || answer.payments.length === 0) return null
  const others = total - answer.payments.length
  return (
    <>
      <PaymentList
        payments={answer.payments}
        heading={({ order }) => <PaymentOrderLink order={order} />}
        onChanged={() => {
          refetch()
          onChanged()
        }}
      />
      {others > 0 && (
        <Link to={`/admin/payments?state=${state}`} className="text-link underline underline-offset-3">
          and {others} more
        </Link>
      )}
    </>
  )
}
