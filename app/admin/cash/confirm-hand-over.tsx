import { type FormEvent, useId, useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { DriverCashResponse } from '#contract/cash-book.ts'
import { checkHandOver } from '#rules/cash-book.ts'
import { formatGhs, fromCedis, plainCedis, toCedis } from '#rules/money.ts'

type ConfirmHandOverProps = { book: DriverCashResponse; onConfirmed(): void; onClose(): void }
type Mistakes = { counted?: string; note?: string }

/** The money lies on the table. Less than in the book needs a word; the rest stays with the driver. */
export function ConfirmHandOver({ book, onConfirmed, onClose }: ConfirmHandOverProps) {
  const formId = useId()
  const inHand = fromCedis(book.in_hand) ?? 0
  // What was counted belongs to this page of the book; the word about it can wait for the next.
  const amount = useTypedText(countedName(book), plainCedis(inHand))
  const note = useTypedText(`hand-over-${book.driver.id}`, '')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  // One key for one counting: a press that the network repeats confirms once.
  const [key] = useState(() => crypto.randomUUID())
  const { send, isBusy } = useSending({ book, key, onConfirmed, onClose, onMistakes: setMistakes })
  const counted = fromCedis(amount.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkHandOver(inHand, counted, note.text)
    setMistakes(found)
    if (Object.keys(found).length === 0 && counted !== null) void send(counted, note.text.trim())
  }
  return (
    <Dialog
      open
      title={`Hand-over of ${book.driver.name}`}
      mayClose={() => !isBusy}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy} busyLabel="Saving...">
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p>
          The book says <strong className="tabular-nums">{formatGhs(inHand)}</strong>.
        </p>
        <TextField
          label="Counted"
          prefix="Ghs"
          inputMode="decimal"
          autoComplete="off"
          value={amount.text}
          error={mistakes.counted}
          onChange={({ currentTarget }) => amount.type(currentTarget.value)}
        />
        {counted !== inHand && (
          <TextField
            label="Why is it less?"
            maxLength={300}
            value={note.text}
            error={mistakes.note}
            onChange={({ currentTarget }) => note.type(currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The name under which a counting that a sign-out interrupted is kept. */
export function countedName({ driver, last_entry }: DriverCashResponse): string {
  return `counted-${driver.id}-${last_entry}`
}

type Sending = ConfirmHandOverProps & { key: string; onMistakes(mistakes: Mistakes): void }

function useSending({ book, key, onConfirmed, onClose, onMistakes }: Sending) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const send = async (counted: number, note: string) => {
    setBusy(true)
    const { driver, last_entry } = book
    try {
      const body = { driver_id: driver.id, counted: toCedis(counted), note, last_entry }
      await api.post('/api/hand-overs', { body, idempotencyKey: key })
      show({ title: `${formatGhs(counted)} taken over from ${driver.name}`, tone: 'success' })
      onConfirmed()
      onClose()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The hand-over was not saved', description, tone: 'destructive' })
      if (isApiProblem(error)) onMistakes(error.fields)
      if (isApiProblem(error) && error.code === 'cash_changed') {
        onConfirmed()
        onClose()
      }
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy }
}
