import { useCallback, useEffect, useRef, useState } from 'react'
import type { ShownPayment } from '#contract/payments.ts'
import { lookAtPayment } from './payment-calls.ts'
import { pauseBeforeNextLook } from './watch-plan.ts'

export type LivePayment = {
  payment: ShownPayment
  /** The last look did not reach the shop: what is shown is what was known before. */
  isOutOfReach: boolean
  /** Takes over what another call has brought. */
  take(news: ShownPayment): void
  /** Looks at once instead of at the next turn. */
  refresh(): Promise<void>
}

/** The payment as it stands now. Nobody is asked while nobody looks, and at once when somebody looks again. */
export function useLivePayment(first: ShownPayment): LivePayment {
  const { reference } = first
  const [payment, setPayment] = useState(first)
  const [isOutOfReach, setOutOfReach] = useState(false)
  const known = useRef(first)
  const order = useRef({ asked: 0, answered: 0 })

  const take = useCallback((news: ShownPayment) => {
    order.current.answered = ++order.current.asked
    known.current = news
    setPayment(news)
    setOutOfReach(false)
  }, [])

  const refresh = useCallback(
    async (signal = new AbortController().signal) => {
      const turn = ++order.current.asked
      // An answer that was overtaken on a slow network is older than what is shown.
      const isOld = () => signal.aborted || turn < order.current.answered
      try {
        const news = await lookAtPayment(reference, signal)
        if (isOld()) return
        order.current.answered = turn
        known.current = news
        setPayment(news)
        setOutOfReach(false)
      } catch {
        if (!isOld()) setOutOfReach(true)
      }
    },
    [reference],
  )

  useEffect(() => watch(refresh, () => known.current.state), [refresh])
  return { payment, isOutOfReach, take, refresh }
}

type Refresh = (signal: AbortSignal) => Promise<void>

/** Looks again and again until it is told to stop; it rests while the page is hidden. */
function watch(refresh: Refresh, state: () => ShownPayment['state']): () => void {
  const leaving = new AbortController()
  const startedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const rest = () => {
    clearTimeout(timer)
    const pause = pauseBeforeNextLook(state(), Date.now() - startedAt)
    if (leaving.signal.aborted || document.hidden || pause === null) return
    timer = setTimeout(() => void lookNow(), pause)
  }
  const lookNow = async () => {
    clearTimeout(timer)
    if (document.hidden) return
    await refresh(leaving.signal)
    rest()
  }
  const wake = () => void lookNow()
  const { signal } = leaving
  document.addEventListener('visibilitychange', wake, { signal })
  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', (event) => event.persisted && wake(), { signal })
  rest()
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}
