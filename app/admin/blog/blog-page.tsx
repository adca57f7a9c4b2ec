import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { NewspaperIcon, PlusIcon } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { LoadingNote } from '#app/ui/skeleton.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { PostResponse } from '#contract/blog.ts'
import { adminHandle } from '../admin-handle.ts'
import { addressWith, pageIn } from '../list-address.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import type { Route } from './+types/blog-page.ts'
import { PostsTable } from './posts-table.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Manage Blog Posts', hidden: true })
}

export const handle = adminHandle

const pageSize = 20

export default function BlogPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const page = pageIn(search)
  const posts = useFetch<PostResponse[]>(`/api/blog-posts?admin=1&all=1&limit=${pageSize}&page=${page}`)
  const { answer, total, error, isLoading, refetch } = posts
  const [leaving, setLeaving] = useState<PostResponse | null>(null)
  const deletion = useDeletion(refetch)
  useShortcuts({ n: () => void navigate('/admin/blog/new') })
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Manage Blog Posts</h1>
        <ButtonLink to="/admin/blog/new" size="sm" className="min-h-11">
          <PlusIcon size={20} />
          New Post
        </ButtonLink>
      </div>
      {error && (
        <ErrorPanel title="Failed to load blog posts" onRetry={refetch} retrying={isLoading}>
          Failed to fetch all blog posts. {error.message}
        </ErrorPanel>
      )}
      {!answer && isLoading && <LoadingNote>Loading blog posts...</LoadingNote>}
      {answer?.length === 0 && (
        <EmptyState
          icon={NewspaperIcon}
          title="No blog posts found"
          action={<ButtonLink to="/admin/blog/new">Create your first blog post</ButtonLink>}
        >
          Tell your customers how to care for their skin.
        </EmptyState>
      )}
      {answer && answer.length > 0 && (
        <section aria-label="Blog posts" aria-busy={isLoading} className="grid gap-4">
          <PostsTable posts={answer} onDelete={setLeaving} />
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            linkTo={(number) => addressWith(search, { page: number > 1 ? number : null })}
          />
        </section>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title="Delete Blog Post"
        confirmLabel="Delete"
        busy={deletion.isBusy}
        destructive
        onConfirm={async () => {
          if (leaving) await deletion.run(leaving)
          setLeaving(null)
        }}
        onClose={() => setLeaving(null)}
      >
        <p className="wrap-anywhere">
          Are you sure you want to delete “{leaving?.title}”? This action cannot be undone.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function useDeletion(onDeleted: () => void) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const run = async ({ id }: PostResponse) => {
    setBusy(true)
    try {
      await api.delete(`/api/blog-posts/${id}`)
      show({ title: 'Success', description: 'Blog post deleted successfully', tone: 'success' })
    } catch {
      show({ title: 'Error', description: 'Failed to delete blog post', tone: 'destructive' })
    } finally {
      setBusy(false)
    }
    onDeleted()
  }
  return { run, isBusy }
}
