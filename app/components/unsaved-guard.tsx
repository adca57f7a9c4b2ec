import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { readToken } from '../data/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type UnsavedGuardProps = { when: boolean; title: string; children: ReactNode }

/**
 * Confirms once before a page with unsaved input is left; on closing the window the browser does. An expired session
 * leads to the login without a question: whoever uses this keeps the input in a draft (`useKeepDraft`), or on the phone.
 */
export function UnsavedGuard({ when, title, children }: UnsavedGuardProps) {
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
      title={title}
      confirmLabel="Leave"
      cancelLabel="Stay here"
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
