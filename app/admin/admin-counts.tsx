import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import { api } from '../data/api.ts'
import { isApiProblem } from '../data/api-problem.ts'
import { usePolling } from '../data/use-polling.ts'
import { useAuth } from '../session/auth.tsx'
import { useAlertSound } from './alert-sound.ts'

type AdminCounts = {
  /** Null until they are loaded. */
  counts: OfficeCountsResponse | null
  /** For a page that has just changed something. */
  refetch(): void
}

const AdminCountsContext = createContext<AdminCounts>({ counts: null, refetch: () => {} })

/** The numbers beside the links. A failure is silent here: the page itself shows it. */
export function AdminCountsProvider({ children }: { children: ReactNode }) {
  const { role, revalidate } = useAuth()
  const isOn = role !== null
  const [counts, setCounts] = useState<OfficeCountsResponse | null>(null)
  const refetch = useCallback(() => {
    api.get<OfficeCountsResponse>('/api/dashboard/counts').then(setCounts, (problem) => {
      // A role that was taken away closes the back office on every screen where it is still open.
      if (isApiProblem(problem) && problem.status === 403) void revalidate()
    })
  }, [revalidate])
  useEffect(() => {
    if (isOn) refetch()
  }, [isOn, refetch])
  const newestSound = counts?.newestSound
  useAlertSound(newestSound)
  usePolling(refetch, 60_000, { isOn, evenHidden: typeof newestSound === 'number' })
  const value = useMemo(() => ({ counts, refetch }), [counts, refetch])
  return <AdminCountsContext value={value}>{children}</AdminCountsContext>
}

export function useAdminCounts(): AdminCounts {
  return use(AdminCountsContext)
}
