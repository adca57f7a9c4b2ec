import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import type { UploadResponse } from '#contract/content.ts'
import type { FormPicture } from '../pictures.ts'
import { isHeic, pictureMistake, shrinkPicture } from '../pictures.ts'

type LinkPanelProps = { editor: Editor; onClose: () => void }

/** Asks where a link leads, right below the toolbar. It is not a form, because it is inside one. */
export function LinkPanel({ editor, onClose }: LinkPanelProps) {
  const before: unknown = editor.getAttributes('link').href
  const isLink = typeof before === 'string'
  const [typed, setTyped] = useState(isLink ? before : linkPrefix)
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
        <Button size="sm" onClick={apply}>
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
        <Button size="sm" variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

const linkPrefix = 'https://'

/** An address that a post may link to, or null. What has no scheme is an address of the web, or of this shop. */
export function readLink(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || text === linkPrefix || /\s/.test(text)) return null
  if (/^\/(?!\/)/.test(text)) return text
  if (/^mailto:[^@]+@[^@]+$/i.test(text) || /^tel:\+?[\d-]{3,}$/i.test(text)) return text
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `${linkPrefix}${text}`
  return /^https:\/\/[^/?#\s@]+\.[^/?#\s@]{2,}/i.test(address) ? address : null
}

const defaultAlt = 'Blog image'

type PictureDialogProps = {
  open: boolean
  onClose: () => void
  onInsert: (picture: { src: string; alt: string }) => void
}

/** A picture for the text: it is sent at once, and the address that comes back goes into the text. */
export function PictureDialog({ open, onClose, onInsert }: PictureDialogProps) {
  const [picture, setPicture] = useState<FormPicture | null>(null)
  const [alt, setAlt] = useState(defaultAlt)
  const [sent, setSent] = useState(0)
  const [mistake, setMistake] = useState<string>()
  const { submit, isBusy } = useSubmit()

  const choose = async (picked: File | undefined) => {
    if (!picked) return
    const file = await shrinkPicture(picked)
    const wrong = pictureMistake(file)
    setMistake(wrong)
    setPicture(
      wrong
        ? null
        : { id: 'new', name: picked.name, preview: isHeic(file) ? null : URL.createObjectURL(file), file },
    )
  }
  const forget = () => {
    if (picture?.preview) URL.revokeObjectURL(picture.preview)
    setPicture(null)
    setAlt(defaultAlt)
    setMistake(undefined)
  }
  const close = () => {
    forget()
    onClose()
  }
  const insert = async () => {
    if (!picture?.file) return setMistake('Please choose an image')
    const form = new FormData()
    form.append('image', picture.file, picture.name)
    setSent(0)
    setMistake(undefined)
    const onFailure = ({ message }: ApiProblem) => setMistake(message)
    await submit({ otherwise: 'The image could not be sent', onFailure }, async () => {
      const onProgress = (share: number) => setSent(Math.round(100 * share))
      const { url } = await upload<UploadResponse>('POST', '/api/uploads', form, { onProgress })
      onInsert({ src: url, alt: alt.trim() || defaultAlt })
      forget()
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      mayClose={() => !isBusy}
      title="Insert an image"
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <Button busy={isBusy} busyLabel="Uploading..." onClick={() => void insert()}>
            Insert
          </Button>
        </>
      }
    >
      <FilePicker
        label="Image"
        accept="image/*"
        help="Up to 15 MB"
        error={mistake}
        files={
          picture
            ? [
                {
                  id: picture.id,
                  name: picture.name,
                  preview: picture.preview ?? undefined,
                  size: picture.file?.size,
                  progress: isBusy ? sent : undefined,
                },
              ]
            : []
        }
        onAdd={([file]) => void choose(file)}
        onRemove={() => setPicture(null)}
      />
      <TextField
        label="What the image shows"
        help="Read aloud to people who cannot see it"
        value={alt}
        maxLength={200}
        onChange={({ target }) => setAlt(target.value)}
      />
    </Dialog>
  )
}
