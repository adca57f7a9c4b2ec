import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { AdminPaymentResponse, RefundResponse } from '#contract/payments.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { FormDialog } from '../form-dialog.tsx'
import { BooksNote } from './payment-dialogs.tsx'

type RefundListProps = { payment: AdminPaymentResponse; onChanged(): void }

/** What went back of a payment, or was meant to, with what a person can decide about it. */
export function RefundList({ payment, onChanged }: RefundListProps) {
  const [deciding, setDeciding] = useState<RefundResponse | null>(null)
  if (payment.refunds.length === 0) return null
  return (
    <>
      <ul aria-label="Refunds" className="grid gap-2 border-l-2 border-border pl-3 text-sm">
        {payment.refunds.map((refund) => (
          <Refund key={refund.reference} refund={refund} onDecide={() => setDeciding(refund)} />
        ))}
      </ul>
      {deciding && (
        <DecisionDialog
          payment={payment}
          refund={deciding}
          onClose={() => setDeciding(null)}
          onDecided={() => {
            setDeciding(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}

const refundStates = {
  under_way: { label: 'On its way back', tone: 'amber' },
  paid_back: { label: 'Paid back', tone: 'gray' },
  failed: { label: 'Not paid back', tone: 'red' },
  double: { label: 'Paid back twice', tone: 'red' },
} as const satisfies Record<RefundResponse['state'] | 'double', { label: string; tone: BadgeTone }>

function Refund({ refund, onDecide }: { refund: RefundResponse; onDecide(): void }) {
  const { amount, by_hand, reason, note, created_at, is_double, uncertain_until, decision_note } = refund
  const { label, tone } = refundStates[is_double ? 'double' : refund.state]
  const isUnsettled = is_double && decision_note === null
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold tabular-nums">{formatCedis(amount)}</span>
        <span className="text-muted-foreground">
          {formatDateAndTime(new Date(created_at))}
          {by_hand && ' · by hand'}
        </span>
      </p>
      {reason && <p>{reason}</p>}
      {uncertain_until && (
        <p>
          The gateway may still pay it, so the shop keeps asking. It can be sent another way from{' '}
          {formatDateAndTime(new Date(uncertain_until))} on.
        </p>
      )}
      {isUnsettled && <p>More went back than was due: an earlier refund went out after all.</p>}
      {note && <p className="wrap-anywhere text-muted-foreground">Note: {note}</p>}
      {decision_note && <p className="wrap-anywhere text-muted-foreground">Decided: {decision_note}</p>}
      {(refund.may_decide || isUnsettled) && (
        <>
          {!is_double && <GatewayWords words={refund.gateway_says} />}
          <p>
            <Button variant="secondary" size="sm" className="min-h-11" onClick={onDecide}>
              {isUnsettled ? 'Settle it' : 'Decide'}
            </Button>
          </p>
        </>
      )}
    </li>
  )
}

export function GatewayWords({ words }: { words: string | null }) {
  if (!words) return null
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-link underline underline-offset-3">
        What the gateway said, word for word
      </summary>
      <p className="rounded-card bg-muted p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{words}</p>
    </details>
  )
}

type DecisionDialogProps = {
  payment: AdminPaymentResponse
  refund: RefundResponse
  onClose(): void
  onDecided(): void
}

/** The gateway leaves it open: a person looks at its own pages and says what they show. */
function DecisionDialog({ payment, refund, onClose, onDecided }: DecisionDialogProps) {
  const { submit, isBusy, failure } = useSubmit()
  const { text, type } = useTypedText(`decide-${refund.reference}`, '')
  const [outcome, setOutcome] = useState(refund.is_double ? 'settled' : '')
  const [mistakes, setMistakes] = useState<{ outcome?: string; note?: string }>({})
  const decide = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = text.trim()
    const wrong = {
      ...(outcome === '' ? { outcome: 'Please choose what the gateway’s pages show.' } : {}),
      ...(note === '' ? { note: 'Please write how, for the books.' } : {}),
    }
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    void submit({}, async () => {
      const path = `/api/payments/${payment.referenceId}/refunds/${refund.reference}/decide`
      await api.post(path, { body: { outcome, note } })
      onDecided()
      return { title: 'Your decision is written down' }
    })
  }
  return (
    <FormDialog
      title={refund.is_double ? 'Settle what was paid back twice' : 'Did this money go back?'}
      confirm="Write it down"
      isBusy={isBusy}
      onSubmit={decide}
      onClose={onClose}
    >
      <p>
        {payment.order.tracking_code}, {payment.order.customer_name}: {formatCedis(refund.amount)}.
        {refund.is_double
          ? ' Agree with the customer first.'
          : ' Look at the gateway’s own pages first: money that went out cannot be called back from here.'}
      </p>
      {!refund.is_double && (
        <RadioCards
          label="The gateway’s pages show"
          name="outcome"
          value={outcome}
          onChange={setOutcome}
          error={mistakes.outcome}
          cards={[
            { value: 'paid_back', title: 'It went out' },
            {
              value: 'not_paid_back',
              title: 'It did not go out',
              explanation: 'You can then pay it back another way.',
            },
          ]}
        />
      )}
      <BooksNote
        help={refund.is_double ? 'For the books: how it was settled.' : 'For the books: where you saw it.'}
        error={mistakes.note ?? failure ?? undefined}
        text={text}
        onType={type}
      />
    </FormDialog>
  )
}
