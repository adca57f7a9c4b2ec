import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KeyboardIcon } from '../ui/signed-in-icons.tsx'
import { Switch } from '../ui/switch.tsx'
import { type ShortcutKey, shortcutLabels, useShortcutContext, useShortcuts } from './shortcuts.tsx'

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
