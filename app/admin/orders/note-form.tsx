import { useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { NoteResponse, OrderDetailResponse } from '#contract/admin-orders.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'

type NoteFormProps = {
  order: OrderDetailResponse
  sheetId: string
  onSaved(): void
  onUnsaved(isUnsaved: boolean): void
}

/** Nobody outside the staff ever sees it. */
export function NoteForm({ order, sheetId, onSaved, onUnsaved }: NoteFormProps) {
  const { show } = useToasts()
  const { text: note, seen, isChanged, type, see, startFrom } = useTypedText(`note-${order.id}`, order.note)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    onUnsaved(isChanged)
    return () => onUnsaved(false)
  }, [isChanged, onUnsaved])

  const save = async () => {
    if (!isChanged || isBusy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      const body = { note, expected: seen }
      const answer = await api.put<NoteResponse>(`/api/orders/${order.id}/note`, { body })
      startFrom(answer.note)
      show({ title: 'The note is saved', tone: 'success' })
      onSaved()
    } catch (error) {
      const theirs = isApiProblem(error) && error.code === 'conflict' ? String(error.details.note) : null
      if (theirs !== null) see(theirs)
      setTrouble(
        theirs === null
          ? messageOf(error)
          : `Somebody else has written meanwhile: “${theirs}”. Yours is not saved yet; saving it now replaces theirs.`,
      )
    } finally {
      setBusy(false)
    }
  }
  useShortcuts({ 'Ctrl+S': () => void save() }, sheetId)

  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        label="Internal note"
        hideLabel
        rows={3}
        maxLength={2000}
        value={note}
        error={trouble}
        help="Only the staff sees it."
        className="w-full"
        onChange={({ target }) => type(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="min-h-11"
        busy={isBusy}
        disabled={!isChanged}
      >
        Save note
      </Button>
    </form>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.'
}
