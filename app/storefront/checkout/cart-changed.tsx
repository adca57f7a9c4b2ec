import { useEffect, useRef } from 'react'
import { CircleCheckIcon } from '#app/ui/icons.tsx'

/** The button that was pressed is gone, so this takes the focus. */
export function CartChanged() {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p
      ref={place}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-card bg-success-soft p-4 text-success"
    >
      <CircleCheckIcon />
      Your cart was changed to what is left. Please look at the new total, then place your order.
    </p>
  )
}
