import { useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { PreviewResponse } from '#contract/blog.ts'
import { useFilePreview } from '../pictures/use-file-preview.ts'

type PostPreviewProps = {
  open: boolean
  title: string
  content: string
  file: File | null
  address: string | null
  onClose: () => void
}

/** The post as readers would see it. The shop itself cleans the text first, so that the preview promises nothing it would not keep. */
export function PostPreview({ open, title, content, file, address, onClose }: PostPreviewProps) {
  const picked = useFilePreview(file)
  const image = file ? picked : address
  return (
    <Sheet id="post-preview" place="right-wide" title="Preview" open={open} onClose={onClose}>
      {open && (
        <article
          data-theme="light"
          className="-mx-gutter -mt-2 -mb-6 min-h-full bg-background px-gutter py-6 text-foreground"
        >
          <h3 className="font-serif text-4xl text-primary">{title.trim() || 'Title'}</h3>
          <p className="mt-3 text-muted-foreground">Published just now</p>
          {image && (
            <img src={image} alt="" className="mt-6 aspect-video w-full rounded-card bg-muted object-cover" />
          )}
          <Text content={content} />
        </article>
      )}
    </Sheet>
  )
}

function Text({ content }: { content: string }) {
  const [clean, setClean] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same once more.
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    api
      .post<PreviewResponse>('/api/blog-posts/preview', { body: { content }, signal: leaving.signal })
      .then((answer) => setClean(answer.content))
      .catch((problem) => {
        if (!leaving.signal.aborted) setError(problem instanceof Error ? problem.message : '')
      })
    return () => leaving.abort()
  }, [content, round])
  if (error !== null) {
    return (
      <ErrorPanel title="The preview could not be made" className="mt-6" onRetry={() => setRound(round + 1)}>
        {error}
      </ErrorPanel>
    )
  }
  if (clean === null) {
    return (
      <LoadingArea className="mt-8 grid gap-3">
        <Skeleton className="h-6" />
        <Skeleton className="h-6" />
      </LoadingArea>
    )
  }
  return (
    <div
      className="prose mt-8 text-lg [&_img]:mx-auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop has just cleaned it with the allow-list for stored posts.
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
