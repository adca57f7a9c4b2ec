import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from './context.ts'
import { quickHash } from './hash.ts'

export type PageCache = {
  find(key: string): CachedResponse | null
  /**
   * Taken before the data for an answer is read; names what the answer will show. `until`: known beforehand, the first moment
   * at which the answer is another one.
   */
  begin(topics: readonly string[], until?: Date | null): Ticket
  /**
   * Refuses, and says false, when something that the answer shows was dropped since the ticket was taken, or its time is over.
   * `briefly`: for addresses without end, such as searches; they share a small memory and push nothing else out.
   */
  store(ticket: Ticket, key: string, answer: CachedResponse, options?: { briefly?: boolean }): boolean
  drop(topic: string | 'everything'): void
}

export type Ticket = { topics: readonly string[]; takenAt: number; until: Date | null }

type Entry = { answer: CachedResponse; topics: readonly string[] }

const bookkeepingBytes = 1_000
const mostTopics = 10_000

/** Long enough for a crowd that follows one link, and for whoever goes back to the results. */
const brief = { maxBytes: 4 * 1024 * 1024, maxAgeMs: 5_000 }

type Bounds = { maxBytes: number; maxAgeMs: number }

export function openPageCache({ clock, ...lasting }: Bounds & { clock: Clock }): PageCache {
  const entries = openEntries(lasting, clock)
  const briefEntries = openEntries(brief, clock)
  const dropped = new Map<string, number>()
  let droppedAll = 0
  let moment = 0

  function dropAll(): void {
    for (const each of [entries, briefEntries]) each.clear()
    dropped.clear()
    droppedAll = ++moment
  }

  function dropTopic(topic: string): void {
    dropped.set(topic, ++moment)
    for (const each of [entries, briefEntries])
      for (const [key, { topics }] of [...each.entries()]) if (topics.includes(topic)) each.delete(key)
  }

  function isOutdated({ topics, takenAt }: Ticket): boolean {
    return droppedAll > takenAt || topics.some((topic) => (dropped.get(topic) ?? 0) > takenAt)
  }

  return {
    find: (key) => (entries.get(key) ?? briefEntries.get(key))?.answer ?? null,

    begin: (topics, until = null) => ({ topics, takenAt: moment, until }),

    store(ticket, key, answer, { briefly = false } = {}) {
      const size = sizeOf(key, answer)
      const into = briefly ? briefEntries : entries
      const left = ticket.until ? ticket.until.getTime() - clock().getTime() : Number.POSITIVE_INFINITY
      // With the last millisecond: the library takes no time at all for a time without end.
      if (isOutdated(ticket) || size > into.maxSize || left <= 1) return false
      into.set(key, { answer, topics: ticket.topics }, { size, ttl: Math.min(into.ttl, left - 1) })
      return true
    },

    drop(topic) {
      if (topic === 'everything' || dropped.size >= mostTopics) dropAll()
      else dropTopic(topic)
    },
  }
}

function openEntries({ maxBytes, maxAgeMs }: Bounds, clock: Clock): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize: maxBytes,
    // The library's entries go stale when they are older than this; ours when they are as old.
    ttl: maxAgeMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
}

/** With room for the compressed forms that may follow: a page shrinks to a fifth, each time. */
function sizeOf(key: string, { bodies }: CachedResponse): number {
  return bookkeepingBytes + key.length * 2 + Math.ceil(bodies.identity.length * 1.5)
}

export type Compression = 'br' | 'gzip' | 'zstd'

export type CachedResponse = {
  status: number
  headers: Record<string, string>
  /** Weak: it names the content, whichever of the forms carries it. */
  etag: string
  /** As it is, and compressed as far as it was asked for; null where compressing gains nothing. */
  bodies: { identity: Buffer } & { [Form in Compression]?: Buffer | null }
  /** Asked for once or twice: it is compressed in a sixth of the time, to an eighth more bytes. */
  isBrief: boolean
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** 5 takes 2 ms for a page, 3 a third of it; 11 would save a seventh of the bytes for half a second of work at every change. */
const quality = { lasting: 5, brief: 3 }

/** As small as Brotli's 3, in 0.25 ms: less than handing the page to another thread costs, so it stays on this one. */
const zstdLevel = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** 256 KB to look back in, more than a page has. By itself it would be 4 MB, and eight pages at once would keep the garbage collector busy. */
const windowBits = 18

export function toCachedResponse(answer: {
  status: number
  headers: Record<string, string>
  body: Buffer
  isBrief?: boolean
}): CachedResponse {
  const { status, headers, body, isBrief = false } = answer
  return { status, headers, etag: etagOf(body), bodies: { identity: body }, isBrief }
}

/** The form is made when it is first asked for: nearly all browsers ask for the same one. */
export async function compressedBody(
  { bodies, isBrief }: Pick<CachedResponse, 'bodies' | 'isBrief'>,
  form: Compression,
): Promise<Buffer | null> {
  const made = bodies[form]
  if (made !== undefined) return made
  const compressed = await compress(bodies.identity, form, isBrief ? quality.brief : quality.lasting)
  bodies[form] = compressed
  return compressed
}

function compress(body: Buffer, form: Compression, brotliQuality: number): Promise<Buffer> | Buffer {
  if (form === 'zstd') return zstdCompressSync(body, zstdLevel)
  if (form === 'gzip') return toGzip(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return toBrotli(body, { params })
}

export function etagOf(body: Uint8Array): string {
  return `W/"${quickHash(body)}"`
}
