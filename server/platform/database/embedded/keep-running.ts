import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import type { ServerProcess } from './server-process.ts'

export type KeptServer = { isRunning(): boolean; stop(): Promise<void> }

const longestWait = 5_000
const mostFailures = 100
const longEnough = 60_000

/** Starts the server again when it dies, after growing waits, so that the shop's connections find it back by themselves. */
export async function keepRunning(
  start: () => Promise<ServerProcess>,
  log: DatabaseLog,
): Promise<KeptServer> {
  const stopping = new AbortController()
  let server: ServerProcess | null = await start()

  const watch = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      if (server) {
        const startedAt = performance.now()
        await server.ended
        server = null
        if (performance.now() - startedAt > longEnough) failures = 0
      } else if (failures < mostFailures) {
        log.error({ failures }, 'The database server has died; starting it again')
        server = await startAgain(start, failures, stopping.signal, log)
        failures += 1
      } else {
        return log.error({ failures }, 'The database server keeps dying; it is not started again')
      }
    }
    await server?.stop()
  }
  const watching = watch()

  return {
    isRunning: () => server !== null,
    async stop() {
      stopping.abort()
      await server?.stop()
      await watching
    },
  }
}

async function startAgain(
  start: () => Promise<ServerProcess>,
  failures: number,
  stopping: AbortSignal,
  log: DatabaseLog,
): Promise<ServerProcess | null> {
  const pause = failures === 0 ? 0 : Math.min(100 * 2 ** failures, longestWait)
  try {
    await wait(pause, undefined, { signal: stopping })
    return await start()
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, 'The database server could not be started')
    return null
  }
}
