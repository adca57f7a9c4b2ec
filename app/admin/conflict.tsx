import { useEffect, useRef } from 'react'
import { formatDateAndTime } from '#rules/dates.ts'
import type { ApiProblem } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** The optimistic lock failed: somebody else has saved since the form was opened. */
export type Conflict = {
  /** Null when nobody knows who it was. */
  by: string | null
  /** Also the version that is there now. */
  at: string
}

export function conflictIn({ code, details }: ApiProblem): Conflict | null {
  const { changed_at: at, changed_by: by } = details
  if (code !== 'conflict' || typeof at !== 'string') return null
  return { at, by: typeof by === 'string' ? by : null }
}

/** For a note of several people, as `onFailure`: shows what somebody else wrote meanwhile, which the next try replaces. */
export function noteConflict(
  { code, details }: ApiProblem,
  see: (theirs: string) => void,
): string | undefined {
  if (code !== 'conflict') return
  const theirs = String(details.note)
  see(theirs)
  return `Somebody else has written meanwhile: “${theirs}”. Yours is not saved yet; saving it now replaces theirs.`
}

type ConflictPanelProps = {
  conflict: Conflict
  /** product or post. */
  thing: string
  onReload: () => void
  onOverwrite: () => void
}

/** Nothing is overwritten until the user decides. */
export function ConflictPanel({ conflict: { by, at }, thing, onReload, onOverwrite }: ConflictPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <ErrorPanel
      ref={panel}
      title={`${by ?? 'Somebody'} changed this ${thing} while you were editing`}
      action={
        <>
          <Button variant="secondary" onClick={onReload}>
            Show their version
          </Button>
          <Button variant="destructive" onClick={onOverwrite}>
            Save mine instead
          </Button>
        </>
      }
    >
      It was saved on {formatDateAndTime(new Date(at))}. What you typed is still here and was not saved.
    </ErrorPanel>
  )
}
