import { seededRandom, testSeed } from '#server/testing/clock-and-random.ts'

const wanted = process.env.FAULTS ?? 'small'

/** Small in every test run, a tenth of everything with FAULTS=middle, all of it by `npm run faults`. */
export function sizeOf({ small, full }: { small: number; full: number }): number {
  if (wanted === 'full') return full
  return wanted === 'middle' ? Math.max(small, Math.ceil(full / 10)) : small
}

export const isSmall = wanted === 'small'
export const isFull = wanted === 'full'

export function openSeededRandom(name: string) {
  return seededRandom(`${testSeed} ${name}`)
}

declare module 'vitest' {
  interface TaskMeta {
    size?: string
  }
}
