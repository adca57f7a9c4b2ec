/** Something kept in the browser's storage and in this copy of it; every tab of the shop shows the same. */
export type BrowserStore<Thing> = {
  read(): Thing
  change(step: (thing: Thing) => Thing): void
  subscribe(listener: () => void): () => void
}

/** What is kept, under which name, and how it is written down. */
export type Keepsake<Thing> = {
  key: string
  empty: Thing
  read(text: string | null): Thing
  write(thing: Thing): string
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** `storage` is null where the browser forbids it: then the thing lasts as long as the page. */
export function openBrowserStore<Thing>(
  keepsake: Keepsake<Thing>,
  storage: Storage | null,
  tabs: EventTarget,
): BrowserStore<Thing> {
  const { key, empty } = keepsake
  let thing = load(keepsake, storage, empty)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  tabs.addEventListener('storage', (event) => {
    const changed = event instanceof StorageEvent ? event.key : null
    if (changed !== key && changed !== null) return
    thing = load(keepsake, storage, thing)
    tell()
  })
  return {
    read: () => thing,
    change(step) {
      // Another tab may have written since: the step is taken from what is stored, not from what was shown.
      thing = step(load(keepsake, storage, thing))
      save(keepsake, storage, thing)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function load<Thing>({ key, read }: Keepsake<Thing>, storage: Storage | null, otherwise: Thing): Thing {
  try {
    return storage ? read(storage.getItem(key)) : otherwise
  } catch {
    return otherwise
  }
}

function save<Thing>({ key, write }: Keepsake<Thing>, storage: Storage | null, thing: Thing): void {
  try {
    storage?.setItem(key, write(thing))
  } catch {
    // A full or forbidden storage: the thing is still there until the page is closed.
  }
}
