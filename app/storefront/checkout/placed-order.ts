import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** The order that was just placed in this tab, with the chat message that only this phone knows in full. */
export type PlacedOrder = {
  code: string
  chat: string
  /** Where an account could be offered. */
  email: string | null
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const key = 'adom_beauty_placed_order'

/** Until the tab is closed: whoever did not press send in the chat finds the link again. */
export function savePlacedOrder(storage: Storage | null, placed: PlacedOrder): void {
  try {
    storage?.setItem(key, JSON.stringify(placed))
  } catch {
    // Without storage the tracking page offers a shorter message.
  }
}

export function findPlacedOrder(storage: Storage | null, code: string): PlacedOrder | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (!isPlaced(stored) || stored.code !== code) return null
    return { code, chat: stored.chat, email: typeof stored.email === 'string' ? stored.email : null }
  } catch {
    return null
  }
}

function isPlaced(stored: unknown): stored is PlacedOrder {
  if (typeof stored !== 'object' || stored === null) return false
  const { code, chat } = stored as Record<string, unknown>
  return typeof code === 'string' && typeof chat === 'string' && chat.startsWith('https://wa.me/')
}

/** The order as this tab placed it, or null: the server cannot know, so the first render has null. */
export function usePlacedHere(code: string): PlacedOrder | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findPlacedOrder(storageHere('sessionStorage'), code) : null),
    [isHydrated, code],
  )
}
