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
export function keepPlacedOrder(storage: Storage | null, placed: PlacedOrder): void {
  try {
    storage?.setItem(key, JSON.stringify(placed))
  } catch {
    // Without storage the tracking page offers a shorter message.
  }
}

export function findPlacedOrder(storage: Storage | null, code: string): PlacedOrder | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (!isPlaced(kept) || kept.code !== code) return null
    return { code, chat: kept.chat, email: typeof kept.email === 'string' ? kept.email : null }
  } catch {
    return null
  }
}

function isPlaced(kept: unknown): kept is PlacedOrder {
  if (typeof kept !== 'object' || kept === null) return false
  const { code, chat } = kept as Record<string, unknown>
  return typeof code === 'string' && typeof chat === 'string' && chat.startsWith('https://wa.me/')
}

/** The order as this tab placed it, or null: the server cannot know, so the first look is always null. */
export function usePlacedHere(code: string): PlacedOrder | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findPlacedOrder(storageHere('sessionStorage'), code) : null),
    [isHydrated, code],
  )
}
