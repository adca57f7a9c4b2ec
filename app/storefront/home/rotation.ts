/** So many are seen at once; only when there are more does anything move. */
export const shownAtOnce = 3
export const rotationMs = 3_000

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

export type RotationState = {
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
