import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { readToken } from '../data/token.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/**
 * Whoever leaves with something unsaved is asked once. Closing the window lets the browser ask. A sign-in that ran out
 * leads to the login without a question: what was typed is kept until they are back.
 */
export function LeavingAsks({ when }: { when: boolean }) {
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
