import { Badge } from '#app/ui/badge.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'

const states = {
  under_way: { words: 'On its way back', tone: 'amber' },
  paid_back: { words: 'Paid back', tone: 'gray' },
  failed: { words: 'Not paid back', tone: 'red' },
} as const

/** What went back of a payment, or was meant to. */
export function RefundList({ refunds }: Pick<AdminPaymentResponse, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <ul aria-label="Refunds" className="grid gap-2 border-l-2 border-border pl-3 text-sm">
      {refunds.map(({ reference, amount, state, by_hand, reason, note, created_at }) => (
        <li key={reference} className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={states[state].tone}>{states[state].words}</Badge>
            <span className="font-semibold tabular-nums">{formatGhs(fromCedis(amount) ?? 0)}</span>
            <span className="text-muted-foreground">
              {formatDateAndTime(new Date(created_at))}
              {by_hand && ' · by hand'}
            </span>
          </p>
          {reason && <p>{reason}</p>}
          {note && <p className="wrap-anywhere text-muted-foreground">Note: {note}</p>}
        </li>
      ))}
    </ul>
  )
}
