import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * How long until then, by the shop's clock: phones are often wrong about the time, so only the time that has passed since the
 * shop said "now" is taken from the phone.
 */
export function useTimeLeft(end: Date, shopNow: Date): number {
  const arrivedAt = useArrival()
  const [passed, setPassed] = useState(0)
  const left = end.getTime() - shopNow.getTime() - passed
  const isOver = left <= 0
  useEffect(() => {
    if (isOver || arrivedAt === null) return
    const tick = () => setPassed(Math.max(0, Date.now() - arrivedAt))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [isOver, arrivedAt])
  return left
}

/** When this page came from the shop: with the document itself, or just now if another page led here. */
function useArrival(): number | null {
  const isHydrated = useHydrated()
  const [cameByLink] = useState(isHydrated)
  const [arrivedAt, setArrived] = useState<number | null>(null)
  useEffect(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const withDocument = performance.timeOrigin + (document?.responseStart ?? 0)
    setArrived(cameByLink ? Date.now() : withDocument)
  }, [cameByLink])
  return arrivedAt
}
