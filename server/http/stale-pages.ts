import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../platform/context.ts'
import { type CachedResponse, openPageCache } from '../platform/page-cache.ts'

const aDay = 24 * 60 * 60_000

type StaleIfError = {
  /** A shop that has closed shows none of them any more. */
  forget(): void
  find(key: string): CachedResponse | null
  /** What to send: the response, or where it had trouble, a stale copy. */
  fallBack(key: string, cached: CachedResponse): CachedResponse
}

/** While the database is away or the machine too busy, visitors go on reading what they could read before, for up to a day. */
export function openStaleIfError({
  clock,
  invalidation,
}: Pick<Context, 'clock' | 'invalidation'>): StaleIfError {
  const pages = openPageCache({ maxBytes: 48 * 1024 * 1024, maxAgeMs: aDay, clock })
  const find = (key: string) => asStale(pages.find(key))
  return {
    forget: () => pages.drop('everything'),
    find,
    fallBack(key, cached) {
      const isLacking = saysNoStore(cached) && cached.status === 200
      // One part that fails alone is no reason to show old prices beside it.
      if (cached.status >= 500 || (isLacking && !invalidation.isListening())) return find(key) ?? cached
      if (isLacking) return cached
      // A page that is gone for good takes its last copy with it.
      if (cached.status === 200) pages.store(pages.begin([key]), key, cached)
      else if (pages.find(key)) pages.drop(key)
      return cached
    },
  }
}

/** A page says so when a part of it failed. */
function saysNoStore({ headers }: CachedResponse): boolean {
  return headers['cache-control']?.includes('no-store') === true
}

/** No cache on the way may store it: the shop may be well again at the next request. */
function asStale(cached: CachedResponse | null): CachedResponse | null {
  if (cached === null) return null
  const { 'cdn-cache-control': _, ...headers } = cached.headers
  return { ...cached, headers: { ...headers, 'cache-control': 'no-store', 'x-last-good-copy': 'yes' } }
}

/** A database that hangs says neither yes nor no: whoever has waited long enough gets the copy. */
export async function within(
  milliseconds: number,
  rendering: Promise<CachedResponse>,
  stale: CachedResponse,
): Promise<CachedResponse> {
  const patience = new AbortController()
  const copy = wait(milliseconds, stale, { signal: patience.signal, ref: false })
  try {
    return await Promise.race([rendering, copy])
  } finally {
    patience.abort()
    // Whichever came second is nobody's business any more.
    for (const late of [rendering, copy]) late.catch(() => {})
  }
}
