import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { OfficeCountsAnswer } from '#contract/dashboard.ts'
import { api } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { useEvery } from './use-every.ts'

type AdminCounts = {
  /** Null until the shop has told them. */
  counts: OfficeCountsAnswer | null
  /** For a page that has just changed something. */
  askAgain(): void
}

const AdminCountsContext = createContext<AdminCounts>({ counts: null, askAgain: () => {} })

/** The numbers beside the links. Nobody is told when they cannot be had: the page itself will say so. */
export function AdminCountsProvider({ children }: { children: ReactNode }) {
  const { isAdmin } = useAuth()
  const [counts, setCounts] = useState<OfficeCountsAnswer | null>(null)
  const askAgain = useCallback(() => {
    api.get<OfficeCountsAnswer>('/api/dashboard/counts').then(setCounts, () => {})
  }, [])
  useEffect(() => {
    if (isAdmin) askAgain()
  }, [isAdmin, askAgain])
  useEvery(60, askAgain, isAdmin)
  const value = useMemo(() => ({ counts, askAgain }), [counts, askAgain])
  return <AdminCountsContext value={value}>{children}</AdminCountsContext>
}

export function useAdminCounts(): AdminCounts {
  return use(AdminCountsContext)
}
