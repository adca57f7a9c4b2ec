import { useEffect, useState } from 'react'
import { relativeTime } from '#rules/dates.ts'
import { refusedTaps, resendTap, settleTap, type Tap, unsentTaps } from '#rules/offline-action-queue.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { CircleAlertIcon, ClockIcon } from '../ui/icons.tsx'
import { UploadIcon } from '../ui/signed-in-icons.tsx'
import type { Delivery } from './deliveries.ts'
import { type Taps, useDriver } from './use-dashboard.ts'
import type { Day } from './use-day.ts'

type ListNoticeProps = { day: Day; isOnline: boolean; taps: Taps }

/** How old the list is, what still waits to be sent, and what went wrong. */
export function ListNotice({ day: { cached, error, isLoading, refresh }, isOnline, taps }: ListNoticeProps) {
  const now = useMinute()
  const unsent = unsentTaps(taps.queue).length
  const age = cached && relativeTime(new Date(cached.checkedAt), new Date(Math.max(now, cached.checkedAt)))
  return (
    <div className="grid gap-2">
      {error !== null && (isOnline || cached === null) && (
        <ErrorPanel onRetry={() => void refresh()} retrying={isLoading}>
          {error}
        </ErrorPanel>
      )}
      {taps.unsaved > 0 && (
        <ErrorPanel title="The storage of this phone is full">
          Some of what you tapped is only on this page. Keep it open until it is sent.
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

/** What the shop could not take, of orders that are not on the screen. Nothing that was tapped is ever just gone. */
export function Problems({ besides }: { besides: readonly Delivery[] }) {
  const { queue } = useDriver()
  const shown = new Set(besides.map(({ id }) => id))
  const refused = refusedTaps(queue).filter(({ orderId }) => !shown.has(orderId))
  return <Refusals label="Please read" refused={refused} />
}

/** Beside the order that it is about, until the driver has read it. */
export function OrderRefusals({ delivery: { id, tracking_code } }: { delivery: Delivery }) {
  const { queue } = useDriver()
  const refused = refusedTaps(queue).filter(({ orderId }) => orderId === id)
  return <Refusals label={`Please read, order ${tracking_code}`} refused={refused} />
}

function Refusals({ label, refused }: { label: string; refused: Tap[] }) {
  const { change } = useDriver()
  if (refused.length === 0) return null
  return (
    <section
      aria-label={label}
      className="grid gap-3 rounded-control border border-destructive bg-destructive-soft p-3 text-destructive-ink"
    >
      <p className="flex items-center gap-2 text-lg font-semibold">
        <CircleAlertIcon />
        Please read
      </p>
      <ul className="grid gap-4">
        {refused.map((tap) => (
          <li key={tap.key} className="grid gap-2">
            <p className="wrap-anywhere">
              <strong>Order {tap.trackingCode}:</strong> {tap.refusal}
            </p>
            <RefusalButtons tap={tap} change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A photo that could still be sent goes only when the driver says so. */
function RefusalButtons({ tap, change }: { tap: Tap; change: Taps['change'] }) {
  const remove = () => change((queue) => settleTap(queue, tap.key))
  if (tap.kind !== 'photo' || !tap.canResend) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={remove}>
        Understood
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <p>The photo is still on this phone.</p>
      <Button variant="secondary" onClick={() => change((queue) => resendTap(queue, tap.key))}>
        Send the photo again
      </Button>
      <Button variant="ghost" onClick={remove}>
        Delete the photo
      </Button>
    </div>
  )
}
