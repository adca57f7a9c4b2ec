import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { type Database, inTransaction } from './database.ts'
import type { DatabaseLog } from './database-log.ts'
import { keepListening } from './listening.ts'

const topics = ['catalogue', 'blog', 'testimonials', 'settings', 'orders'] as const

export type Topic = (typeof topics)[number]

/** 'everything' after a lost connection: nobody knows what was missed. */
export type Change = Topic | 'everything'

export type Changes = {
  /** Tells every process on this database, when and only if the caller's transaction is committed. */
  announce(db: Database, topic: Topic): Promise<void>
  /** Tells the subscribers of this process alone, now. */
  tell(change: Change): void
  /** Gives back how to unsubscribe. */
  subscribe(handler: (change: Change) => void): () => void
  /** While false, changes made by other processes are not heard. */
  isListening(): boolean
  close(): Promise<void>
}

export const channel = 'shop_changes'

export async function openChanges(connection: PoolConfig, log: DatabaseLog): Promise<Changes> {
  const handlers = new Set<(change: Change) => void>()

  function tell(change: Change): void {
    for (const handler of handlers) {
      try {
        handler(change)
      } catch (error) {
        log.error({ err: error, change }, 'A change could not be handled')
      }
    }
  }
  const heard = {
    message: (text: string) => tell(topics.find((topic) => topic === text) ?? 'everything'),
    missedSome: () => tell('everything'),
  }
  const listening = await keepListening(connection, channel, heard, log)

  return {
    async announce(db, topic) {
      await db.execute(sql`select pg_notify(${channel}, ${topic})`)
    },
    tell,
    subscribe(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    isListening: listening.isListening,
    close: listening.close,
  }
}

/** Changes something that pages show. This process hears of it at once: a page asked for right afterwards is fresh already. */
export async function changing<T>(
  { db, changes }: { db: Database; changes: Changes },
  changed: readonly Topic[],
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(db, async (tx) => {
    const done = await work(tx)
    for (const topic of changed) await changes.announce(tx, topic)
    return done
  })
  for (const topic of changed) changes.tell(topic)
  return result
}
