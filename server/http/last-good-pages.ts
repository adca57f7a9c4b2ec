import type { CachedResponse } from '../platform/cached-answer.ts'
import type { Context } from '../platform/context.ts'
import { openPageCache } from '../platform/page-cache.ts'

const aDay = 24 * 60 * 60_000

export type LastGoodPages = {
  /** Hands back what to send: the answer, or where it had trouble, the last good one. */
  better(key: string, answer: CachedResponse): CachedResponse
}

/** While the database is away, visitors go on reading what they could read before, for up to a day. */
export function openLastGoodPages({
  clock,
  invalidation,
}: Pick<Context, 'clock' | 'invalidation'>): LastGoodPages {
  const pages = openPageCache({ maxBytes: 48 * 1024 * 1024, maxAgeMs: aDay, clock })
  return {
    better(key, answer) {
      const isLacking = saysNoStore(answer) && answer.status === 200
      // One part that fails alone is no reason to show old prices beside it.
      if (answer.status >= 500 || (isLacking && !invalidation.isListening()))
        return asOld(pages.find(key)) ?? answer
      if (isLacking) return answer
      // A page that is gone for good takes its last copy with it.
      if (answer.status === 200) pages.store(pages.begin([key]), key, answer)
      else if (pages.find(key)) pages.drop(key)
      return answer
    },
  }
}

/** A page says so when a part of it failed. */
function saysNoStore({ headers }: CachedResponse): boolean {
  return headers['cache-control']?.includes('no-store') === true
}

/** Nobody on the way may keep it: the shop may be well again at the next question. */
function asOld(answer: CachedResponse | null): CachedResponse | null {
  if (answer === null) return null
  const { 'cdn-cache-control': _, ...headers } = answer.headers
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store', 'x-last-good-copy': 'yes' } }
}
