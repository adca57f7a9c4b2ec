import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#app/data/api.ts'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import { useInterval } from '../use-interval.ts'

type OrderCounts = {
  counts: OrderCountsResponse | null
  /** How many orders came in since the list was loaded. */
  newer: number
  /** The list is being loaded anew: what came in until now is in it. */
  startAnew(): void
  refetch(): void
}

/** The numbers on the filters, and whether somebody has ordered meanwhile. */
export function useOrderCounts(): OrderCounts {
  const [counts, setCounts] = useState<OrderCountsResponse | null>(null)
  const known = useRef<number | null>(null)

  const refetch = useCallback(() => {
    const query = known.current === null ? {} : { after: known.current }
    // A failure is told by the list itself; the old numbers stay.
    api.get<OrderCountsResponse>('/api/orders/counts', { query }).then(
      (answer) => {
        known.current ??= answer.newest_id
        setCounts(answer)
      },
      () => {},
    )
  }, [])
  const startAnew = useCallback(() => {
    known.current = null
    refetch()
  }, [refetch])

  useEffect(startAnew, [startAnew])
  useInterval(30, refetch)
  return { counts, newer: counts?.newer ?? 0, startAnew, refetch }
}
