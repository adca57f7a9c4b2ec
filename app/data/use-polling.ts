import { useEffect, useRef } from 'react'

type PollingOptions = {
  isOn?: boolean
  /** Runs at once too, not only after the first pause. */
  startsNow?: boolean
  /** Goes on in a tab that lies behind others, for what is to be heard. */
  evenHidden?: boolean
}

/**
 * Runs again and again while somebody looks at the page, and at once when they come back to it or to the network. A pause of
 * null ends it until then. The signal is aborted when the page is left.
 */
export function usePolling(
  run: (signal: AbortSignal) => unknown,
  pause: number | (() => number | null),
  { isOn = true, startsNow = false, evenHidden = false }: PollingOptions = {},
): void {
  const newest = useRef({ run, pause, evenHidden })
  newest.current = { run, pause, evenHidden }
  useEffect(() => {
    if (!isOn) return
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined

    const isAway = () => document.hidden && !newest.current.evenHidden
    const rest = () => {
      clearTimeout(timer)
      const { pause } = newest.current
      const ms = typeof pause === 'number' ? pause : pause()
      if (signal.aborted || isAway() || ms === null) return
      timer = setTimeout(() => void runNow(), ms)
    }
    const runNow = async () => {
      clearTimeout(timer)
      if (isAway()) return
      await newest.current.run(signal)
      rest()
    }
    const resume = () => void runNow()
    document.addEventListener('visibilitychange', resume, { signal })
    window.addEventListener('online', resume, { signal })
    window.addEventListener('pageshow', (event) => event.persisted && resume(), { signal })
    if (startsNow) resume()
    else rest()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isOn, startsNow])
}
