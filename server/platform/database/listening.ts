import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import type { DatabaseLog } from './database-log.ts'

export type Listening = { isListening(): boolean; close(): Promise<void> }

export type Heard = {
  message(text: string): void
  /** The connection was lost and is back: messages may have been sent meanwhile. */
  missedSome(): void
}

/** Every process of the shop listens on one connection with this name, so that they can be counted. */
export const listenerName = 'adom-beauty-shop changes'

const longestWait = 5_000
const checkEvery = 15_000

/** Listens on a connection of its own, which comes back by itself after growing waits. */
export async function keepListening(
  connection: PoolConfig,
  channel: string,
  heard: Heard,
  log: DatabaseLog,
): Promise<Listening> {
  const closing = new AbortController()
  let client: Client | null = await connect(connection, channel, heard)

  const watch = async (): Promise<void> => {
    let failures = 0
    while (!closing.signal.aborted) {
      if (client) {
        failures = 0
        await untilLost(client, closing.signal)
        client = null
      } else {
        client = await connectAgain()
        failures += 1
        if (client) heard.missedSome()
      }
    }
    async function connectAgain(): Promise<Client | null> {
      try {
        await wait(Math.min(50 * 2 ** failures, longestWait), undefined, { signal: closing.signal })
        return await connect(connection, channel, heard)
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'Not listening for changes; trying again')
        return null
      }
    }
  }
  const watching = watch()

  return {
    isListening: () => client !== null,
    async close() {
      closing.abort()
      await watching
    },
  }
}

async function connect(connection: PoolConfig, channel: string, heard: Heard): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    ...connection,
    application_name: listenerName,
  })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => heard.message(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** A dead network says nothing, so the connection is also asked now and then. */
async function untilLost(client: Client, closing: AbortSignal): Promise<void> {
  const lost = Promise.withResolvers<void>()
  const asking = setInterval(() => client.query('select 1').catch(() => lost.resolve()), checkEvery).unref()
  client.once('error', () => lost.resolve())
  client.once('end', () => lost.resolve())
  closing.addEventListener('abort', () => lost.resolve(), { once: true })
  await lost.promise
  clearInterval(asking)
  const ending = client.end().catch(() => {})
  // The end of a dead connection may never be confirmed; it is awaited only when the shop closes.
  if (closing.aborted) await ending
}
