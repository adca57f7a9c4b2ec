import { useState } from 'react'
import { CircleCheckIcon } from '../../ui/icons.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { usePlacedHere } from './use-placed-here.ts'

/** Thanks whoever comes straight from the checkout. A later reload leaves it out instead of letting the page jump. */
export function JustPlaced({ code }: { code: string }) {
  const isHydrated = useHydrated()
  const [cameFromCheckout] = useState(isHydrated)
  const placed = usePlacedHere(code)
  if (!cameFromCheckout || !placed) return null
  return (
    <div className="flex gap-3 rounded-card bg-success-soft p-5 text-success">
      <CircleCheckIcon />
      <div>
        <p className="font-semibold">Order placed</p>
        <p>
          Keep your tracking code <strong className="font-semibold tracking-widest">{code}</strong>. If you
          have not sent the message on WhatsApp yet, the button below opens it again.
        </p>
      </div>
    </div>
  )
}
