import { useState } from 'react'
import { api } from '#app/data/api.ts'
import type { Answered } from '#app/data/use-fetch.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TrashIcon, UndoIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { ReaderResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { useRowReplacer } from '../use-row-replacer.ts'

type ReadersTableProps = { readers: ReaderResponse[]; list: Answered<ReaderResponse[]> }

/** A removed address stays in its place until the page is opened again, so that it can be put back where it was. */
export function ReadersTable({ readers, list }: ReadersTableProps) {
  const { remove, busyId } = useRemove(useRowReplacer(list))
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
          busy={busyId === reader.id}
          onClick={() => void remove(reader, !reader.removed)}
        >
          {reader.removed ? <UndoIcon size={20} /> : <TrashIcon size={20} />}
          {reader.removed ? 'Put back' : 'Remove'}
          <VisuallyHidden> {reader.email}</VisuallyHidden>
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
  const { show } = useToasts()
  const [busyId, setBusyId] = useState<number | null>(null)
  const remove = async (reader: ReaderResponse, removed: boolean, isUndoing = false) => {
    setBusyId(reader.id)
    try {
      onChanged(await api.put<ReaderResponse>(`/api/newsletter/${reader.id}`, { body: { removed } }))
      show({
        title: removed ? 'The address was removed' : 'The address is back on the list',
        description: reader.email,
        tone: 'success',
        ...(!isUndoing && { action: { label: 'Undo', onPress: () => void remove(reader, !removed, true) } }),
      })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Nothing was changed', description, tone: 'destructive' })
    } finally {
      setBusyId(null)
    }
  }
  return { remove, busyId }
}
