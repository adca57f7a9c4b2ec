import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'

export type Decision = 'accept'

const words = {
  accept: {
    title: 'Accept this payment?',
    explanation: 'The order then counts as paid, with what came in.',
    help: 'For the books: why it is good enough.',
    confirm: 'Accept as paid',
    done: 'The payment is accepted',
  },
} as const satisfies Record<Decision, Record<string, string>>

type DecideDialogProps = {
  decision: Decision
  payment: AdminPaymentResponse
  onClose(): void
  onDecided(): void
}

export function DecideDialog({ decision, payment, onClose, onDecided }: DecideDialogProps) {
  const { show } = useToasts()
  const formId = useId()
  const { text, type } = useTypedText(`${decision}-${payment.referenceId}`, '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { title, explanation, help, confirm, done } = words[decision]
  const decide = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = text.trim()
    if (note === '') return setError('Please write how, for the books.')
    setBusy(true)
    try {
      await api.post(`/api/payments/${payment.referenceId}/${decision}`, { body: { note } })
      show({ title: done, tone: 'success' })
      onDecided()
    } catch (trouble) {
      setError(trouble instanceof Error ? trouble.message : 'Something went wrong. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isBusy}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void decide(event)}>
        <p>
          {payment.order.tracking_code}, {payment.order.customer_name}:{' '}
          {formatGhs(fromCedis(payment.told_amount ?? payment.amount) ?? 0)}. {explanation}
        </p>
        <TextField
          label="Note"
          help={help}
          error={error}
          maxLength={500}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
