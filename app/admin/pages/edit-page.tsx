import { useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { PageResponse } from '#contract/content.ts'
import type { Route } from './+types/edit-page.ts'
import { PageEditor } from './page-editor.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Edit a text', hidden: true })
}

export default function EditPage({ params }: Route.ComponentProps) {
  const [round, setRound] = useState(0)
  return (
    <EditedPage key={`${params.slug} ${round}`} slug={params.slug} onReload={() => setRound(round + 1)} />
  )
}

function EditedPage({ slug, onReload }: { slug: string; onReload: () => void }) {
  const { data, error, isLoading, refetch } = useFetch<PageResponse>(`/api/pages/${encodeURIComponent(slug)}`)
  if (data) return <PageEditor page={data} onReload={onReload} />
  return (
    <div className="grid max-w-4xl gap-5">
      <h1>Edit a text</h1>
      {error ? (
        <ErrorPanel title="The text could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      ) : (
        <LoadingArea className="grid gap-5">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
          <Skeleton className="h-100" />
        </LoadingArea>
      )}
    </div>
  )
}
