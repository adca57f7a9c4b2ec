import type { Answered } from '#app/data/use-fetch.ts'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { HandOverResponse } from '#contract/cash-book.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs } from '#rules/money.ts'
import { ListFrame } from '../list-frame.tsx'

const deleted = 'A deleted account'

const columns: TableColumn<HandOverResponse>[] = [
  { key: 'driver', heading: 'Driver', part: 'title', cell: ({ driver_name }) => driver_name ?? deleted },
  { key: 'counted', heading: 'Counted', end: true, cell: ({ counted }) => inCedis(counted) },
  { key: 'expected', heading: 'In the book', end: true, cell: ({ expected }) => inCedis(expected) },
  { key: 'note', heading: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note || '–'}</span> },
  { key: 'by', heading: 'Confirmed by', cell: ({ confirmed_by }) => confirmed_by ?? deleted },
  {
    key: 'when',
    heading: 'When',
    cell: ({ confirmed_at }) => (
      <time dateTime={confirmed_at} className="whitespace-nowrap">
        {formatDateAndTime(new Date(confirmed_at))}
      </time>
    ),
  },
]

export function PastHandOvers({ handOvers }: { handOvers: Answered<HandOverResponse[]> }) {
  return (
    <ListFrame
      label="Hand-overs"
      list={handOvers}
      failed="The hand-overs could not be loaded"
      empty={<p className="text-muted-foreground">Nothing was handed over yet.</p>}
      above={<h2>Hand-overs</h2>}
    >
      {(rows) => (
        <Table caption="Hand-overs, the newest first" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </ListFrame>
  )
}

function inCedis(amount: number): string {
  return formatGhs(Math.round(amount * 100))
}
