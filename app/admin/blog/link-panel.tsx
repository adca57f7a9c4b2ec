import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { linkStart, readLink } from './link-address.ts'

type LinkPanelProps = { editor: Editor; onClose: () => void }

/** Asks where a link leads, right below the toolbar. It is no form of its own, because it stands in one. */
export function LinkPanel({ editor, onClose }: LinkPanelProps) {
  const before: unknown = editor.getAttributes('link').href
  const isLink = typeof before === 'string'
  const [typed, setTyped] = useState(isLink ? before : linkStart)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = readLink(typed)
    if (href === null) return setError('Please enter an address such as https://example.com or /shop')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isLink) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onClose()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    if (event.key === 'Enter' && !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else apply()
  }
  return (
    <div
      role="dialog"
      aria-label="Link"
      onKeyDown={press}
      className="grid gap-3 border-b border-border bg-raised p-3 shadow-pop"
    >
      <TextField
        ref={field}
        label="Link address"
        inputMode="url"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" className="min-h-11" onClick={apply}>
          {isLink ? 'Change link' : 'Add link'}
        </Button>
        {isLink && (
          <Button
            size="sm"
            className="min-h-11"
            variant="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="sm" className="min-h-11" variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
