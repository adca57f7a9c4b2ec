import { useSyncExternalStore } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { ClockIcon } from '#app/ui/icons.tsx'
import { isOpen } from '#rules/shop-facts.ts'

const oneMinute = 60_000

/** Known only in the browser: the page itself is kept and sent to everyone at any hour. */
export function OpenNow() {
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null)
  // Its place is kept, so that nothing moves when it comes.
  if (minute === null) return <span className="h-6.5 w-28" />
  return isOpen(new Date(minute * oneMinute)) ? (
    <Badge tone="green" icon={ClockIcon}>
      Open now
    </Badge>
  ) : (
    <Badge icon={ClockIcon}>Closed now</Badge>
  )
}

function currentMinute(): number {
  return Math.floor(Date.now() / oneMinute)
}

function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, oneMinute / 4)
  return () => clearInterval(timer)
}
