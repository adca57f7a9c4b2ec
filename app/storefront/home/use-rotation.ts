import { useEffect, useState, useSyncExternalStore } from 'react'
import { isRotating, mayRotate, nextStart, rotationMs } from './rotation.ts'

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
    (tell) => {
      const preference = window.matchMedia(reducedMotion)
      preference.addEventListener('change', tell)
      return () => preference.removeEventListener('change', tell)
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
