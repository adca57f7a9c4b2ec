import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isApiProblem } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { useAuth } from '#app/session/auth.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { PostResponse } from '#contract/content.ts'
import type { Route } from './+types/edit-post-page.ts'
import { PostEditor } from './post-editor.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Edit Blog Post', hidden: true })
}

export default function EditPostPage({ params }: Route.ComponentProps) {
  const [round, setRound] = useState(0)
  return <EditedPost key={`${params.id} ${round}`} id={params.id} onReload={() => setRound(round + 1)} />
}

function EditedPost({ id, onReload }: { id: string; onReload: () => void }) {
  const { user } = useAuth()
  const { show } = useToasts()
  const navigate = useNavigate()
  const { data, error, isLoading, refetch } = useFetch<PostResponse>(
    `/api/blog-posts/${encodeURIComponent(id)}?admin=1`,
  )
  const isGone = isApiProblem(error) && error.status === 404
  useEffect(() => {
    if (!isGone) return
    show({ title: 'Blog post not found', tone: 'destructive' })
    void navigate('/admin/blog', { replace: true })
  }, [isGone, show, navigate])

  if (data && user) return <PostEditor key={user.id} post={data} userId={user.id} onReload={onReload} />
  return (
    <div className="grid max-w-4xl gap-5">
      <h1>Edit Blog Post</h1>
      {error && !isGone ? (
        <ErrorPanel title="Failed to load blog post" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      ) : (
        <LoadingArea className="grid gap-5">
          <Skeleton className="h-18" />
          <Skeleton className="h-30" />
          <Skeleton className="h-100" />
        </LoadingArea>
      )}
    </div>
  )
}
