import { type Editor, Node } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { PlusIcon } from '#app/ui/icons.tsx'
import type { UploadResponse } from '#contract/content.ts'
import { type LiveFact, liveFactLabels, liveFacts, liveFactToken } from '#rules/page-texts.ts'
import { type FormPicture, isHeic, pictureMistake, shrinkPicture } from '../pictures.ts'

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

const chip = 'rounded-full bg-accent px-2 py-0.5 text-sm font-semibold text-link'

/** A live fact inside a sentence: one piece, which can be moved and deleted but not mistyped. */
export const LiveFactNode = Node.create({
  name: 'liveFact',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    fact: {
      parseHTML: (element: HTMLElement) => element.getAttribute('data-fact'),
      renderHTML: ({ fact }: { fact: string }) => ({ 'data-fact': fact }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-fact]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: chip },
    labelOf(node.attrs.fact),
  ],
})

/** The table of fees stands between paragraphs. */
export const FeesTableNode = Node.create({
  name: 'feesTable',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-fact]' }],
  renderHTML: () => [
    'div',
    { 'data-fact': 'fees_table', class: 'rounded-control bg-accent p-3 text-center font-semibold text-link' },
    labelOf('fees_table'),
  ],
})

/** A table or a figure stays in the text as it is; it is changed in the HTML tab. */
export const KeptTableNode = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    html: { parseHTML: (element: HTMLElement) => element.outerHTML, rendered: false },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'figure' }],
  renderHTML: ({ node }) => {
    const template = document.createElement('template')
    template.innerHTML = String(node.attrs.html)
    return template.content.firstElementChild ?? ['p']
  },
})

function labelOf(fact: unknown): string {
  return liveFactLabels[liveFacts.find((known) => known === fact) ?? 'shop_name']
}

const tokens = /\{\{(shop_name|phone|hours)\}\}/

/** Stored texts name live facts as {{phone}}; the editor shows each as one piece. */
export function showLiveFacts(content: DocumentFragment): void {
  for (const paragraph of content.querySelectorAll('p')) {
    if (paragraph.textContent?.trim() !== liveFactToken('fees_table')) continue
    const table = document.createElement('div')
    table.dataset.fact = 'fees_table'
    paragraph.replaceWith(table)
  }
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) text.replaceWith(...piecesOf(text.data))
}

function piecesOf(text: string): (string | HTMLElement)[] {
  return text.split(new RegExp(tokens, 'g')).map((piece, place) => {
    if (place % 2 === 0) return piece
    const fact = document.createElement('span')
    fact.dataset.fact = piece
    return fact
  })
}

/** The way back: what is stored has no pieces of the editor in it. */
export function fromEditor(html: string): string {
  return html
    .replaceAll(/<div data-fact="fees_table"[^>]*>[^<]*<\/div>/g, `<p>${liveFactToken('fees_table')}</p>`)
    .replaceAll(/<span data-fact="(\w+)"[^>]*>[^<]*<\/span>/g, '{{$1}}')
}

export function LiveFactButtons({ editor }: { editor: Editor }) {
  return (
    <fieldset
      aria-label="Facts that the shop fills in"
      className="flex flex-wrap gap-1 border-b border-border p-1"
    >
      {liveFacts.map((fact) => (
        <button
          key={fact}
          type="button"
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-medium text-link hover:bg-muted"
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insertFact(editor, fact)}
        >
          <PlusIcon size={16} />
          {liveFactLabels[fact]}
        </button>
      ))}
    </fieldset>
  )
}

function insertFact(editor: Editor, fact: LiveFact): void {
  const piece = fact === 'fees_table' ? { type: 'feesTable' } : { type: 'liveFact', attrs: { fact } }
  editor.chain().focus().insertContent(piece).run()
}
