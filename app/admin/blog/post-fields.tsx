import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { WarningIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { pictureMistake, shrinkPicture, useFilePreview } from '../pictures.ts'

/** Large, and needed nowhere else. */
const RichEditor = lazy(async () => ({ default: (await import('./rich-editor.tsx')).RichEditor }))

type ContentFieldProps = { html: string; onChange: (html: string) => void }

/** The text of a post, as it looks and as it is. */
export function ContentField({ html, onChange }: ContentFieldProps) {
  const label = useId()
  const [shown, setShown] = useState('visual')
  const hidden = useMemo(() => onlyInHtml(html), [html])
  return (
    <div className="grid gap-1.5">
      <span id={label} className="text-sm font-semibold">
        Content
      </span>
      <Tabs
        label="Ways to write"
        onChange={setShown}
        tabs={[
          {
            id: 'visual',
            label: 'Visual',
            content: (
              <div className="grid gap-3">
                {hidden.length > 0 && <HtmlOnly tags={hidden} />}
                <Suspense fallback={<LoadingEditor />}>
                  <RichEditor
                    html={html}
                    isShown={shown === 'visual'}
                    isReadOnly={hidden.length > 0}
                    labelledBy={label}
                    onChange={onChange}
                  />
                </Suspense>
              </div>
            ),
          },
          {
            id: 'html',
            label: 'HTML',
            content: (
              <textarea
                aria-labelledby={label}
                aria-description="As HTML"
                value={html}
                spellCheck={false}
                onChange={({ target }) => onChange(target.value)}
                className="h-100 max-h-125 min-h-75 w-full rounded-control border border-input bg-card p-4 font-mono text-base text-foreground hover:border-foreground"
              />
            ),
          },
        ]}
      />
    </div>
  )
}

/** Parts that the shop shows, but the visual editor would throw away. */
function onlyInHtml(html: string): string[] {
  return ['table', 'figure'].filter((tag) => new RegExp(`<${tag}\\b`, 'i').test(html))
}

function HtmlOnly({ tags }: { tags: string[] }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-warning-soft p-3 text-warning">
      <WarningIcon size={20} className="mt-0.5 flex-none" />
      This post has a {tags.join(' and a ')}, which would be lost here. Please edit it in the HTML tab.
    </p>
  )
}

function LoadingEditor() {
  return (
    <LoadingArea label="Loading the editor" className="grid gap-2">
      <Skeleton className="h-13" />
      <Skeleton className="h-75" />
    </LoadingArea>
  )
}

type FeaturedImageProps = {
  id: string
  name: string
  error: string | undefined
  /** The picture that the shop has. */
  address: string | null
  file: File | null
  onPick: (file: File) => void
}

export function FeaturedImage({ id, name, error, address, file, onPick }: FeaturedImageProps) {
  const picked = useFilePreview(file)
  const preview = file ? picked : address
  const [mistake, setMistake] = useState<string>()
  const pick = async (picked: File | undefined) => {
    if (!picked) return
    const small = await shrinkPicture(picked)
    const wrong = pictureMistake(small)
    setMistake(wrong)
    if (!wrong) onPick(small)
  }
  return (
    <div className="grid gap-3">
      <FilePicker
        id={id}
        name={name}
        label="Featured Image"
        accept="image/*"
        buttonLabel={preview || file ? 'Change Image' : 'Choose image'}
        help="JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB. Shown 16 by 9."
        error={mistake ?? error}
        files={[]}
        onAdd={([picked]) => void pick(picked)}
        onRemove={() => undefined}
      />
      {file && !preview && <p className="text-muted-foreground">{file.name} is chosen.</p>}
      {preview && (
        <img
          src={preview}
          alt="What readers see above the post"
          className="aspect-video w-full max-w-form rounded-card bg-muted object-cover"
        />
      )}
    </div>
  )
}
