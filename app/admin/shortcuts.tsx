import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { plainText, stored, useStored } from '../data/stored.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KeyboardIcon } from '../ui/office-icons.tsx'
import { Switch } from '../ui/switch.tsx'

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

function useShortcutContext(): Shortcuts {
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
const shortcutLabels = {
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

type DialogState = { open(): void; isOpen: boolean; close(): void }

export function useShortcutsDialog(): DialogState {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useShortcuts({ '?': open })
  return { open, isOpen, close: () => setOpen(false) }
}

export function ShortcutsButton({ open }: Pick<DialogState, 'open'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-muted"
      onClick={open}
    >
      <KeyboardIcon size={20} />
      Shortcuts
      <kbd className="ml-auto rounded-control border border-border px-2 text-sm max-lg:hidden">?</kbd>
    </button>
  )
}

export function ShortcutsDialog({ isOpen, close }: Pick<DialogState, 'isOpen' | 'close'>) {
  const { areOn, setOn, listActive } = useShortcutContext()
  return (
    <Dialog
      id="shortcuts"
      open={isOpen}
      onClose={close}
      title="Keyboard shortcuts"
      actions={
        <Button data-first-focus onClick={close}>
          Close
        </Button>
      }
    >
      <p className="text-muted-foreground">What these keys do on this page while you are not typing.</p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {listActive().map((key) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{shortcutLabels[key]}</dt>
            <dd>
              <Keys of={key} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use keyboard shortcuts"
        help="Kept on this device. Ctrl+S works either way."
        checked={areOn}
        onChange={({ target }) => setOn(target.checked)}
      />
    </Dialog>
  )
}

function Keys({ of: keys }: { of: ShortcutKey }) {
  return (
    <span className="flex gap-1">
      {keys.split(/[ +]/).map((key) => (
        <kbd
          key={key}
          className="min-w-8 rounded-control border border-input bg-card px-2 py-0.5 text-center text-sm font-semibold"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
