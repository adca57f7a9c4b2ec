import fc from 'fast-check'
import { beforeEach, inject } from 'vitest'
import { testSeed } from './clock-and-random.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many cases each property of the project is tried with. */
    propertyCases: number
  }
}

// `npm run explore` tries more cases, until a moment that it names.
const times = Number(process.env.EXPLORE_TIMES ?? 1)
const until = Number(process.env.EXPLORE_UNTIL ?? Number.POSITIVE_INFINITY)

beforeEach(({ skip }) => {
  const left = until - Date.now()
  if (left <= 0) skip('The time is over.')
  fc.configureGlobal({
    seed: testSeed,
    numRuns: inject('propertyCases') * times,
    ...(Number.isFinite(left) ? { interruptAfterTimeLimit: left, includeErrorInReport: true } : {}),
  })
})
