import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

type Turn = { start: number; step: 1 | -1 }

export function useRotation(count: number) {
  const [turn, setTurn] = useState<Turn>({ start: 0, step: 1 })
  const [isStopped, setStopped] = useState(false)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const wantsCalm = useWantsCalm()
  const rotates = isRotating({ count, wantsCalm, isStopped, isHeld: isPointed || isFocused })

  const move = (step: 1 | -1) => setTurn(({ start }) => ({ start: nextStart(start, step, count), step }))

  useEffect(() => {
    if (!rotates) return
    const timer = setInterval(() => {
      if (document.hidden) return
      setTurn(({ start }) => ({ start: nextStart(start, 1, count), step: 1 }))
    }, rotationMs)
    return () => clearInterval(timer)
  }, [rotates, count])

  return {
    turn,
    rotates,
    mayRotate: mayRotate({ count, wantsCalm }),
    isStopped,
    toggle: () => setStopped((stopped) => !stopped),
    /** Whoever moves by hand reads: from then on nothing moves by itself. */
    moveByHand: (step: 1 | -1) => {
      setStopped(true)
      move(step)
    },
    stop: () => setStopped(true),
    /** A finger counts as a pointer: while it touches, nothing moves. */
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

const reducedMotion = '(prefers-reduced-motion: reduce)'

/** True in the page as the server wrote it, so nothing is offered that scripts do not keep. */
function useWantsCalm(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const preference = window.matchMedia(reducedMotion)
      preference.addEventListener('change', notify)
      return () => preference.removeEventListener('change', notify)
    },
    () => window.matchMedia(reducedMotion).matches || savesData(),
    () => true,
  )
}

function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

/** So many are seen at once; only when there are more does anything move. */
export const shownAtOnce = 3
const rotationMs = 3_000

/** The ones that are seen, beginning anew after the last. */
export function shownFrom<Item>(items: readonly Item[], start: number): Item[] {
  const count = Math.min(shownAtOnce, items.length)
  return Array.from({ length: count }, (_, place) => items[(start + place) % items.length]).filter(
    (item): item is Item => item !== undefined,
  )
}

/** One further or one back, round and round. */
export function nextStart(start: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (start + step + count) % count
}

type RotationState = {
  count: number
  /** The visitor's phone asks for calm, or for few bytes. */
  wantsCalm: boolean
  /** Someone pressed pause or moved by hand. */
  isStopped: boolean
  /** Someone points at it, touches it or has the focus in it. */
  isHeld: boolean
}

export function mayRotate({ count, wantsCalm }: Pick<RotationState, 'count' | 'wantsCalm'>): boolean {
  return count > shownAtOnce && !wantsCalm
}

export function isRotating(state: RotationState): boolean {
  return mayRotate(state) && !state.isStopped && !state.isHeld
}

const calm = 'cubic-bezier(.2, .8, .2, 1)'

/** Lets the row glide to its new place, sideways on a wide screen and upwards on a phone. The layout itself never moves. */
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
