import { onTestFinished } from 'vitest'

type Stopwatch = { time<T>(work: () => Promise<T>): Promise<T> }

/**
 * Takes the time of what happens again and again, and tells it at the end beside what was wanted. No test fails by it:
 * how long something takes says as much about the machine as about the shop.
 */
export function openStopwatch(what: string, wanted: string): Stopwatch {
  const seconds: number[] = []
  onTestFinished(() => {
    if (seconds.length > 0) console.log(`${what}: ${inWords(seconds)} (wanted: ${wanted})`)
  })
  return {
    async time(work) {
      const since = performance.now()
      const done = await work()
      seconds.push((performance.now() - since) / 1_000)
      return done
    },
  }
}

function inWords(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s, at most ${sorted.at(-1)?.toFixed(1)} s`
}
