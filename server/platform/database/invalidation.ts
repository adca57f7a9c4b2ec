import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, type PoolConfig } from 'pg'
import {
  afterCommit,
  type Database,
  type DatabaseLog,
  inTransaction,
  oneRow,
  type Preparable,
  preparedQuery,
} from './database.ts'

const topics = [
  'catalogue',
  'sales',
  'categories',
  'blog',
  'testimonials',
  'settings',
  'pages',
  'orders',
] as const

/** What cached pages and responses are made of: whoever changes it publishes its topic, and they are made anew. */
export type Topic = (typeof topics)[number]

/** 'everything' after a lost connection: nobody knows what was missed. */
export type Invalidated = Topic | 'everything'

export type Invalidation = {
  /**
   * Reaches every process on this database when, and only if, the caller's transaction is committed; this process before the
   * transaction is reported as done, so that a page asked for right afterwards is fresh already.
   */
  publish(db: Database, topic: Topic): Promise<void>
  /** Gives back how to unsubscribe. */
  subscribe(handler: (topic: Invalidated) => void): () => void
  /** While false, changes made by other processes are not heard. */
  isListening(): boolean
  close(): Promise<void>
}

export const channel = 'shop_changes'

const tellProcesses = preparedQuery('invalidate', (db) =>
  db.select({ told: sql`pg_notify(${sql.raw(`'${channel}'`)}, ${sql.placeholder('topic')})` }).from(oneRow),
)

export async function openInvalidation(connection: PoolConfig, log: DatabaseLog): Promise<Invalidation> {
  const handlers = new Set<(topic: Invalidated) => void>()

  function notifySubscribers(topic: Invalidated): void {
    for (const handler of handlers) {
      try {
        handler(topic)
      } catch (error) {
        log.error({ err: error, topic }, 'An invalidation could not be handled')
      }
    }
  }
  const listener = {
    message: (text: string) => notifySubscribers(topics.find((topic) => topic === text) ?? 'everything'),
    missedSome: () => notifySubscribers('everything'),
  }
  const listening = await keepListening(connection, channel, listener, log)

  return {
    async publish(db, topic) {
      await tellProcesses(db, { topic })
      afterCommit(db, topic, () => notifySubscribers(topic))
    },
    subscribe(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    isListening: listening.isListening,
    close: listening.close,
  }
}

/** A transaction that changes something that pages show. */
export async function invalidating<T>(
  { db, invalidation }: { db: Database; invalidation: Invalidation },
  topics: readonly Topic[],
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  return await inTransaction(db, async (tx) => {
    const done = await work(tx)
    for (const topic of topics) await invalidation.publish(tx, topic)
    return done
  })
}

type Listening = { isListening(): boolean; close(): Promise<void> }

type Listener = {
  message(text: string): void
  /** The connection was lost and is back: messages may have been sent meanwhile. */
  missedSome(): void
}

/** Every process of the shop listens on one connection with this name, so that they can be counted. */
export const listenerName = 'adom-beauty-shop changes'

const longestWait = 5_000
const triesOfAMinute = 60_000 / longestWait
const checkEvery = 15_000

/** Listens on a connection of its own, which comes back by itself after growing waits. */
async function keepListening(
  connection: PoolConfig,
  channel: string,
  listener: Listener,
  log: DatabaseLog,
): Promise<Listening> {
  const closing = new AbortController()
  let client: Client | null = await connect(connection, channel, listener)

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
        if (client) listener.missedSome()
      }
    }
    async function connectAgain(): Promise<Client | null> {
      try {
        await wait(Math.min(50 * 2 ** failures, longestWait), undefined, { signal: closing.signal })
        return await connect(connection, channel, listener)
      } catch (error) {
        // Said about once a minute, not at every try.
        const isSaid = failures % triesOfAMinute === 0 && !closing.signal.aborted
        if (isSaid) log.warn({ err: error }, 'Not listening for changes; trying again')
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

async function connect(connection: PoolConfig, channel: string, listener: Listener): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    ...connection,
    application_name: listenerName,
  })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => listener.message(payload ?? ''))
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

type Remembered = { topics: readonly Topic[]; asked: string; rows: Promise<readonly unknown[]> }

type Memory = { db: Database; isListening(): boolean; reads: Map<string, Remembered> }

const memories = new WeakMap<Database, Memory>()

/** From now on, what `rememberedRead` reads here is read once after each change. */
export function rememberReads(db: Database, invalidation: Invalidation): void {
  const reads: Memory['reads'] = new Map()
  invalidation.subscribe((topic) => {
    for (const [name, { topics }] of reads) {
      if (topic === 'everything' || topics.includes(topic)) reads.delete(name)
    }
  })
  memories.set(db, { db, isListening: invalidation.isListening, reads })
}

/** Whoever reads in a copy of the database gets what is remembered of the database itself, and is no second memory. */
export function readAlsoFrom(copy: Database, db: Database): void {
  const memory = memories.get(db)
  if (memory) memories.set(copy, memory)
}

/**
 * For the few rows that every page or the home page shows and that seldom change, such as the settings: read once, and again after
 * somebody has published one of the topics. Inside a transaction, and while changes of other processes are not heard, they are always
 * read. Whoever asks while they are read waits for the same answer; what began before a change is not handed to whoever asks after it.
 * Of a statement with values, only the answer to those that were asked for last is remembered.
 */
export function rememberedRead<Row>(
  name: string,
  topics: readonly Topic[],
  build: (db: Database) => Preparable<Row>,
): (db: Database, values?: Record<string, unknown>) => Promise<readonly Row[]> {
  const read = preparedQuery(name, build)
  return (db, values = {}) => {
    const memory = memories.get(db)
    if (!memory?.isListening()) return read(memory?.db ?? db, values)
    const asked = JSON.stringify(values)
    const known = memory.reads.get(name)
    if (known?.asked === asked) return known.rows as Promise<readonly Row[]>
    const rows = read(memory.db, values)
    const remembered = { topics, asked, rows }
    memory.reads.set(name, remembered)
    rows.catch(() => {
      if (memory.reads.get(name) === remembered) memory.reads.delete(name)
    })
    return rows
  }
}
