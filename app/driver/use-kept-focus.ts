import { type RefObject, useEffect, useRef } from 'react'

const each = '[data-delivery]'

/**
 * A card goes when its order is delivered, and its button changes with every step. The keyboard must not lose its place:
 * it goes on in the same card, or in the one that has moved up to it.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const place = useRef<number | null>(null)
  useEffect(() => {
    const around = list.current
    if (around === null) return
    const enter = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest(each) : null
      place.current = card === null ? null : [...around.querySelectorAll(each)].indexOf(card)
    }
    const leave = ({ target }: FocusEvent) => {
      // What was taken out of the page was not left by the person.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected) place.current = null
      })
    }
    around.addEventListener('focusin', enter)
    around.addEventListener('focusout', leave)
    return () => {
      around.removeEventListener('focusin', enter)
      around.removeEventListener('focusout', leave)
    }
  }, [list])

  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const cards = list.current?.querySelectorAll<HTMLElement>(each)
    cards?.[Math.min(place.current, cards.length - 1)]?.focus({ preventScroll: true })
  })
}
