import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export type Unsaved = {
  /** Goes, after a confirmation when unsaved input would be lost. */
  leave(go: () => void): void
  hasUnsaved(): boolean
  /** `part` tells several forms of one sheet apart. */
  onUnsavedChange(isUnsaved: boolean, part?: string): void
  /** The dialog, to be rendered in the sheet. */
  question: ReactNode
}

/** For a sheet: confirms once before unsaved input is discarded. */
export function useUnsaved(loss: string): Unsaved {
  const unsaved = useRef(new Set<string>())
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
        unsaved.current.clear()
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
      if (unsaved.current.size > 0) setGoing(() => go)
      else go()
    },
    hasUnsaved: () => unsaved.current.size > 0,
    onUnsavedChange: useCallback((isUnsaved: boolean, part = '') => {
      if (isUnsaved) unsaved.current.add(part)
      else unsaved.current.delete(part)
    }, []),
  }
}

/** One of several forms of a sheet. */
export function useUnsavedPart(
  part: string,
  isUnsaved: boolean,
  onUnsavedChange: Unsaved['onUnsavedChange'],
): void {
  // With the button and not after it: Escape right after a save must not ask whether to lose it.
  useLayoutEffect(() => {
    onUnsavedChange(isUnsaved, part)
    return () => onUnsavedChange(false, part)
  }, [part, isUnsaved, onUnsavedChange])
}
