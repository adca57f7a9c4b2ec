import { useEffect, useState } from 'react'

const second = 1_000

/** Begins with the server's time, so that the page reads the same before and after scripts run, and ticks until the end. */
export function useTickingTime(start: Date, end: Date): Date {
  const [now, setNow] = useState(start)
  const ends = end.getTime()
  const isOver = now.getTime() >= ends
  useEffect(() => {
    if (isOver) return
    const variant = () => setNow(new Date())
    variant()
    const timer = setInterval(variant, second)
    return () => clearInterval(timer)
  }, [isOver])
  return now
}
