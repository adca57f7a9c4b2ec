import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export type Unsaved = {
  /** Goes, after a confirmation when unsaved input would be lost. */
  leave(go: () => void): void
  hasUnsaved(): boolean
  onUnsavedChange(isUnsaved: boolean): void
  /** The dialog, to be rendered in the sheet. */
  question: ReactNode
}

/** For a sheet: confirms once before unsaved input is discarded. */
export function useUnsaved(loss: string): Unsaved {
  const isUnsaved = useRef(false)
  const [going, setGoing] = useState<(() => void) | null>(null)
  const question = (
    <ConfirmDialog
      open={going !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
      destructive
      onClose={() => setGoing(null)}
      onConfirm={() => {
        isUnsaved.current = false
        setGoing(null)
        going?.()
      }}
    >
      <p>{loss}</p>
    </ConfirmDialog>
  )
  return {
    question,
    leave: (go) => {
      if (isUnsaved.current) setGoing(() => go)
      else go()
    },
    hasUnsaved: () => isUnsaved.current,
    onUnsavedChange: useCallback((unsaved: boolean) => {
      isUnsaved.current = unsaved
    }, []),
  }
}
