import { seededRandom } from '#server/testing/seeded-random.ts'

const wanted = process.env.FAULTS ?? 'small'

/** Small in every test run, a tenth of everything with FAULTS=middle, all of it by `npm run faults`. */
export function sizeOf({ small, full }: { small: number; full: number }): number {
  if (wanted === 'full') return full
  return wanted === 'middle' ? Math.max(small, Math.ceil(full / 10)) : small
}

export const isSmall = wanted === 'small'
export const isFull = wanted === 'full'

/** Each large run throws other dice and says which; FAULTS_SEED throws the same again. */
const seed =
  process.env.FAULTS_SEED ?? (wanted === 'small' ? 'adom' : Math.random().toString(36).slice(2, 10))

export function openDice(name: string) {
  console.log(`${name}: FAULTS_SEED=${seed}`)
  return seededRandom(`${seed} ${name}`)
}

declare module 'vitest' {
  interface TaskMeta {
    size?: string
  }
}
