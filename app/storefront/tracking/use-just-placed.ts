import { useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { PlacedOrder } from '../checkout/placed-order.ts'
import { usePlacedHere } from '../checkout/placed-order.ts'

/** The order for whoever comes straight from the checkout. A later reload leaves it out instead of letting the page jump. */
export function useJustPlaced(code: string): PlacedOrder | null {
  const isHydrated = useHydrated()
  const [cameFromCheckout] = useState(isHydrated)
  const placed = usePlacedHere(code)
  return cameFromCheckout ? placed : null
}
