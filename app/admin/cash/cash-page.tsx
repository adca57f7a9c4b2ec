import { useSearchParams } from 'react-router'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { RefreshIcon } from '#app/ui/icons.tsx'
import { BanknoteIcon } from '#app/ui/office-icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { DriverCashResponse, HandOverResponse } from '#contract/cash-book.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { ListFrame, pageIn, rowsOnAPage } from '../list-frame.tsx'
import type { Route } from './+types/cash-page.ts'
import { DriverCash } from './driver-cash.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Cash', hidden: true })
}

/** What the drivers have collected, and what was handed over. */
export default function CashPage() {
  const { data, error, isLoading, refetch } = useFetch<DriverCashResponse[]>('/api/cash')
  const [search] = useSearchParams()
  const handOvers = useFetch<HandOverResponse[]>(
    `/api/hand-overs?page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  const refetchAll = () => {
    refetch()
    handOvers.refetch()
  }
  return (
    <div className="grid gap-10">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1>Cash</h1>
            <p className="mt-1 max-w-prose text-muted-foreground">
              What drivers were paid at the door since they last handed it over. Count it together, then
              confirm.
            </p>
          </div>
          <Button variant="secondary" busy={isLoading} onClick={refetchAll}>
            <RefreshIcon size={20} />
            Refresh
          </Button>
        </div>
        {error && (
          <ErrorPanel title="The cash could not be loaded" onRetry={refetch} retrying={isLoading}>
            {error.message}
          </ErrorPanel>
        )}
        {data === null && isLoading && (
          <LoadingArea>
            <Skeleton className="h-60" />
          </LoadingArea>
        )}
        {data?.length === 0 && (
          <EmptyState icon={BanknoteIcon} title="No drivers yet" action={null}>
            Make somebody a driver on the team page.
          </EmptyState>
        )}
        <div className="grid gap-4">
          {data?.filter(hasCash).map((book) => (
            <DriverCash key={book.driver.id} book={book} onConfirmed={refetchAll} />
          ))}
        </div>
        <DriversWithoutCash books={data?.filter((book) => !hasCash(book)) ?? []} />
      </div>
      <PastHandOvers handOvers={handOvers} />
    </div>
  )
}

function hasCash({ in_hand, deliveries }: DriverCashResponse): boolean {
  return in_hand !== 0 || deliveries.length > 0
}

function DriversWithoutCash({ books }: { books: DriverCashResponse[] }) {
  if (books.length === 0) return null
  const names = books.map(({ driver }) => driver.name).join(', ')
  return <p className="text-muted-foreground wrap-anywhere">Nothing to hand over: {names}</p>
}

const deleted = 'A deleted account'

const columns: TableColumn<HandOverResponse>[] = [
  { key: 'driver', heading: 'Driver', part: 'title', cell: ({ driver_name }) => driver_name ?? deleted },
  { key: 'counted', heading: 'Counted', end: true, cell: ({ counted }) => formatCedis(counted) },
  { key: 'expected', heading: 'In the book', end: true, cell: ({ expected }) => formatCedis(expected) },
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

function PastHandOvers({ handOvers }: { handOvers: Fetched<HandOverResponse[]> }) {
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
