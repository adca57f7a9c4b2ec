import { Link } from 'react-router'
import type { AdminPaymentResponse } from '#contract/payments.ts'

/** The order that a payment is for, with its customer. */
export function PaymentOrderLink({ order }: Pick<AdminPaymentResponse, 'order'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Link
        to={`/admin/orders?order=${order.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-3"
      >
        {order.tracking_code}
      </Link>
      <span className="wrap-anywhere">{order.customer_name}</span>
    </p>
  )
}
