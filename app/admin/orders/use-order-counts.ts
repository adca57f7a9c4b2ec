import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#app/data/api.ts'
import type { OrderCountsAnswer } from '#contract/admin-orders.ts'
import { useEvery } from '../use-every.ts'

type OrderCounts = {
  counts: OrderCountsAnswer | null
  /** How many orders came in since the list was loaded. */
  newer: number
  /** The list is being loaded anew: what came in until now is in it. */
  startAnew(): void
  askAgain(): void
}

/** The numbers on the filters, and whether somebody has ordered meanwhile. */
export function useOrderCounts(): OrderCounts {
  const [counts, setCounts] = useState<OrderCountsAnswer | null>(null)
  const known = useRef<number | null>(null)

  const askAgain = useCallback(() => {
    const query = known.current === null ? {} : { after: known.current }
    // A failure is told by the list itself; the old numbers stay.
    api.get<OrderCountsAnswer>('/api/orders/counts', { query }).then(
      (answer) => {
        known.current ??= answer.newest_id
        setCounts(answer)
      },
      () => {},
    )
  }, [])
  const startAnew = useCallback(() => {
    known.current = null
    askAgain()
  }, [askAgain])

  useEffect(startAnew, [startAnew])
  useEvery(30, askAgain)
  return { counts, newer: counts?.newer ?? 0, startAnew, askAgain }
}
