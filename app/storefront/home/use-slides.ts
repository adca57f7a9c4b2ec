import { useCallback, useEffect, useRef, useState } from 'react'
import { type SlidePosition, slidePosition, slideStep } from './slide-position.ts'

/** The browser does the scrolling; this only looks where it stands, and gives a push when a button is pressed. */
export function useSlides() {
  const track = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<SlidePosition>({ current: 0, isAtStart: true, isAtEnd: false })

  const variant = useCallback(() => {
    if (!track.current) return
    const { scrollLeft, clientWidth: visible, scrollWidth: whole } = track.current
    const seen = slidePosition({ scrollLeft, visible, whole, starts: startsIn(track.current) })
    setPosition((known) => (isSame(known, seen) ? known : seen))
  }, [])

  useEffect(() => {
    if (!track.current) return
    const observer = new ResizeObserver(variant)
    observer.observe(track.current)
    return () => observer.disconnect()
  }, [variant])

  const go = (direction: 1 | -1) => {
    if (!track.current) return
    const left = direction * slideStep(startsIn(track.current), track.current.clientWidth)
    track.current.scrollBy({ left, behavior: mayMove() ? 'smooth' : 'auto' })
  }
  return { track, position, variant, go }
}

function startsIn(track: HTMLElement): number[] {
  return Array.from(track.children, (slide) => (slide instanceof HTMLElement ? slide.offsetLeft : 0))
}

function isSame(one: SlidePosition, other: SlidePosition): boolean {
  return one.current === other.current && one.isAtStart === other.isAtStart && one.isAtEnd === other.isAtEnd
}

function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
