import type { FocusEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ToastCard } from './toast-card.tsx'
import { stays, type Toast } from './toast-queue.ts'

type ToastRegionProps = { toasts: readonly Toast[]; onClose: (id: number) => void }

/**
 * Where toasts appear. It is always there, as screen readers only announce what comes into a place they know, and it is a
 * popover, as nothing else lies above an open dialog.
 */
export function ToastRegion({ toasts, onClose }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  const [held, setHeld] = useState(false)
  const newest = toasts.at(-1)?.id

  useEffect(() => {
    if (!region.current?.matches(':popover-open')) region.current?.showPopover()
    else if (newest !== undefined && document.querySelector('dialog:modal')) {
      region.current.hidePopover()
      region.current.showPopover()
    }
  }, [newest])

  const any = toasts.length > 0
  useEffect(() => {
    if (!any) return
    const visit = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      region.current?.focus()
    }
    document.addEventListener('keydown', visit)
    return () => document.removeEventListener('keydown', visit)
  }, [any])

  const enter = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) before.current = event.relatedTarget
    setHeld(true)
  }
  const close = (id: number) => {
    const inside = region.current?.contains(document.activeElement)
    onClose(id)
    if (!inside) return
    if (toasts.length > 1) region.current?.focus()
    else if (before.current instanceof HTMLElement) before.current.focus()
    setHeld(false)
  }
  const cards = (list: readonly Toast[]) =>
    list.map((toast) => (
      <ToastCard key={toast.id} toast={toast} held={held} onClose={() => close(toast.id)} />
    ))

  return (
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      aria-label="Notifications, F8"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={enter}
      onBlur={() => setHeld(false)}
      className="fixed inset-[auto_1rem_calc(1rem+var(--bar)+env(safe-area-inset-bottom))] z-60 w-auto overflow-visible rounded-card bg-transparent text-foreground md:inset-[5rem_1.5rem_auto_auto] md:w-96 print:hidden"
    >
      <div role="status" aria-atomic="false" className="grid gap-2">
        {cards(toasts.filter((toast) => !stays(toast)))}
      </div>
      <div role="alert" aria-atomic="false" className="grid gap-2 not-empty:mt-2">
        {cards(toasts.filter(stays))}
      </div>
    </section>
  )
}
