import { type RefObject, useEffect, useRef, useState } from 'react'

/** True once the marked strip at the top of the page, 50 pixels high, has left the screen. No work is done while scrolling. */
export function useSolidAfterScroll(): { strip: RefObject<HTMLDivElement | null>; isSolid: boolean } {
  const strip = useRef<HTMLDivElement>(null)
  const [isSolid, setSolid] = useState(false)
  useEffect(() => {
    if (!strip.current) return
    const observer = new IntersectionObserver(([entry]) => setSolid(entry?.isIntersecting === false))
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [])
  return { strip, isSolid }
}
