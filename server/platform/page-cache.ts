import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from './context.ts'
import { shortHash } from './hash.ts'

export type PageCache = {
  find(key: string): CachedResponse | null
  /** Taken before the data for an answer is read; names what the answer will show. */
  begin(topics: readonly string[]): Ticket
  /** Refuses, and says false, when something that the answer shows was dropped since the ticket was taken. */
  store(ticket: Ticket, key: string, answer: CachedResponse): boolean
  drop(topic: string | 'everything'): void
}

export type Ticket = { topics: readonly string[]; takenAt: number }

type Entry = { answer: CachedResponse; topics: readonly string[] }

const bookkeepingBytes = 1_000
const mostTopics = 10_000

export function openPageCache(options: { maxBytes: number; maxAgeMs: number; clock: Clock }): PageCache {
  const { maxBytes, maxAgeMs, clock } = options
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // The library's entries go stale when they are older than this; ours when they are as old.
    ttl: maxAgeMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  const dropped = new Map<string, number>()
  let droppedAll = 0
  let moment = 0

  function dropAll(): void {
    entries.clear()
    dropped.clear()
    droppedAll = ++moment
  }

  function dropTopic(topic: string): void {
    dropped.set(topic, ++moment)
    for (const [key, { topics }] of [...entries.entries()]) if (topics.includes(topic)) entries.delete(key)
  }

  function isOutdated({ topics, takenAt }: Ticket): boolean {
    return droppedAll > takenAt || topics.some((topic) => (dropped.get(topic) ?? 0) > takenAt)
  }

  return {
    find: (key) => entries.get(key)?.answer ?? null,

    begin: (topics) => ({ topics, takenAt: moment }),

    store(ticket, key, answer) {
      const size = sizeOf(key, answer)
      if (isOutdated(ticket) || size > maxBytes) return false
      entries.set(key, { answer, topics: ticket.topics }, { size })
      return true
    },

    drop(topic) {
      if (topic === 'everything' || dropped.size >= mostTopics) dropAll()
      else dropTopic(topic)
    },
  }
}

function sizeOf(key: string, { bodies }: CachedResponse): number {
  const compressed = (bodies.brotli?.length ?? 0) + (bodies.gzip?.length ?? 0)
  return bookkeepingBytes + key.length * 2 + bodies.identity.length + compressed
}

export type CachedResponse = {
  status: number
  headers: Record<string, string>
  /** Weak: it names the content, whichever of the three forms carries it. */
  etag: string
  /** Null where compressing gains nothing. */
  bodies: { identity: Buffer; brotli: Buffer | null; gzip: Buffer | null }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Quality 5 takes 2 ms for a page; 11 would save a seventh of the bytes for half a second of work at every change. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function toCachedResponse(answer: {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}): Promise<CachedResponse> {
  const identity = Buffer.from(answer.body)
  const [brotli, gzip] = await Promise.all([toBrotli(identity, brotliOptions), toGzip(identity)])
  return {
    status: answer.status,
    headers: answer.headers,
    etag: etagOf(identity),
    bodies: { identity, brotli, gzip },
  }
}

export function etagOf(body: Uint8Array): string {
  return `W/"${shortHash(body)}"`
}
