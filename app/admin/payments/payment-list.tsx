import { type ReactNode, useState } from 'react'
import { api } from '#app/data/api.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import { showPhone } from '#rules/phone-number.ts'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'

type PaymentListProps = {
  payments: AdminPaymentResponse[]
  /** What stands above each, such as its order. */
  heading?(payment: AdminPaymentResponse): ReactNode
  onChanged(): void
}

const states = {
  awaiting: { words: 'Awaiting payment', tone: 'amber' },
  not_confirmed: { words: 'Not confirmed yet', tone: 'amber' },
  paid: { words: 'Paid', tone: 'green' },
  failed: { words: 'Payment failed', tone: 'red' },
  expired: { words: 'Not approved in time', tone: 'gray' },
  review: { words: 'Under review', tone: 'red' },
  refund_due: { words: 'Refund due', tone: 'red' },
  refund_pending: { words: 'Refund on its way', tone: 'amber' },
  partially_refunded: { words: 'Partly refunded', tone: 'gray' },
  refunded: { words: 'Refunded', tone: 'gray' },
} as const satisfies Record<PaymentState, { words: string; tone: BadgeTone }>

/** Tries to pay, with what a person can decide about each. */
export function PaymentList({ payments, heading, onChanged }: PaymentListProps) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card px-4">
      {payments.map((payment) => (
        <li key={payment.referenceId} className="grid gap-2 py-3">
          {heading?.(payment)}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={states[payment.state].tone}>{states[payment.state].words}</Badge>
            <span className="font-semibold tabular-nums">{ghs(payment.amount)}</span>
            {payment.told_amount !== null && payment.told_amount !== payment.amount && (
              <span className="text-destructive">paid: {ghs(payment.told_amount)}</span>
            )}
            {payment.is_test && <Badge tone="amber">Test payment, no money moves</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {formatDateAndTime(new Date(payment.created_at))} · {showPhone(payment.phone)} · {payment.gateway}
            {payment.transaction_id && ` · ${payment.transaction_id}`}
          </p>
          {payment.reason && payment.refunds.length === 0 && <p className="text-sm">{payment.reason}</p>}
          <RefundList refunds={payment.refunds} />
          {payment.note && <p className="text-sm text-muted-foreground">Note: {payment.note}</p>}
          <Actions payment={payment} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

type ActionsProps = { payment: AdminPaymentResponse; onChanged(): void }

function Actions({ payment, onChanged }: ActionsProps) {
  const { show } = useToasts()
  const [deciding, setDeciding] = useState<Decision | 'refund' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { referenceId, state } = payment
  const check = async () => {
    setBusy(true)
    try {
      await api.post(`/api/payments/${referenceId}/check`, { timeoutMs: 40_000 })
      show({ title: 'The payment was checked' })
      onChanged()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The payment could not be checked', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
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
      {state === 'review' && (
        <Button {...button} onClick={() => setDeciding('accept')}>
          Accept as paid
        </Button>
      )}
      {payment.refundable > 0 && (
        <Button {...button} onClick={() => setDeciding('refund')}>
          Pay back
        </Button>
      )}
      {deciding === 'refund' && <RefundDialog payment={payment} {...dialog} />}
      {deciding === 'accept' && <DecideDialog decision={deciding} payment={payment} {...dialog} />}
    </div>
  )
}

function ghs(cedis: number): string {
  return formatGhs(fromCedis(cedis) ?? 0)
}
