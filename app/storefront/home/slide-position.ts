/** What a row of slides that scrolls sideways looks like at one moment. */
export type Track = { scrollLeft: number; visible: number; whole: number; starts: readonly number[] }

export type SlidePosition = { current: number; isAtStart: boolean; isAtEnd: boolean }

/** Browsers round where they stop, so a few pixels count as there. */
const nearly = 4

export function slidePosition({ scrollLeft, visible, whole, starts }: Track): SlidePosition {
  const isAtStart = scrollLeft <= nearly
  const isAtEnd = scrollLeft + visible >= whole - nearly
  // On a wide screen the last slides never reach the left edge, yet someone who went on to the end has seen them.
  const current = isAtEnd && !isAtStart ? starts.length - 1 : nearest(starts, scrollLeft)
  return { current, isAtStart, isAtEnd }
}

/** How far to scroll for one slide on or back. */
export function slideStep(starts: readonly number[], visible: number): number {
  const [first, second] = starts
  return first === undefined || second === undefined ? visible : second - first
}

function nearest(starts: readonly number[], scrollLeft: number): number {
  const first = starts[0] ?? 0
  const distances = starts.map((start) => Math.abs(start - first - scrollLeft))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
