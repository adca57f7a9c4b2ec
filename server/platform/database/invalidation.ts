import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { afterCommit, type Database, inTransaction } from './database.ts'
import type { DatabaseLog } from './database-log.ts'
import { keepListening } from './listening.ts'

const topics = ['catalogue', 'blog', 'testimonials', 'settings', 'orders'] as const

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
  const heard = {
    message: (text: string) => notifySubscribers(topics.find((topic) => topic === text) ?? 'everything'),
    missedSome: () => notifySubscribers('everything'),
  }
  const listening = await keepListening(connection, channel, heard, log)

  return {
    async publish(db, topic) {
      await db.execute(sql`select pg_notify(${channel}, ${topic})`)
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
