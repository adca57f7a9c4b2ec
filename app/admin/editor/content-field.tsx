import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { CircleAlertIcon, WarningIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { EditedKind } from './rich-editor.tsx'

/** Large, and needed only where texts are written. */
const RichEditor = lazy(async () => ({ default: (await import('./rich-editor.tsx')).RichEditor }))

type ContentFieldProps = {
  html: string
  onChange: (html: string) => void
  label?: string
  /** A page may hold headings, live facts and tables. */
  kind?: EditedKind
  error?: string | undefined
  /** Where the summary of mistakes leads to. */
  id?: string
}

/** The text of a post or of a page, as it looks and as it is. */
export function ContentField({
  html,
  onChange,
  label: words = 'Content',
  kind = 'post',
  error,
  id,
}: ContentFieldProps) {
  const label = useId()
  const [shown, setShown] = useState('visual')
  const hidden = useMemo(() => (kind === 'post' ? onlyInHtml(html) : []), [html, kind])
  return (
    <div id={id} tabIndex={id ? -1 : undefined} className="grid gap-1.5">
      <span id={label} className="text-sm font-semibold">
        {words}
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
                <Suspense fallback={<LoadingEditor kind={kind} />}>
                  <RichEditor
                    kind={kind}
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
      {error && (
        <p className="flex items-start gap-1.5 text-sm text-destructive">
          <CircleAlertIcon size={20} className="flex-none" />
          {error}
        </p>
      )}
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

function LoadingEditor({ kind }: { kind: EditedKind }) {
  return (
    <LoadingArea label="Loading the editor" className="grid gap-2">
      <Skeleton className="h-13" />
      {kind === 'page' && <Skeleton className="h-13" />}
      <Skeleton className="h-75" />
    </LoadingArea>
  )
}
