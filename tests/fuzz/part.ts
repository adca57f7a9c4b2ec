import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#server/platform/context.ts'
import { type Heard, jsonOf, type Question, type Target } from './target.ts'

/** What one part did to the shop, and what the shop made of it. */
export type Outcome = {
  attacks: number
  /** What must not have happened, in words that let somebody try it again. */
  failures: string[]
  /** The most noteworthy answer: the slowest, the strangest. */
  worst: string
  /** How often a call was asked to come back later, and did. */
  returns: number
}

export type Attack = (target: Target, size: number, dice: Random) => Promise<Outcome>

export type Part = {
  attack: Attack
  /** As many as `npm run fuzz` sends, and the few that every test run sends; 0 where the browser's tests do it. */
  full: number
  slice: number
  /** So much more memory may the shop hold afterwards. */
  memoryMb: number
}

/** Counts attacks and keeps the slowest answer of them. */
export function openTally() {
  const failures: string[] = []
  let attacks = 0
  let returns = 0
  let slowest = { ms: 0, what: 'nothing' }
  const times: number[] = []
  return {
    failures,
    /** Without a time where nobody waited for an answer. */
    count: (what: string, ms?: number) => {
      attacks++
      if (ms === undefined) return
      times.push(ms)
      // Half an hour without a word would look like a shop that hangs.
      if (attacks % 20_000 === 0) console.error(`  ${attacks} …`)
      if (ms > slowest.ms) slowest = { ms, what }
    },
    countReturn: () => {
      returns++
    },
    fail: (what: string) => {
      if (failures.length < 50) failures.push(what)
    },
    /** How many of a hundred were answered so soon. */
    percentWithin: (ms: number) =>
      Math.floor((times.filter((time) => time <= ms).length / Math.max(1, times.length)) * 100),
    outcome: (note = ''): Outcome => ({
      attacks,
      failures,
      returns,
      worst: `${Math.round(slowest.ms)} ms: ${slowest.what.slice(0, 60)}; ${spreadOf(times)}${note}`,
    }),
  }
}

function spreadOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms`
}

export type Tally = ReturnType<typeof openTally>

/** Does the work of a list with a few hands at once; each hand has a pocket of its own. */
export async function inHands<T>(
  hands: number,
  list: Iterable<T>,
  work: (each: T, pocket: Map<string, string>) => Promise<void>,
): Promise<void> {
  const left = list[Symbol.iterator]()
  const hand = async () => {
    const pocket = new Map<string, string>()
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value, pocket)
  }
  await Promise.all(Array.from({ length: hands }, hand))
}

/** So often does a client come back to a shop that is busy. */
const mostReturns = 6

/**
 * A shop that is busy says so, and when to come again; a client does so. Whoever must be served at once uses `target.ask`.
 * Each return is told, because a shop that is busy all the time has not held.
 */
export async function askPatiently(
  target: Target,
  [method, path, question]: [method: string, path: string, question: Question],
  onReturn: () => void,
): Promise<Heard> {
  for (let returns = 0; ; returns++) {
    const answer = await target.ask(method, path, question)
    const seconds = waitAskedBy(answer)
    if (seconds === null || returns === mostReturns) return answer
    onReturn()
    await wait(seconds * 1000)
  }
}

/** In seconds; null for every other answer, and for one that says nothing of coming back. */
function waitAskedBy(answer: Heard): number | null {
  if (answer.status !== 503 || jsonOf<{ code?: string }>(answer).code !== 'busy') return null
  const seconds = Number(answer.headers['retry-after'])
  return seconds > 0 && seconds <= 60 ? seconds : null
}
