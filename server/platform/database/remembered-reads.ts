import { type Database, type Preparable, preparedRead } from './database.ts'
import type { Invalidation, Topic } from './invalidation.ts'

type Remembered = { topics: readonly Topic[]; rows: Promise<readonly unknown[]> }

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
 * For the few rows that every page shows and that seldom change, such as the settings: read once, and again after somebody has
 * published one of the topics. Inside a transaction, and while changes of other processes are not heard, they are always read.
 * Whoever asks while they are read waits for the same answer; what began before a change is not handed to whoever asks after it.
 */
export function rememberedRead<Row>(
  name: string,
  topics: readonly Topic[],
  build: (db: Database) => Preparable<Row>,
): (db: Database) => Promise<readonly Row[]> {
  const read = preparedRead(name, build)
  return (db) => {
    const memory = memories.get(db)
    if (!memory?.isListening()) return read(memory?.db ?? db)
    const known = memory.reads.get(name)
    if (known) return known.rows as Promise<readonly Row[]>
    const rows = read(memory.db)
    const remembered = { topics, rows }
    memory.reads.set(name, remembered)
    rows.catch(() => {
      if (memory.reads.get(name) === remembered) memory.reads.delete(name)
    })
    return rows
  }
}
