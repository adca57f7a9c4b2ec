import { type ReactNode, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import { showPhone } from '#rules/phone-number.ts'
import { AcceptDialog, GoneDialog, RefundDialog } from './payment-dialogs.tsx'
import { GatewayWords, RefundList } from './refund-list.tsx'

type PaymentListProps = {
  payments: AdminPaymentResponse[]
  /** Shown above each, such as its order. */
  heading?(payment: AdminPaymentResponse): ReactNode
  onChanged(): void
}

const states = {
  awaiting: { label: 'Awaiting payment', tone: 'amber' },
  not_confirmed: { label: 'Not confirmed yet', tone: 'amber' },
  paid: { label: 'Paid', tone: 'green' },
  failed: { label: 'Payment failed', tone: 'red' },
  expired: { label: 'Not approved in time', tone: 'gray' },
  review: { label: 'Under review', tone: 'red' },
  questioned: { label: 'Money in question', tone: 'red' },
  refund_due: { label: 'Refund due', tone: 'red' },
  refund_pending: { label: 'Refund on its way', tone: 'amber' },
  partially_refunded: { label: 'Partly refunded', tone: 'gray' },
  refunded: { label: 'Refunded', tone: 'gray' },
} as const satisfies Record<PaymentState, { label: string; tone: BadgeTone }>

/** Tries to pay, with what a person can decide about each. */
export function PaymentList({ payments, heading, onChanged }: PaymentListProps) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card px-4">
      {payments.map((payment) => (
        <li key={payment.referenceId} className="grid gap-2 py-3">
          {heading?.(payment)}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={states[payment.state].tone}>{states[payment.state].label}</Badge>
            <span className="font-semibold tabular-nums">{formatCedis(payment.amount)}</span>
            {payment.is_test && <Badge tone="amber">Test payment, no money moves</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {formatDateAndTime(new Date(payment.created_at))} · {showPhone(payment.phone)} · {payment.gateway}
            {payment.transaction_id && ` · ${payment.transaction_id}`}
          </p>
          {payment.reason && (payment.refunds.length === 0 || payment.state === 'questioned') && (
            <p className="text-sm">{payment.reason}</p>
          )}
          {payment.state === 'questioned' && <GatewayWords words={payment.gateway_says} />}
          <Differences payment={payment} />
          <RefundList payment={payment} onChanged={onChanged} />
          {payment.note && <p className="text-sm text-muted-foreground">Note: {payment.note}</p>}
          <Actions payment={payment} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

/** What was asked for beside what the gateway says was paid, and its own words below. */
function Differences({ payment }: { payment: AdminPaymentResponse }) {
  const { differences, gateway_says } = payment
  if (differences.length === 0) return null
  return (
    <div className="grid gap-2 border-l-2 border-destructive pl-3 text-sm">
      <table className="text-left">
        <caption className="sr-only">What differs</caption>
        <thead className="text-muted-foreground">
          <tr>
            <th scope="col" className="pr-4 font-normal">
              What differs
            </th>
            <th scope="col" className="pr-4 font-normal">
              We asked for
            </th>
            <th scope="col" className="font-normal">
              The gateway says
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ what, asked, told }) => (
            <tr key={what} className="align-top">
              <th scope="row" className="pr-4 font-semibold">
                {what}
              </th>
              <td className="pr-4 wrap-anywhere tabular-nums">{asked}</td>
              <td className="wrap-anywhere text-destructive tabular-nums">{told}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <GatewayWords words={gateway_says} />
    </div>
  )
}

type ActionsProps = { payment: AdminPaymentResponse; onChanged(): void }

function Actions({ payment, onChanged }: ActionsProps) {
  const { submit, isBusy } = useSubmit()
  const [deciding, setDeciding] = useState<'accept' | 'refund' | 'gone' | null>(null)
  const { referenceId, state } = payment
  const check = () =>
    submit({ failed: 'The payment could not be checked' }, async () => {
      await api.post(`/api/payments/${referenceId}/check`, { timeoutMs: 40_000 })
      onChanged()
      return { title: 'The payment was checked', tone: 'neutral' }
    })
  const dialog = {
    onClose: () => setDeciding(null),
    onDecided: () => {
      setDeciding(null)
      onChanged()
    },
  }
  const button = { variant: 'secondary', size: 'sm', className: 'min-h-11' } as const
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {(state === 'awaiting' || state === 'not_confirmed' || state === 'refund_pending') && (
        <Button {...button} busy={isBusy} onClick={() => void check()}>
          Check now
        </Button>
      )}
      {payment.may_accept && (
        <Button {...button} onClick={() => setDeciding('accept')}>
          {state === 'review' ? 'Accept as paid' : 'Use for the order'}
        </Button>
      )}
      {state === 'questioned' && (
        <>
          <Button {...button} onClick={() => setDeciding('accept')}>
            Keep as paid
          </Button>
          <Button {...button} onClick={() => setDeciding('gone')}>
            The money is gone
          </Button>
        </>
      )}
      {payment.refundable > 0 && (
        <Button {...button} onClick={() => setDeciding('refund')}>
          Pay back
        </Button>
      )}
      {deciding === 'refund' && <RefundDialog payment={payment} {...dialog} />}
      {deciding === 'accept' && <AcceptDialog payment={payment} {...dialog} />}
      {deciding === 'gone' && <GoneDialog payment={payment} {...dialog} />}
    </div>
  )
}

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
