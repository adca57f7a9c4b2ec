import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { isTypedText, useDraft, useTypedText } from '#app/session/use-draft.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { CheckIcon, RefreshIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { BanknoteIcon } from '#app/ui/office-icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { CashDeliveryResponse, DriverCashResponse, HandOverResponse } from '#contract/delivery.ts'
import { checkHandOver } from '#rules/cash-book.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis, formatGhs, fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import { AmountField } from '../amount-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { ListFrame, pageIn, rowsOnAPage } from '../list-frame.tsx'
import type { Route } from './+types/cash-page.ts'

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

/** Never on two lines with its currency. */
const amountColumn = { end: true, className: 'whitespace-nowrap' }

const columns: TableColumn<HandOverResponse>[] = [
  { key: 'driver', heading: 'Driver', part: 'title', cell: ({ driver_name }) => driver_name ?? deleted },
  { key: 'counted', heading: 'Counted', ...amountColumn, cell: ({ counted }) => formatCedis(counted) },
  { key: 'expected', heading: 'In the book', ...amountColumn, cell: ({ expected }) => formatCedis(expected) },
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

type DriverCashProps = { book: DriverCashResponse; onConfirmed(): void }

const entryColumns: TableColumn<CashDeliveryResponse>[] = [
  {
    key: 'order',
    heading: 'Order #',
    part: 'title',
    cell: ({ order_id, tracking_code }) => (
      <Link
        to={`/admin/orders?order=${order_id}`}
        className="inline-flex min-h-11 items-center text-link underline underline-offset-3"
      >
        {tracking_code}
      </Link>
    ),
  },
  {
    key: 'customer',
    heading: 'Customer',
    cell: ({ customer_name }) => <span className="wrap-anywhere">{customer_name}</span>,
  },
  { key: 'at', heading: 'Delivered', cell: ({ at }) => formatDateAndTime(new Date(at)) },
  { key: 'due', heading: 'Due', ...amountColumn, cell: ({ due }) => formatCedis(due) },
  {
    key: 'collected',
    heading: 'Collected',
    ...amountColumn,
    cell: (delivery) => <Collected {...delivery} />,
  },
  {
    key: 'reason',
    heading: 'Reason',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span>,
  },
]

/** One driver's book since the last hand-over. */
function DriverCash({ book, onConfirmed }: DriverCashProps) {
  const headingId = useId()
  // A sign-in that ran out while somebody counted: the dialog is open again.
  const { kept } = useDraft(countedName(book), isTypedText)
  const [isConfirming, setConfirming] = useState(kept !== null)
  const { driver, in_hand, due, collected, open, deliveries } = book
  return (
    <section aria-labelledby={headingId} className="grid gap-4 rounded-card border border-border bg-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={headingId} className="font-sans text-lg font-semibold wrap-anywhere">
            {driver.name}
          </h2>
          <p className="text-sm text-muted-foreground wrap-anywhere">{driver.email}</p>
        </div>
        <p className="text-2xl font-semibold tabular-nums">{formatCedis(in_hand)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {[
          ['Due', due],
          ['Collected', collected],
          ['Open', open],
        ].map(([name, amount]) => (
          <div key={name}>
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="font-semibold tabular-nums">{formatCedis(Number(amount))}</dd>
          </div>
        ))}
      </dl>
      {deliveries.length === 0 ? (
        <p className="text-muted-foreground">Left from the last hand-over.</p>
      ) : (
        <Table
          caption={`Cash of ${driver.name}`}
          columns={entryColumns}
          rows={deliveries}
          rowKey={({ order_id }) => order_id}
        />
      )}
      <Button
        className="justify-self-start"
        disabled={in_hand <= 0}
        aria-label={`Confirm hand-over of ${driver.name}`}
        onClick={() => setConfirming(true)}
      >
        <CheckIcon size={20} />
        Confirm hand-over
      </Button>
      {isConfirming && (
        <ConfirmHandOver book={book} onConfirmed={onConfirmed} onClose={() => setConfirming(false)} />
      )}
    </section>
  )
}

function Collected({ collected, due }: CashDeliveryResponse) {
  if (collected === null) {
    return (
      <Badge tone="amber" icon={WarningIcon}>
        Not entered
      </Badge>
    )
  }
  return (
    <span className={collected === due ? undefined : 'font-semibold text-warning'}>
      {formatCedis(collected)}
    </span>
  )
}

type ConfirmHandOverProps = { book: DriverCashResponse; onConfirmed(): void; onClose(): void }
type Mistakes = { counted?: string; note?: string }

/** Less than in the cash book needs a note; the rest stays with the driver. */
function ConfirmHandOver({ book, onConfirmed, onClose }: ConfirmHandOverProps) {
  const inHand = Math.max(0, toPesewas(book.in_hand))
  // The amount belongs to this state of the book; the note may outlive it.
  const amount = useTypedText(countedName(book), plainCedis(inHand))
  const note = useTypedText(`hand-over-${book.driver.id}`, '')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  // One key for one counting: a press that the network repeats confirms once.
  const [key] = useState(() => crypto.randomUUID())
  const { send, isBusy } = useSendHandOver({ book, key, onConfirmed, onClose, onMistakes: setMistakes })
  const counted = fromCedis(amount.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkHandOver(inHand, counted, note.text)
    setMistakes(found)
    if (Object.keys(found).length === 0 && counted !== null) void send(counted, note.text.trim())
  }
  return (
    <FormDialog
      title={`Hand-over of ${book.driver.name}`}
      confirm="Confirm"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The book says <strong className="tabular-nums">{formatGhs(inHand)}</strong>.
      </p>
      <AmountField label="Counted" value={amount.text} error={mistakes.counted} onType={amount.type} />
      {counted !== inHand && (
        <TextField
          label="Why is it less?"
          maxLength={300}
          value={note.text}
          error={mistakes.note}
          onChange={({ currentTarget }) => note.type(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

/** The name of the draft of a count that a sign-out interrupted. */
function countedName({ driver, last_entry }: DriverCashResponse): string {
  return `counted-${driver.id}-${last_entry}`
}

type Sending = ConfirmHandOverProps & { key: string; onMistakes(mistakes: Mistakes): void }

function useSendHandOver({ book, key, onConfirmed, onClose, onMistakes }: Sending) {
  const { submit, isBusy } = useSubmit()
  const { driver, last_entry } = book
  const close = () => {
    onConfirmed()
    onClose()
  }
  const onFailure = ({ code }: { code: string }) => {
    if (code === 'cash_changed') close()
  }
  const send = (counted: number, note: string) =>
    submit({ failed: 'The hand-over was not saved', refuse: onMistakes, onFailure }, async () => {
      const body = { driver_id: driver.id, counted: toCedis(counted), note, last_entry }
      await api.post('/api/hand-overs', { body, idempotencyKey: key })
      close()
      return { title: `${formatGhs(counted)} taken over from ${driver.name}` }
    })
  return { send, isBusy }
}
