import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ImportResponse } from '#contract/product-form.ts'

type Mistake = ImportResponse['mistakes'][number] & { place: number }

const columns: TableColumn<Mistake>[] = [
  {
    key: 'line',
    heading: 'Line',
    part: 'title',
    cell: ({ line }) => (
      <span className="tabular-nums">
        <span className="md:hidden">Line </span>
        {line}
      </span>
    ),
  },
  { key: 'column', heading: 'Column', cell: ({ column }) => column ?? '–' },
  {
    key: 'value',
    heading: 'Cell',
    cell: ({ value }) => <span className="text-right wrap-anywhere md:text-left">{value || '–'}</span>,
  },
  {
    key: 'reason',
    heading: 'What is wrong',
    cell: ({ reason }) => <span className="text-right wrap-anywhere md:text-left">{reason}</span>,
  },
]

type ImportResultProps = { tried: ImportResponse; isBusy: boolean; onImport: () => void }

/** What the file would do, or every line that stands in its way. */
export function ImportResult({ tried, isBusy, onImport }: ImportResultProps) {
  const { mistakes, more_mistakes: more, rows } = tried
  const count = mistakes.length + more
  if (count > 0) {
    return (
      <section aria-labelledby="import-mistakes" className="grid gap-4">
        <ErrorPanel title="Nothing was imported">
          <span id="import-mistakes">
            {count === 1 ? '1 mistake' : `${count} mistakes`} in {rows === 1 ? '1 line' : `${rows} lines`}.
            Mend the file and choose it again.
          </span>
        </ErrorPanel>
        <Table
          caption="What is wrong in the file"
          columns={columns}
          rows={mistakes.map((mistake, place) => ({ ...mistake, place }))}
          rowKey={({ place }) => place}
          dense
        />
        {more > 0 && <p className="text-muted-foreground">And {more} more.</p>}
      </section>
    )
  }
  const changes = tried.added + tried.changed
  return (
    <section aria-label="What would happen" className="grid justify-items-start gap-4">
      <p role="status" className="flex items-start gap-2">
        <CircleCheckIcon className="flex-none text-success" />
        The file has no mistakes.
      </p>
      <dl className="grid w-full max-w-80 grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        <Row words="New products" count={tried.added} />
        <Row words="Changed products" count={tried.changed} />
        <Row words="As they are already" count={tried.unchanged} />
      </dl>
      <Button
        busy={isBusy}
        busyLabel="Importing..."
        disabled={changes === 0}
        reason={changes === 0 ? 'There is nothing to change.' : undefined}
        onClick={onImport}
      >
        Import {changes === 1 ? '1 product' : `${changes} products`}
      </Button>
    </section>
  )
}

function Row({ words, count }: { words: string; count: number }) {
  return (
    <>
      <dt>{words}</dt>
      <dd className="text-right font-semibold">{count}</dd>
    </>
  )
}
