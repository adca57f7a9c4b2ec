import { useEffect, useRef } from 'react'

/** Runs again and again while somebody looks at the page, and at once when they come back to it. */
export function useInterval(seconds: number, run: () => void, isOn = true): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => {
    if (!isOn) return
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) newest.current()
    }
    const timer = setInterval(look, seconds * 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds, isOn])
}
