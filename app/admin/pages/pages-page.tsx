import { useState } from 'react'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { CheckIcon, EyeIcon, PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { DocumentIcon, PencilIcon } from '#app/ui/office-icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import { TooltipButton, TooltipLink } from '#app/ui/tooltip.tsx'
import type { ListedPageResponse } from '#contract/content.ts'
import { ListFrame } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import type { Route } from './+types/pages-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Texts and pages', hidden: true })
}

export default function PagesPage() {
  const list = useFetch<ListedPageResponse[]>('/api/pages')
  const [deleting, setDeleting] = useState<ListedPageResponse | null>(null)
  const { submit, isBusy } = useSubmit()
  const remove = async (page: ListedPageResponse) => {
    await submit({ failed: 'The page was not deleted' }, async () => {
      await api.delete(`/api/pages/${page.slug}`)
      return { title: 'The page is deleted' }
    })
    setDeleting(null)
    list.refetch()
  }
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Texts and pages</h1>
        <ButtonLink to="/admin/pages/new" size="sm">
          <PlusIcon size={20} />
          New page
        </ButtonLink>
      </div>
      <p className="max-w-prose text-muted-foreground">
        Every shop begins with the same texts. Make them yours, or read them and say that they are right.
      </p>
      <ListFrame label="Texts" list={list} failed="The texts could not be loaded" empty={null}>
        {(rows) => <PagesTable pages={rows} onDelete={setDeleting} />}
      </ListFrame>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this page?"
        confirmLabel="Delete"
        busy={isBusy}
        destructive
        onConfirm={() => (deleting ? remove(deleting) : undefined)}
        onClose={() => setDeleting(null)}
      >
        <p className="wrap-anywhere">“{deleting?.title}” and its older texts are gone for good.</p>
      </ConfirmDialog>
    </div>
  )
}

type PagesTableProps = { pages: ListedPageResponse[]; onDelete: (page: ListedPageResponse) => void }

function PagesTable({ pages, onDelete }: PagesTableProps) {
  const [now] = useState(() => new Date())
  const columns: TableColumn<ListedPageResponse>[] = [
    {
      key: 'title',
      heading: 'Title',
      part: 'title',
      cell: ({ title }) => <span className="wrap-anywhere">{title}</span>,
    },
    { key: 'state', heading: 'Text', cell: (page) => <State page={page} /> },
    {
      key: 'changed',
      heading: 'Changed',
      cell: ({ updated_at }) => (
        <span className="whitespace-nowrap">
          {updated_at ? <RelativeTime at={new Date(updated_at)} now={now} /> : 'never'}
        </span>
      ),
    },
    {
      key: 'actions',
      heading: 'Actions',
      part: 'actions',
      cell: (page) => <Actions page={page} onDelete={() => onDelete(page)} />,
    },
  ]
  return <Table caption="Texts of the shop" columns={columns} rows={pages} rowKey={({ slug }) => slug} />
}

function State({
  page: { kind, is_changed, is_shown, is_read, has_draft, in_footer },
}: {
  page: ListedPageResponse
}) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {!is_shown && <Badge icon={DocumentIcon}>Not shown</Badge>}
      {is_shown && is_changed && (
        <Badge tone="green" icon={CheckIcon}>
          {kind === 'own' ? 'Shown' : 'Yours'}
        </Badge>
      )}
      {!is_changed &&
        (is_read ? (
          <Badge tone="green" icon={CheckIcon}>
            Read
          </Badge>
        ) : (
          <Badge tone="amber">As on the first day</Badge>
        ))}
      {has_draft && is_shown && (
        <Badge tone="indigo" icon={DocumentIcon}>
          Draft waits
        </Badge>
      )}
      {in_footer && <Badge>In the footer</Badge>}
    </span>
  )
}

type ActionsProps = { page: ListedPageResponse; onDelete: () => void }

function Actions({ page: { slug, kind, title, address, is_shown }, onDelete }: ActionsProps) {
  return (
    <span className="flex gap-1">
      {address !== null && is_shown && (
        <TooltipLink to={address} target="_blank" label={`View ${title} (opens in a new tab)`}>
          <EyeIcon size={20} />
        </TooltipLink>
      )}
      <TooltipLink to={`/admin/pages/edit/${slug}`} label={`Edit ${title}`}>
        <PencilIcon size={20} />
      </TooltipLink>
      {kind === 'own' && (
        <May right="deletion">
          <TooltipButton label={`Delete ${title}`} onClick={onDelete}>
            <TrashIcon size={20} />
          </TooltipButton>
        </May>
      )}
    </span>
  )
}
