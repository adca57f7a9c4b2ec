import type { ActionQueue, Tap } from '#rules/offline-action-queue.ts'
import { readStored, store } from '../data/device-storage.ts'

export type TapStore = {
  read(): ActionQueue
  change(step: (queue: ActionQueue) => ActionQueue): void
  subscribe(changed: () => void): () => void
}

/**
 * The unsent taps of one driver on this phone. They outlive the page, the battery and even signing out: they are sent when
 * the same driver is back. Written at once with every change.
 */
export function openTapStore(userId: string): TapStore {
  const key = `adom_driver_taps:${userId}`
  const listeners = new Set<() => void>()
  let text = ''
  let queue: ActionQueue = []
  // Always from the phone's storage: a second tab may have sent or added something.
  const read = () => {
    const stored = readStored(key) ?? ''
    if (stored !== text) {
      text = stored
      queue = parse(stored)
    }
    return queue
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read,
    change(step) {
      const before = read()
      const after = step(before)
      if (after === before) return
      store(key, JSON.stringify(after))
      tell()
    },
    subscribe(changed) {
      const follow = (event: StorageEvent) => {
        if (event.key === key) changed()
      }
      listeners.add(changed)
      window.addEventListener('storage', follow)
      return () => {
        listeners.delete(changed)
        window.removeEventListener('storage', follow)
      }
    },
  }
}

function parse(text: string): ActionQueue {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isTap) : []
  } catch {
    return []
  }
}

function isTap(value: unknown): value is Tap {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, orderId, sendAt } = value as Record<string, unknown>
  const isKnown = kind === 'step' || kind === 'cash' || kind === 'photo'
  return isKnown && typeof key === 'string' && typeof orderId === 'number' && typeof sendAt === 'number'
}
