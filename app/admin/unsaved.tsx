import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { readToken } from '../data/token.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Unsaved = {
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

/**
 * Confirms once before a page with unsaved input is left; on closing the window the browser does. An expired session
 * leads to the login without a question: the input is kept in a draft.
 */
export function UnsavedGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && readToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you changed on this page is not saved yet.</p>
    </ConfirmDialog>
  )
}
