import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatCedis, formatGhs, fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import { AmountField } from '../amount-field.tsx'
import { FormDialog } from '../form-dialog.tsx'

type PaymentDialogProps = { payment: AdminPaymentResponse; onClose(): void; onDecided(): void }

type Mistakes = { amount?: string; note?: string }

/** Refunds all or a part of a payment: through the gateway where it can, else by hand, with a note. */
export function RefundDialog({ payment, onClose, onDecided }: PaymentDialogProps) {
  const { submit, isBusy } = useSubmit()
  const left = toPesewas(payment.refundable)
  const { text: typed, type: typeAmount } = useTypedText(
    `refund-amount-${payment.referenceId}`,
    payment.is_odd ? '' : plainCedis(left),
  )
  const { text, type } = useTypedText(`refund-${payment.referenceId}`, '')
  const [isByHand, setByHand] = useState(!payment.may_refund_online)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const amount = fromCedis(typed.trim())
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = text.trim()
    const wrong = findMistakes(amount, left, note)
    setMistakes(wrong)
    if (amount === null || Object.keys(wrong).length > 0) return
    const onFailure = ({ fields, message }: ApiProblem) => {
      setMistakes(fields.amount ? { amount: fields.amount } : { note: message })
    }
    void submit({ onFailure }, async () => {
      const body = { amount: toCedis(amount), note, by_hand: isByHand, refunded_before: payment.refunded }
      const path = `/api/payments/${payment.referenceId}/refund`
      const { state } = await api.post<AdminPaymentResponse>(path, { body, timeoutMs: 40_000 })
      onDecided()
      return outcomeText(state, isByHand)
    })
  }
  const confirm = amount === null ? 'Pay back' : `Pay back ${formatGhs(amount)}`
  return (
    <FormDialog
      title="Pay money back"
      confirm={isByHand ? 'Mark as refunded' : confirm}
      isBusy={isBusy}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {payment.order.tracking_code}, {payment.order.customer_name}: up to {formatGhs(left)} can go back.
        {payment.is_test && ' Test payment, no money moves.'}
      </p>
      {payment.is_odd && (
        <p className="text-destructive">
          The gateway says that {toldText(payment)} came in, not {formatGhs(toPesewas(payment.amount))}. Look
          at its own pages first, then type what is to go back.
        </p>
      )}
      <AmountField label="Amount" error={mistakes.amount} value={typed} onType={typeAmount} />
      {payment.may_refund_online ? (
        <Checkbox
          label="I pay it back another way"
          help="The shop then sends no money, it only writes it down."
          checked={isByHand}
          onChange={({ currentTarget }) => setByHand(currentTarget.checked)}
        />
      ) : (
        <p>The shop cannot send this money itself. Pay it back first, then write here how.</p>
      )}
      <BooksNote
        help={isByHand ? 'For the books: how and when it was paid back.' : 'For the books: why it goes back.'}
        error={mistakes.note}
        text={text}
        onType={type}
      />
    </FormDialog>
  )
}

type BooksNoteProps = { help: string; error?: string; text: string; onType: (text: string) => void }

/** Why money was moved or a question answered, for whoever reads the books later. */
export function BooksNote({ help, error, text, onType }: BooksNoteProps) {
  return (
    <TextField
      label="Note"
      help={help}
      error={error}
      maxLength={500}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

/** In the gateway's own currency. */
function toldText({ told_amount: amount, told_currency: currency }: AdminPaymentResponse): string {
  if (amount === null) return 'an amount that could not be read'
  return `${currency ?? ''} ${plainCedis(toPesewas(amount))}`.trim()
}

function findMistakes(amount: number | null, left: number, note: string): Mistakes {
  const isWrong = amount === null || amount <= 0 || amount > left
  return {
    ...(isWrong ? { amount: `Enter an amount up to ${formatGhs(left)}` } : {}),
    ...(note === '' ? { note: 'Please write why, for the books.' } : {}),
  }
}

/** A gateway that said no at once has paid nothing back. */
function outcomeText(state: AdminPaymentResponse['state'], isByHand: boolean) {
  if (isByHand) return { title: 'The payment is marked as refunded', tone: 'success' } as const
  if (state === 'refund_pending') {
    return { title: 'The money is on its way back', description: 'This page shows when it has arrived.' }
  }
  return { title: 'The gateway did not take the refund', tone: 'destructive' } as const
}

/** What was paid is good enough: other than asked for, or in question. */
export function AcceptDialog({ payment, onClose, onDecided }: PaymentDialogProps) {
  const isQuestioned = payment.state === 'questioned'
  return (
    <NoteDialog
      payment={payment}
      decision="accept"
      title={isQuestioned ? 'Keep this payment as paid?' : 'Accept this payment?'}
      confirm={isQuestioned ? 'Keep as paid' : 'Accept as paid'}
      help="For the books: why it is good enough."
      done="The payment is accepted"
      onClose={onClose}
      onDecided={onDecided}
    >
      {isQuestioned ? (
        <p>
          {nameOf(payment)}: {payment.reason} The order then counts as paid and can be delivered.
        </p>
      ) : (
        <p>
          {nameOf(payment)}: asked for {formatCedis(payment.amount)}, and the gateway says that{' '}
          {toldText(payment)} came in. The order then counts as paid.
        </p>
      )}
      <ul className="grid gap-1 text-sm empty:hidden" aria-label="What differs">
        {payment.differences.map(({ what, asked, told }) => (
          <li key={what} className="wrap-anywhere">
            {what}: we asked for {asked}, the gateway says {told}
          </li>
        ))}
      </ul>
    </NoteDialog>
  )
}

/** The gateway was right: the money went without a word from the shop. */
export function GoneDialog({ payment, onClose, onDecided }: PaymentDialogProps) {
  return (
    <NoteDialog
      payment={payment}
      decision="refunded"
      title="Is this money gone?"
      confirm="The money is gone"
      help="For the books: what the gateway’s pages say."
      done="The payment counts as refunded"
      onClose={onClose}
      onDecided={onDecided}
    >
      <p>
        {nameOf(payment)}: {payment.reason} The shop sends nothing. The order counts as unpaid, and is
        cancelled if it has not been sent.
      </p>
    </NoteDialog>
  )
}

type NoteDialogProps = PaymentDialogProps & {
  decision: 'accept' | 'refunded'
  title: string
  confirm: string
  help: string
  done: string
  children: ReactNode
}

/** A decision that needs a word for the books. */
function NoteDialog(props: NoteDialogProps) {
  const { payment, decision, title, confirm, help, done, children, onClose, onDecided } = props
  const { submit, isBusy, failure } = useSubmit()
  const { text, type } = useTypedText(`${decision}-${payment.referenceId}`, '')
  const [mistake, setMistake] = useState<string>()
  const decide = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = text.trim()
    if (note === '') return setMistake('Please write how, for the books.')
    setMistake(undefined)
    void submit({}, async () => {
      await api.post(`/api/payments/${payment.referenceId}/${decision}`, { body: { note } })
      onDecided()
      return { title: done }
    })
  }
  return (
    <FormDialog title={title} confirm={confirm} isBusy={isBusy} onSubmit={decide} onClose={onClose}>
      {children}
      <BooksNote help={help} error={mistake ?? failure ?? undefined} text={text} onType={type} />
    </FormDialog>
  )
}

function nameOf({ order }: AdminPaymentResponse): string {
  return `${order.tracking_code}, ${order.customer_name}`
}
