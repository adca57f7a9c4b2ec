import { useSyncExternalStore } from 'react'

/** Something that the browser keeps under a key. Every tab shows the same. */
export type Stored<Value> = {
  read(): Value
  write(value: NonNullable<Value>): void
  /** From what is stored now, not from what was shown: another tab may have written since. */
  update(step: (value: Value) => Value): void
  remove(): void
  subscribe(listener: () => void): () => void
}

type StoredOptions<Value> = {
  /** `sessionStorage` lasts until this tab is closed. */
  area?: Area
  /** How it is written down; JSON unless something else is given. */
  format?: { parse(text: string): unknown; stringify(value: Value): string }
}

type Area = 'localStorage' | 'sessionStorage'

/** What the browser had no room for, by its key. */
const unsaved: Record<Area, Map<string, string>> = { localStorage: new Map(), sessionStorage: new Map() }

/** Whoever shows something that is stored, of any key: each compares what it reads with what it shows. */
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

export const plainText = { parse: (text: string): unknown => text, stringify: String }

/**
 * `parse` gets null where nothing is stored, or nothing that can be read. Where the browser forbids storage or has no room
 * left, the value lasts as long as the page. Only a browser reads and writes here, so no two visitors can share a value.
 */
export function stored<Value>(
  key: string,
  parse: (content: unknown) => Value,
  { area = 'localStorage', format = JSON }: StoredOptions<Value> = {},
): Stored<Value> {
  const here = unsaved[area]
  let last: { text: string | null; value: Value } | null = null

  const read = () => {
    const text = here.get(key) ?? attempt(() => globalThis[area].getItem(key))
    // The same text is the same object, so that React sees no change where there is none.
    if (last?.text !== text || last === null)
      last = { text, value: parse(text === null ? null : attempt(() => format.parse(text))) }
    return last.value
  }
  const write = (value: Value) => {
    const text = format.stringify(value)
    if (attempt(() => globalThis[area].setItem(key, text)) === null) here.set(key, text)
    else here.delete(key)
    notify()
  }
  const remove = () => {
    here.delete(key)
    attempt(() => globalThis[area].removeItem(key))
    notify()
  }
  return {
    read,
    write,
    remove,
    update(step) {
      const before = read()
      const after = step(before)
      if (after !== before) write(after)
    },
    subscribe(listener) {
      const follow = (event: Event) => {
        const changed = event instanceof StorageEvent ? event.key : null
        if (changed !== key && changed !== null) return
        here.delete(key)
        listener()
      }
      listeners.add(listener)
      window.addEventListener('storage', follow)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', follow)
      }
    },
  }
}

/** Undefined until the storage was read: the server has none, so the first render knows of nothing. */
export function useStored<Value>(store: Stored<Value>): Value | undefined {
  return useSyncExternalStore<Value | undefined>(store.subscribe, store.read, notRead)
}

const notRead = () => undefined

/** Removes every key that is chosen so, on this device, in this tab and on its screen, also what they had no room for. */
export function removeStored(isChosen: (key: string, area: Area) => boolean): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    attempt(() => {
      for (const key of Object.keys(globalThis[area]))
        if (isChosen(key, area)) globalThis[area].removeItem(key)
    })
    for (const key of unsaved[area].keys()) if (isChosen(key, area)) unsaved[area].delete(key)
  }
  notify()
}

/** Null where the storage is full, forbidden or damaged. */
export function attempt<Result>(step: () => Result): Result | null {
  try {
    return step()
  } catch {
    return null
  }
}
