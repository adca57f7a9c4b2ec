import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { MailIcon, TrashIcon, UndoIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ReaderResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { ExportButton } from '../export-button.tsx'
import { ListFrame, pageIn, queryIn, rowsOnAPage, SearchForm, useRowReplacer } from '../list-frame.tsx'
import type { Route } from './+types/newsletter-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Newsletter', hidden: true })
}

/** Who wants to hear from the shop. */
export default function NewsletterPage() {
  const [search] = useSearchParams()
  const q = queryIn(search)
  const list = useFetch<ReaderResponse[]>(
    `/api/newsletter?q=${encodeURIComponent(q)}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>Newsletter</h1>
          <p className="mt-1 max-w-prose text-muted-foreground">
            Everybody on this list agreed to get letters from the shop, and can leave by the link in each.
          </p>
        </div>
        <ExportButton
          path="/api/newsletter.csv"
          texts={{ done: 'Your browser is saving the list', failed: 'The list could not be downloaded' }}
        />
      </div>
      <ReaderSearch q={q} />
      {list.data && list.total > 0 && (
        <p role="status" className="font-semibold tabular-nums">
          {list.total === 1 ? '1 address' : `${list.total} addresses`}
          {q !== '' && ' found'}
        </p>
      )}
      <ListFrame
        label="Newsletter"
        list={list}
        failed="The addresses could not be loaded"
        empty={<NoReaders q={q} />}
      >
        {(readers) => <ReadersTable readers={readers} list={list} />}
      </ListFrame>
    </div>
  )
}

function ReaderSearch({ q }: { q: string }) {
  return (
    <SearchForm label="Find an address" q={q}>
      {q !== '' && (
        <ButtonLink to="/admin/newsletter" variant="ghost">
          Show all
        </ButtonLink>
      )}
    </SearchForm>
  )
}

function NoReaders({ q }: { q: string }) {
  if (q !== '') {
    return (
      <EmptyState
        icon={MailIcon}
        title="No address found"
        action={
          <ButtonLink to="/admin/newsletter" variant="secondary">
            Show all addresses
          </ButtonLink>
        }
      >
        Nobody on the list has “{q}” in their address.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MailIcon}
      title="Nobody reads the newsletter yet"
      action={
        <ButtonLink to="/" variant="secondary">
          Visit the home page
        </ButtonLink>
      }
    >
      Visitors join in the box at the end of the home page.
    </EmptyState>
  )
}

type ReadersTableProps = { readers: ReaderResponse[]; list: Fetched<ReaderResponse[]> }

/** A removed address stays in its place until the page is opened again, so that it can be put back where it was. */
function ReadersTable({ readers, list }: ReadersTableProps) {
  const { remove, isBusyWith } = useRemove(useRowReplacer(list))
  const columns: TableColumn<ReaderResponse>[] = [
    {
      key: 'email',
      heading: 'Email',
      part: 'title',
      cell: ({ email, removed }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className={removed ? 'text-muted-foreground line-through wrap-anywhere' : 'wrap-anywhere'}>
            {email}
          </span>
          {removed && <Badge icon={TrashIcon}>Removed</Badge>}
        </span>
      ),
    },
    {
      key: 'agreed',
      heading: 'Agreed',
      cell: ({ agreed_at }) => (
        <time dateTime={agreed_at} className="whitespace-nowrap tabular-nums">
          {formatDateAndTime(new Date(agreed_at))}
        </time>
      ),
    },
    {
      key: 'actions',
      heading: 'Actions',
      part: 'actions',
      cell: (reader) => (
        <Button
          variant="secondary"
          size="sm"
          busy={isBusyWith(reader.id)}
          onClick={() => void remove(reader, !reader.removed)}
        >
          {reader.removed ? <UndoIcon size={20} /> : <TrashIcon size={20} />}
          {reader.removed ? 'Put back' : 'Remove'}
          <span className="sr-only"> {reader.email}</span>
        </Button>
      ),
    },
  ]
  return (
    <Table
      caption="Readers of the newsletter, the newest first"
      columns={columns}
      rows={readers}
      rowKey={({ id }) => id}
    />
  )
}

function useRemove(onChanged: (changed: ReaderResponse) => void) {
  const { submit, isBusyWith } = useSubmit()
  const remove = (reader: ReaderResponse, removed: boolean, isUndoing = false) =>
    submit({ key: reader.id, failed: 'Nothing was changed' }, async () => {
      onChanged(await api.put<ReaderResponse>(`/api/newsletter/${reader.id}`, { body: { removed } }))
      return {
        title: removed ? 'The address was removed' : 'The address is back on the list',
        description: reader.email,
        ...(!isUndoing && { action: { label: 'Undo', onPress: () => void remove(reader, !removed, true) } }),
      }
    })
  return { remove, isBusyWith }
}
