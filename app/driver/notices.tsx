import { useEffect, useState } from 'react'
import { relativeTime } from '#rules/dates.ts'
import { type ActionQueue, refusedTaps, settleTap, unsentTaps } from '#rules/offline-action-queue.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ClockIcon, WarningIcon } from '../ui/icons.tsx'
import { UploadIcon } from '../ui/signed-in-icons.tsx'
import type { Taps } from './use-dashboard.ts'
import type { Day } from './use-day.ts'

type ListNoticeProps = { day: Day; isOnline: boolean; queue: ActionQueue }

/** How old the list is, what still waits to be sent, and what went wrong. */
export function ListNotice({ day: { cached, error, isLoading, refresh }, isOnline, queue }: ListNoticeProps) {
  const now = useMinute()
  const unsent = unsentTaps(queue).length
  const age = cached && relativeTime(new Date(cached.checkedAt), new Date(Math.max(now, cached.checkedAt)))
  return (
    <div className="grid gap-2">
      {error !== null && (isOnline || cached === null) && (
        <ErrorPanel onRetry={() => void refresh()} retrying={isLoading}>
          {error}
        </ErrorPanel>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
        {age && (
          <span className="flex items-center gap-1.5">
            <ClockIcon size={16} />
            {age === 'just now' ? 'Updated just now' : `List from ${age}`}
          </span>
        )}
        <span role="status" className="flex items-center gap-1.5 font-semibold text-warning">
          {unsent > 0 && (
            <>
              <UploadIcon size={16} />
              {unsent === 1 ? '1 tap waits to be sent' : `${unsent} taps wait to be sent`}
            </>
          )}
        </span>
      </p>
    </div>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What the shop could not take. It stays until the driver has read it: nothing that was tapped is ever just gone. */
export function Problems({ taps }: { taps: Taps }) {
  const refused = refusedTaps(taps.queue)
  if (refused.length === 0) return null
  return (
    <section
      aria-labelledby="driver-problems"
      className="grid gap-3 rounded-card border border-destructive bg-destructive-soft p-4 text-destructive-ink"
    >
      <h2 id="driver-problems" className="flex items-center gap-2 font-sans text-lg font-semibold">
        <WarningIcon />
        Please read
      </h2>
      <ul className="grid gap-4">
        {refused.map((tap) => (
          <li key={tap.key} className="grid gap-2">
            <p>
              <strong>Order {tap.trackingCode}:</strong> {tap.refusal}
            </p>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => taps.change((queue) => settleTap(queue, tap.key))}
            >
              Understood
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
