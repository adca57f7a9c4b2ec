import { useLayoutEffect, useRef } from 'react'

const calm = 'cubic-bezier(.2, .8, .2, 1)'

/** Lets the row glide to its new place, sideways on a desk and upwards on a phone. The layout itself never moves. */
export function useTurnMotion({ start, step }: { start: number; step: 1 | -1 }) {
  const row = useRef<HTMLUListElement>(null)
  const shown = useRef(start)
  useLayoutEffect(() => {
    const hasTurned = shown.current !== start
    shown.current = start
    if (!row.current || !hasTurned || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const [first, second] = Array.from(row.current.children, (card) => card.getBoundingClientRect())
    if (!first || !second) return
    const x = step * (second.left - first.left)
    const y = step * (second.top - first.top)
    row.current.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: 280,
      easing: calm,
    })
  }, [start, step])
  return row
}
