import { useState } from 'react'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { IconButton, IconLink } from '#app/ui/icon-button.tsx'
import { CheckIcon, EyeIcon, TrashIcon } from '#app/ui/icons.tsx'
import { DocumentIcon, PencilIcon } from '#app/ui/signed-in-icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { PostResponse } from '#contract/blog.ts'

type PostsTableProps = { posts: PostResponse[]; onDelete: (post: PostResponse) => void }

export function PostsTable({ posts, onDelete }: PostsTableProps) {
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
        <IconLink to={`/blog/${slug}`} target="_blank" label={`View ${title} (opens in a new tab)`} tooltip>
          <EyeIcon size={20} />
        </IconLink>
      ) : (
        <IconButton label={`View ${title}: a draft has no page yet`} tooltip disabled>
          <EyeIcon size={20} />
        </IconButton>
      )}
      <IconLink to={`/admin/blog/edit/${id}`} label={`Edit ${title}`} tooltip>
        <PencilIcon size={20} />
      </IconLink>
      <IconButton label={`Delete ${title}`} tooltip onClick={onDelete}>
        <TrashIcon size={20} />
      </IconButton>
    </span>
  )
}
