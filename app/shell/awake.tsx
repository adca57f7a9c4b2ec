import { useEffect } from 'react'

/** Tells the starter in the page that taps are now heard here. */
export function Awake() {
  useEffect(() => {
    window.dispatchEvent(new Event('shop:awake'))
  }, [])
  return null
}
