import type { HandOverAnswer } from '../../../contract/cash-book.ts'
import { formatDateAndTime } from '../../../rules/dates.ts'
import { formatGhs } from '../../../rules/money.ts'
import type { Answered } from '../../data/use-answer.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { handOversOnPage } from './use-hand-overs.ts'

const deleted = 'A deleted account'

const columns: TableColumn<HandOverAnswer>[] = [
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

export function PastHandOvers({ page, handOvers }: { page: number; handOvers: Answered<HandOverAnswer[]> }) {
  const { answer, total, error, isLoading, askAgain } = handOvers
  return (
    <section aria-labelledby="hand-overs" aria-busy={isLoading} className="grid gap-4">
      <h2 id="hand-overs">Hand-overs</h2>
      {error && (
        <ErrorPanel title="The hand-overs could not be loaded" onRetry={askAgain} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {answer?.length === 0 && <p className="text-muted-foreground">Nothing was handed over yet.</p>}
      {answer && answer.length > 0 && (
        <>
          <Table
            caption="Hand-overs, the newest first"
            columns={columns}
            rows={answer}
            rowKey={({ id }) => id}
          />
          {total > handOversOnPage && (
            <Pagination
              page={page}
              pageSize={handOversOnPage}
              total={total}
              linkTo={(number) => ({ search: number === 1 ? '' : `?page=${number}` })}
            />
          )}
        </>
      )}
    </section>
  )
}

function inCedis(amount: number): string {
  return formatGhs(Math.round(amount * 100))
}
