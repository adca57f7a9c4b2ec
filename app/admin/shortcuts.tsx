import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react'
import { plainText, stored, useStored } from '../data/stored.ts'

type Handlers = Partial<Record<ShortcutKey, () => void>>

type Registration = { handlers: Handlers; sheet: string | undefined }

type Shortcuts = {
  /** The keys that do something on this page. */
  listActive(): ShortcutKey[]
  areOn: boolean
  setOn(areOn: boolean): void
  /** Returns what unregisters. */
  register(registration: Registration): () => void
}

const ShortcutsContext = createContext<Shortcuts | null>(null)

const shortcutsStore = stored('shortcuts', (text) => (text === 'off' ? 'off' : null), { format: plainText })

/** One listener for the whole back office. The last registration wins, so a page can override a key of the layout. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const registrations = useRef<Registration[]>([])
  const areOn = useStored(shortcutsStore) !== 'off'

  useEffect(() => {
    const read = createKeyReader()
    const press = (event: KeyboardEvent) => {
      const key = read(event)
      if (key === null || event.defaultPrevented || !mayRun(key, event.target, areOn)) return
      const sheet = openSheet()
      const registered = registrations.current.findLast((each) => each.sheet === sheet && each.handlers[key])
      if (!registered) return
      event.preventDefault()
      registered.handlers[key]?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn])

  const register = useCallback((registration: Registration) => {
    registrations.current.push(registration)
    return () => {
      registrations.current = registrations.current.filter((other) => other !== registration)
    }
  }, [])

  const shortcuts = useMemo(
    () => ({
      areOn,
      register,
      listActive: () =>
        shortcutKeys.filter((key) => registrations.current.some(({ handlers }) => handlers[key])),
      setOn(on: boolean) {
        if (on) shortcutsStore.remove()
        else shortcutsStore.write('off')
      },
    }),
    [areOn, register],
  )
  return <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
}

/**
 * What keys do while this part of the page is there: `useShortcuts({ n: openForm, '/': focusSearch })`. While a dialog is
 * open only its own keys work: a sheet passes its id.
 */
export function useShortcuts(handlers: Handlers, sheet?: string): void {
  const { register } = useShortcutContext()
  const latest = useRef(handlers)
  latest.current = handlers
  const keys = Object.keys(handlers).join('|')
  useEffect(() => {
    const stable: Handlers = {}
    for (const key of keys.split('|') as ShortcutKey[]) stable[key] = () => latest.current[key]?.()
    return register({ handlers: stable, sheet })
  }, [register, keys, sheet])
}

export function useShortcutContext(): Shortcuts {
  const shortcuts = use(ShortcutsContext)
  if (shortcuts === null) throw new Error('useShortcuts must be used within the back office')
  return shortcuts
}

/** A single key must never act while somebody types, and people who dictate can turn them all off. Saving always works. */
function mayRun(key: ShortcutKey, target: EventTarget | null, areOn: boolean): boolean {
  if (key === 'Ctrl+S') return true
  if (!areOn || !(target instanceof Element)) return areOn
  if (target.closest(typedInto)) return false
  return key !== 'Enter' || !target.closest('a, button, summary, input')
}

const typedInto =
  'select, textarea, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

function openSheet(): string | undefined {
  return [...document.querySelectorAll('dialog:modal')].at(-1)?.id
}

/** Every key the back office listens to, and what the list of shortcuts says about it. */
export const shortcutLabels = {
  'g d': 'Go to Dashboard',
  'g p': 'Go to Products',
  'g o': 'Go to Orders',
  'g b': 'Go to Blog',
  '/': 'Search',
  n: 'New',
  j: 'Next',
  k: 'Previous',
  x: 'Select',
  Enter: 'Open',
  'Ctrl+S': 'Save',
  '?': 'Show this list',
} as const

export type ShortcutKey = keyof typeof shortcutLabels

const shortcutKeys = Object.keys(shortcutLabels) as ShortcutKey[]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** How long after `g` the second key still belongs to it. */
const sequenceTimeoutMs = 1500

/** Reads one press after the other; `g` waits for the key that follows it. */
export function createKeyReader(): (press: Press) => ShortcutKey | null {
  let goPressedAt = Number.NEGATIVE_INFINITY
  return (press) => {
    const isAfterGo = press.timeStamp - goPressedAt <= sequenceTimeoutMs
    goPressedAt = Number.NEGATIVE_INFINITY
    if (press.altKey) return null
    if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 's' ? 'Ctrl+S' : null
    if (isAfterGo) return known(`g ${press.key}`)
    if (press.key === 'g') goPressedAt = press.timeStamp
    return known(press.key)
  }
}

function known(keys: string): ShortcutKey | null {
  return shortcutKeys.find((key) => key === keys) ?? null
}
