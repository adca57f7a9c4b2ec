import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whatever is done for a request, in this process or later by a job in another, knows the request's id: one search in the
 * log shows the whole story.
 */
export type RequestIds = {
  runWith<T>(requestId: string, work: () => T): T
  /** Undefined where nobody asked: at the start, and in work that repeats by itself. */
  current(): string | undefined
}

export function openRequestIds(): RequestIds {
  const storage = new AsyncLocalStorage<string>()
  return {
    runWith: (requestId, work) => storage.run(requestId, work),
    current: () => storage.getStore(),
  }
}

/** What other programs call a request may be anything; only short plain names are taken over. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && /^[\w.:-]{8,64}$/.test(text)
}
