import { Refusal } from '#contract/refusals.ts'
import type { Clock } from './context.ts'
import type { Log } from './log.ts'

export type Circuit = { run<T>(work: () => Promise<T>): Promise<T> }

type CircuitSetup = {
  clock: Clock
  log: Log
  /** So many failures in a row, and nobody is kept waiting any more. */
  failures: number
  restSeconds: number
  mostAtOnce: number
}

/**
 * While a store is down, every visitor who waits for it keeps the shop busy for nothing. So after some failures the
 * answer is "no" at once; now and then one visitor tries whether it is back.
 */
export function openCircuit({ clock, log, failures, restSeconds, mostAtOnce }: CircuitSetup): Circuit {
  let failed = 0
  let restsUntil = 0
  let isTrying = false
  let underWay = 0

  function admit(): void {
    const rest = Math.ceil((restsUntil - clock().getTime()) / 1_000)
    if (rest > 0) throw unavailable(rest)
    if (underWay >= mostAtOnce || (failed >= failures && isTrying)) throw unavailable(1)
  }

  function fail(error: unknown): void {
    failed += 1
    if (failed < failures) return
    restsUntil = clock().getTime() + restSeconds * 1_000
    log.error({ err: error }, `The file store does not answer; pictures rest for ${restSeconds} seconds`)
  }

  function succeed(): void {
    if (failed >= failures) log.info('The file store answers again')
    failed = 0
    restsUntil = 0
  }

  return {
    async run(work) {
      admit()
      isTrying = failed >= failures
      underWay += 1
      try {
        const result = await work()
        succeed()
        return result
      } catch (error) {
        fail(error)
        throw unavailable(restSeconds, error)
      } finally {
        underWay -= 1
        isTrying = false
      }
    },
  }
}

function unavailable(retryAfterSeconds: number, cause?: unknown): Refusal {
  const refusal = new Refusal('files_unavailable', { retryAfterSeconds })
  refusal.cause = cause
  return refusal
}
