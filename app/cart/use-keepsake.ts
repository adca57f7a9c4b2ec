import { useState, useSyncExternalStore } from 'react'
import { type BrowserStore, type Keepsake, openBrowserStore } from './browser-store.ts'

export type Kept<Thing> = {
  kept: Thing
  /** False until the browser's storage was read: before that nobody knows whether there is anything. */
  isLoaded: boolean
  change: BrowserStore<Thing>['change']
}

export function useKeepsake<Thing>(keepsake: Keepsake<Thing>): Kept<Thing> {
  const [store] = useState(() => openHere(keepsake))
  const kept = useSyncExternalStore<Thing | null>(
    store?.subscribe ?? never,
    () => store?.read() ?? null,
    notRead,
  )
  return { kept: kept ?? keepsake.empty, isLoaded: kept !== null, change: store?.change ?? nothing }
}

const never = () => () => {}
const nothing = () => {}
const notRead = () => null

/** Null on the server, which has no storage to read. */
function openHere<Thing>(keepsake: Keepsake<Thing>): BrowserStore<Thing> | null {
  if (typeof window === 'undefined') return null
  return openBrowserStore(keepsake, storageOf(window), window)
}

function storageOf(browser: Window): Storage | null {
  try {
    return browser.localStorage
  } catch {
    return null
  }
}
