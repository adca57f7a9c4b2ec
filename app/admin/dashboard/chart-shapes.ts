export type Box = {
  width: number
  height: number
  /** What the top stands for. */
  scale?: number
}

type Point = { x: number; y: number }

/** Where each value stands in the box, the largest at the top unless there is a scale; a row of zeros lies on the ground. */
export function pointsOf(values: readonly number[], { width, height, scale }: Box): Point[] {
  const most = scale ?? (Math.max(...values, 0) || 1)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, n) => ({ x: round(n * step), y: round(height - (value / most) * height) }))
}

export function linePath(values: readonly number[], box: Box): string {
  return pointsOf(values, box)
    .map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('')
}

/** The line and the ground below it, to be filled. */
export function areaPath(values: readonly number[], box: Box): string {
  if (values.length === 0) return ''
  return `${linePath(values, box)}L${box.width} ${box.height}L0 ${box.height}Z`
}

/** The next round number above, for the end of a scale: 1, 2 or 5 with zeros. */
export function scaleEnd(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
