import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { postponeTap, type StepTap, undoTap, unsentTaps, waitingStep } from '#rules/offline-action-queue.ts'
import { driverButtonText, nextStepForDriver } from '#rules/order-status.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon, UndoIcon } from '../ui/icons.tsx'
import type { Delivery } from './deliveries.ts'
import { undoMs } from './taps.ts'
import { useDriver } from './use-dashboard.ts'

/** The one button of an order; right after a press, the way back. */
export function DeliveryAction({ delivery }: { delivery: Delivery }) {
  const { queue, press, openSheet } = useDriver()
  const tap = waitingStep(queue, delivery.id)
  const now = useNow(tap !== null)
  if (tap !== null && tap.sendAt > now) return <UndoStrip tap={tap} now={now} />
  const isDelivered = delivery.shownStatus === 'Delivered'
  const hasStep = nextStepForDriver(delivery.shownStatus) !== null
  return (
    <div className="grid gap-2">
      {tap !== null && <WaitingNote tap={tap} />}
      <Button
        variant="deliver"
        size="xl"
        wide
        disabled={!hasStep}
        aria-label={
          hasStep ? `${driverButtonText(delivery.shownStatus)}: ${delivery.tracking_code}` : undefined
        }
        onClick={() => press(delivery)}
      >
        {(hasStep || isDelivered) && <CheckIcon />}
        {driverButtonText(delivery.shownStatus)}
      </Button>
      {isDelivered && tap === null && (
        <Button variant="ghost" onClick={() => openSheet(delivery)}>
          Cash and proof
        </Button>
      )}
      <PhotoNote delivery={delivery} />
    </div>
  )
}

function WaitingNote({ tap }: { tap: StepTap }) {
  const { sendingKey, isOnline } = useDriver()
  const fate = isOnline
    ? sendingKey === tap.key
      ? 'sending…'
      : 'waiting to be sent'
    : 'will send when online'
  return (
    <p role="status" className="rounded-control bg-warning-soft px-3 py-2 font-semibold text-warning">
      {tap.to} · {fate}
    </p>
  )
}

function PhotoNote({ delivery }: { delivery: Delivery }) {
  const { queue } = useDriver()
  const waiting = unsentTaps(queue).filter(({ kind, orderId }) => kind === 'photo' && orderId === delivery.id)
  const notes = [
    delivery.photos > 0 && (delivery.photos === 1 ? 'Photo sent' : `${delivery.photos} photos sent`),
    waiting.length > 0 && 'Photo waits to be sent',
    delivery.has_code && 'Code checked',
  ].filter(Boolean)
  return notes.length === 0 ? null : <p className="text-sm text-muted-foreground">{notes.join(' · ')}</p>
}

/** "Delivered · sending in 6 s · Undo". The clock stands still while somebody is about to press. */
function UndoStrip({ tap, now }: { tap: StepTap; now: number }) {
  const { change } = useDriver()
  const strip = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  useFocusWhileShown(strip)
  const hold = () => {
    setHeld(true)
    change((queue) => postponeTap(queue, tap.key, Date.now() + 24 * 3_600_000))
  }
  const release = () => {
    setHeld(false)
    change((queue) => postponeTap(queue, tap.key, Date.now() + undoMs))
  }
  const seconds = Math.max(1, Math.ceil((tap.sendAt - now) / 1000))
  return (
    <div
      ref={strip}
      tabIndex={-1}
      className="focus-inside flex min-h-16 items-center justify-between gap-3 rounded-control bg-success-soft py-1 pr-2 pl-4 text-success"
    >
      <p className="font-semibold tabular-nums">
        <span role="status">{tap.to}</span>
        <span aria-hidden={isHeld || undefined}> · {isHeld ? 'waiting' : `sending in ${seconds} s`}</span>
      </p>
      <Button
        variant="secondary"
        onFocus={hold}
        onBlur={release}
        onClick={() => change((queue) => undoTap(queue, tap.key))}
      >
        <UndoIcon size={20} />
        Undo
      </Button>
    </div>
  )
}

/** The keyboard comes here from the button that was pressed, and goes on in the card when this is gone. */
function useFocusWhileShown(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = strip.current
    shown?.focus({ preventScroll: true })
    return () => {
      if (!shown?.contains(document.activeElement)) return
      shown.closest<HTMLElement>('[data-delivery]')?.focus({ preventScroll: true })
    }
  }, [strip])
}

/** Four times a second, and only while something counts down. */
function useNow(isCounting: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isCounting) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isCounting])
  return now
}
