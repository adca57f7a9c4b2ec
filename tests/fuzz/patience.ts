import { setTimeout as wait } from 'node:timers/promises'
import { type Heard, jsonOf, type Question, type Target } from './target.ts'

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
