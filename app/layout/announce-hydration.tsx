import { useEffect } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Tells the starter in the page that taps are now heard here, and that forms now answer with the shop's own words. */
export function AnnounceHydration() {
  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) window.dispatchEvent(new Event('shop:hydrated'))
  }, [isHydrated])
  return null
}
