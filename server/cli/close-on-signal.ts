import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'

export type OpenShop = {
  /** /readyz says no from here on; everybody is served as before. */
  leave(): void
  /** Lets everybody finish, and ends when all is closed. */
  close(): Promise<void>
  /** Hangs up on whoever is still there. */
  cutLines(): void
}

/** After the lines are cut, jobs and the database get this long to put their things away. */
const lastSeconds = 30

/**
 * Closes the shop when it is asked to: first it leaves, so that whoever sends visitors here sends them elsewhere, then it
 * finishes what is under way, uploads too. Ctrl-C has nobody in front who could be told, and a second signal waits for nobody.
 */
export function closeOnSignal(shop: OpenShop, { drainSeconds, seconds }: Config['closing']): void {
  const hurry = new AbortController()
  let isClosing = false

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) return hurry.abort()
    isClosing = true
    console.log(`\n${signal}: closing the shop …`)
    shop.leave()
    const drain = signal === 'SIGTERM' ? drainSeconds : 0
    await wait(drain * 1_000, undefined, { signal: hurry.signal }).catch(() => undefined)
    const cut = setTimeout(() => shop.cutLines(), hurry.signal.aborted ? 0 : seconds * 1_000)
    hurry.signal.addEventListener('abort', () => shop.cutLines())
    setTimeout(() => process.exit(1), (seconds + lastSeconds) * 1_000).unref()
    await shop.close()
    clearTimeout(cut)
    console.log('The shop is closed.')
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}
