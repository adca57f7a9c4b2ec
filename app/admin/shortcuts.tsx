import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react'
import { plainText, stored, useStored } from '../data/stored.ts'

type Runs = Partial<Record<ShortcutKey, () => void>>

type Offer = { runs: Runs; sheet: string | undefined }

type Shortcuts = {
  /** What the keys would do on this page. */
  listOffered(): ShortcutKey[]
  areOn: boolean
  turn(areOn: boolean): void
  offer(offer: Offer): () => void
}

const ShortcutsContext = createContext<Shortcuts | null>(null)

const shortcutsStore = stored('shortcuts', (text) => (text === 'off' ? 'off' : null), { format: plainText })

/** One listener for the whole back office. What was offered last has the first word, so a page can take a key from its frame. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const offers = useRef<Offer[]>([])
  const areOn = useStored(shortcutsStore) !== 'off'

  useEffect(() => {
    const read = createKeyReader()
    const press = (event: KeyboardEvent) => {
      const key = read(event)
      if (key === null || event.defaultPrevented || !mayRun(key, event.target, areOn)) return
      const sheet = openSheet()
      const run = offers.current.findLast((offer) => offer.sheet === sheet && offer.runs[key])?.runs[key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn])

  const offer = useCallback((offered: Offer) => {
    offers.current.push(offered)
    return () => {
      offers.current = offers.current.filter((other) => other !== offered)
    }
  }, [])

  const shortcuts = useMemo(
    () => ({
      areOn,
      offer,
      listOffered: () => shortcutKeys.filter((key) => offers.current.some(({ runs }) => runs[key])),
      turn(on: boolean) {
        if (on) shortcutsStore.remove()
        else shortcutsStore.write('off')
      },
    }),
    [areOn, offer],
  )
  return <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
}

/**
 * What keys do while this part of the page is there: `useShortcuts({ n: openForm, '/': focusSearch })`. While a dialog is
 * open only its own keys work: a sheet names its id as the second word.
 */
export function useShortcuts(runs: Runs, sheet?: string): void {
  const { offer } = useShortcutList()
  const newest = useRef(runs)
  newest.current = runs
  const keys = Object.keys(runs).join('|')
  useEffect(() => {
    const steady: Runs = {}
    for (const key of keys.split('|') as ShortcutKey[]) steady[key] = () => newest.current[key]?.()
    return offer({ runs: steady, sheet })
  }, [offer, keys, sheet])
}

export function useShortcutList(): Shortcuts {
  const shortcuts = use(ShortcutsContext)
  if (shortcuts === null) throw new Error('useShortcuts must be used within the back office')
  return shortcuts
}

/** A single letter must never act while somebody types, and people who dictate can turn them all off. Saving may always be asked for. */
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

/** After `g` there is this long to say where to. */
const patienceMs = 1500

/** Reads one press after the other; `g` waits for the key that follows it. */
export function createKeyReader(): (press: Press) => ShortcutKey | null {
  let goPressedAt = Number.NEGATIVE_INFINITY
  return (press) => {
    const isAfterGo = press.timeStamp - goPressedAt <= patienceMs
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
