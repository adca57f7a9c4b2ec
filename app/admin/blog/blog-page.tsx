import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CheckIcon, EyeIcon, NewspaperIcon, PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { DocumentIcon, PencilIcon } from '#app/ui/office-icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { LoadingNote } from '#app/ui/skeleton.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import { TooltipButton, TooltipLink } from '#app/ui/tooltip.tsx'
import type { PostResponse } from '#contract/content.ts'
import { addressWith, pageIn, usePageInRange } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import type { Route } from './+types/blog-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Manage Blog Posts', hidden: true })
}

const pageSize = 20

export default function BlogPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const page = pageIn(search)
  const posts = useFetch<PostResponse[]>(`/api/blog-posts?admin=1&all=1&limit=${pageSize}&page=${page}`)
  const { data, total, error, isLoading, refetch } = posts
  const { isEmpty, isWaiting } = usePageInRange(data, { page, total, isLoading, pageSize })
  const [deleting, setDeleting] = useState<PostResponse | null>(null)
  const deletion = useDeletion(refetch)
  useShortcuts({ n: () => void navigate('/admin/blog/new') })
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Manage Blog Posts</h1>
        <ButtonLink to="/admin/blog/new" size="sm">
          <PlusIcon size={20} />
          New Post
        </ButtonLink>
      </div>
      {error && (
        <ErrorPanel title="Failed to load blog posts" onRetry={refetch} retrying={isLoading}>
          Failed to fetch all blog posts. {error.message}
        </ErrorPanel>
      )}
      {isWaiting && <LoadingNote>Loading blog posts...</LoadingNote>}
      {isEmpty && (
        <EmptyState
          icon={NewspaperIcon}
          title="No blog posts found"
          action={<ButtonLink to="/admin/blog/new">Create your first blog post</ButtonLink>}
        >
          Tell your customers how to care for their skin.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <section aria-label="Blog posts" aria-busy={isLoading} className="grid gap-4">
          <PostsTable posts={data} onDelete={setDeleting} />
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            linkTo={(number) => addressWith(search, { page: number > 1 ? number : null })}
          />
        </section>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete Blog Post"
        confirmLabel="Delete"
        busy={deletion.isBusy}
        destructive
        onConfirm={async () => {
          if (deleting) await deletion.deletePost(deleting)
          setDeleting(null)
        }}
        onClose={() => setDeleting(null)}
      >
        <p className="wrap-anywhere">
          Are you sure you want to delete “{deleting?.title}”? This action cannot be undone.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function useDeletion(onDeleted: () => void) {
  const { submit, isBusy } = useSubmit()
  const deletePost = async ({ id }: PostResponse) => {
    await submit({ failed: 'Error', onFailure: () => 'Failed to delete blog post' }, async () => {
      await api.delete(`/api/blog-posts/${id}`)
      return { title: 'Success', description: 'Blog post deleted successfully' }
    })
    onDeleted()
  }
  return { deletePost, isBusy }
}

type PostsTableProps = { posts: PostResponse[]; onDelete: (post: PostResponse) => void }

function PostsTable({ posts, onDelete }: PostsTableProps) {
  const [now] = useState(() => new Date())
  const columns: TableColumn<PostResponse>[] = [
    {
      key: 'title',
      heading: 'Title',
      part: 'title',
      cell: ({ title }) => <span className="wrap-anywhere">{title}</span>,
    },
    {
      key: 'status',
      heading: 'Status',
      cell: ({ published }) =>
        published ? (
          <Badge tone="green" icon={CheckIcon}>
            Published
          </Badge>
        ) : (
          <Badge tone="gray" icon={DocumentIcon}>
            Draft
          </Badge>
        ),
    },
    {
      key: 'date',
      heading: 'Date',
      cell: ({ created_at }) => (
        <span className="whitespace-nowrap">
          <RelativeTime at={new Date(created_at)} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      heading: 'Actions',
      part: 'actions',
      cell: (post) => <Actions post={post} onDelete={() => onDelete(post)} />,
    },
  ]
  return (
    <Table caption="Blog posts, the newest first" columns={columns} rows={posts} rowKey={({ id }) => id} />
  )
}

function Actions({
  post: { id, slug, title, published },
  onDelete,
}: {
  post: PostResponse
  onDelete: () => void
}) {
  return (
    <span className="flex gap-1">
      {published ? (
        <TooltipLink to={`/blog/${slug}`} target="_blank" label={`View ${title} (opens in a new tab)`}>
          <EyeIcon size={20} />
        </TooltipLink>
      ) : (
        <TooltipButton label={`View ${title}: a draft has no page yet`} disabled>
          <EyeIcon size={20} />
        </TooltipButton>
      )}
      <TooltipLink to={`/admin/blog/edit/${id}`} label={`Edit ${title}`}>
        <PencilIcon size={20} />
      </TooltipLink>
      <May right="deletion">
        <TooltipButton label={`Delete ${title}`} onClick={onDelete}>
          <TrashIcon size={20} />
        </TooltipButton>
      </May>
    </span>
  )
}
