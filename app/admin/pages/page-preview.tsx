import { useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { PagePreviewResponse } from '#contract/pages.ts'
import type { PageKind, PageText } from '#rules/page-texts.ts'

type PagePreviewProps = { kind: PageKind; text: PageText; open: boolean; onClose: () => void }

/** The text as readers would see it. The shop cleans it and fills the facts in, so the preview promises nothing it would not keep. */
export function PagePreview({ kind, text, open, onClose }: PagePreviewProps) {
  return (
    <Sheet id="page-preview" place="right-wide" title="Preview" open={open} onClose={onClose}>
      {open && (
        <article
          data-theme="light"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text without links is scrolled with the keyboard too.
          tabIndex={0}
          aria-label="Text as readers see it"
          className="-mx-gutter -mt-2 -mb-6 min-h-full bg-background px-gutter py-6 text-foreground"
        >
          <Preview kind={kind} text={text} />
        </article>
      )}
    </Sheet>
  )
}

function Preview({ kind, text }: Pick<PagePreviewProps, 'kind' | 'text'>) {
  const [made, setMade] = useState<PagePreviewResponse | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written cannot change while the sheet lies over it.
  useEffect(() => {
    const abort = new AbortController()
    setError(null)
    api
      .post<PagePreviewResponse>('/api/pages/preview', { body: { kind, ...text }, signal: abort.signal })
      .then(setMade)
      .catch((problem) => {
        if (!abort.signal.aborted) setError(problem instanceof Error ? problem.message : '')
      })
    return () => abort.abort()
  }, [attempt])
  if (error !== null) {
    return (
      <ErrorPanel title="The preview could not be made" onRetry={() => setAttempt(attempt + 1)}>
        {error}
      </ErrorPanel>
    )
  }
  if (made === null) {
    return (
      <LoadingArea className="grid gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-6" />
      </LoadingArea>
    )
  }
  return (
    <>
      {made.title && <h3 className="font-serif text-4xl text-primary">{made.title}</h3>}
      {made.lead && <p className="mt-3 text-lg text-muted-foreground">{made.lead}</p>}
      <Html html={made.html} />
      {made.questions.map(({ question, html }) => (
        <section key={question}>
          <h4 className="mt-6">{question}</h4>
          <Html html={html} />
        </section>
      ))}
    </>
  )
}

function Html({ html }: { html: string }) {
  if (html === '') return null
  return (
    <div
      className="prose mt-4 [&_img]:mx-auto [&_table]:text-foreground"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop has just cleaned it with the allow-list for stored texts.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
