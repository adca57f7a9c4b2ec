import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SetupResponse } from '#contract/settings.ts'
import { roleMay } from '#rules/rights.ts'
import { api, readToken } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'

type SetupState = {
  /** Null until it is loaded. */
  setup: SetupResponse | null
  error: Error | null
  /** For a page that has just changed something. */
  refetch(): void
  /** Shows what a change has returned, and asks once more: of several at once, an answer may not know the others yet. */
  replace(setup: SetupResponse): void
}

const SetupContext = createContext<SetupState>({
  setup: null,
  error: null,
  refetch: () => {},
  replace: () => {},
})

/** How far the shop is on its way to the first customer, for the menu, the dashboard and the page that leads there. */
export function SetupProvider({ children }: { children: ReactNode }) {
  const { role } = useAuth()
  const maySetUp = roleMay(role, 'settings')
  const [setup, setSetup] = useState<SetupResponse | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const asked = useRef(0)
  const show = useCallback((known: SetupResponse) => {
    setSetup(known)
    setError(null)
  }, [])
  const refetch = useCallback(() => {
    const question = ++asked.current
    const isLast = () => question === asked.current
    api.get<SetupResponse>('/api/setup').then(
      (known) => isLast() && show(known),
      (problem) => isLast() && setError(problem),
    )
  }, [show])
  const replace = useCallback(
    (known: SetupResponse) => {
      show(known)
      refetch()
    },
    [show, refetch],
  )
  useEffect(() => {
    if (maySetUp) refetch()
  }, [maySetUp, refetch])
  // Whoever is not told whether it is open asks for the preview, which an open shop does not give.
  usePreview(setup ? !setup.is_open : role !== null && !maySetUp)
  const value = useMemo(() => ({ setup, error, refetch, replace }), [setup, error, refetch, replace])
  return <SetupContext value={value}>{children}</SetupContext>
}

/**
 * Whoever works here sees the pages of the shop before it opens. Pages come without a sign-in, so the browser keeps a cookie,
 * which all other calls go without. If that fails they see what visitors see, which harms nobody.
 */
function usePreview(isOn: boolean): void {
  useEffect(() => {
    const token = readToken()
    if (!isOn || token === null) return
    const headers = { authorization: `Bearer ${token}` }
    fetch('/api/setup/preview', { method: 'POST', headers }).catch(() => {})
  }, [isOn])
}

export function useSetup(): SetupState {
  return use(SetupContext)
}

export function countLeft({ items }: SetupResponse): number {
  return items.filter(({ is_done }) => !is_done).length
}
