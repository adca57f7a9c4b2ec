import { useEffect, useState } from 'react'
import { relativeTime } from '#rules/dates.ts'
import { type ActionQueue, unsentTaps } from '#rules/offline-action-queue.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ClockIcon } from '../ui/icons.tsx'
import { UploadIcon } from '../ui/signed-in-icons.tsx'
import type { Day } from './use-day.ts'

type ListNoticeProps = { day: Day; isOnline: boolean; queue: ActionQueue }

/** How old the list is, what still waits to be sent, and what went wrong. */
export function ListNotice({ day: { kept, error, isLoading, refresh }, isOnline, queue }: ListNoticeProps) {
  const now = useMinute()
  const unsent = unsentTaps(queue).length
  const age = kept && relativeTime(new Date(kept.checkedAt), new Date(Math.max(now, kept.checkedAt)))
  return (
    <div className="grid gap-2">
      {error !== null && (isOnline || kept === null) && (
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
