import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { upload } from '#app/data/upload.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { ArrowLeftIcon } from '#app/ui/office-icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ImportResponse } from '#contract/product-form.ts'
import { longestImportBytes, mostImportedRows } from '#rules/csv.ts'
import { ExportButton } from '../export-button.tsx'
import type { Route } from './+types/import-page.ts'
import { productsExport } from './product-filters.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Import products', hidden: true })
}

export default function ImportPage() {
  const importer = useImport()
  const { file, isBusy, failure, dryRun } = importer
  return (
    <div className="grid max-w-4xl gap-5">
      <Link to="/admin/products" className="flex min-h-11 items-center gap-1 justify-self-start text-link">
        <ArrowLeftIcon size={20} />
        Products
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Import products</h1>
        <ExportButton {...productsExport} />
      </div>
      <p className="max-w-prose text-muted-foreground">
        Export your products, change them in a spreadsheet, and bring the file back. A line with an id changes
        that product; a line without one adds a new product, whose pictures you can add afterwards. Leave the
        last two columns as they are: by them the shop notices what was sold or changed meanwhile. Nothing is
        changed before you have seen what would happen.
      </p>
      <FilePicker
        label="CSV file"
        accept=".csv,text/csv"
        buttonLabel="Choose file"
        help={`Up to ${mostImportedRows} products.`}
        error={importer.mistake}
        files={
          file
            ? [
                {
                  id: file.name,
                  name: file.name,
                  size: file.size,
                  progress: isBusy ? importer.sent : undefined,
                },
              ]
            : []
        }
        onAdd={([picked]) => picked && importer.choose(picked)}
        onRemove={importer.clear}
      />
      {failure && (
        <ErrorPanel title="The file could not be read" onRetry={importer.retry} retrying={isBusy}>
          {failure}
        </ErrorPanel>
      )}
      {dryRun && <ImportResult dryRun={dryRun} isBusy={isBusy} onImport={importer.run} />}
    </div>
  )
}

/** A file is checked by a dry run as soon as it is chosen; only then it can be imported. */
function useImport() {
  const navigate = useNavigate()
  const { submit, isBusy, failure } = useSubmit()
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState(0)
  const [dryRun, setDryRun] = useState<ImportResponse | null>(null)
  const [mistake, setMistake] = useState<string>()

  const send = (csv: File, isDryRun: boolean) => {
    const form = new FormData()
    form.append('dry_run', isDryRun ? '1' : '0')
    form.append('file', csv, csv.name)
    setSent(0)
    // Between the two runs somebody may have sold or changed something: then the list says what.
    const onFailure = ({ details }: ApiProblem) => {
      const hasMistakes = Array.isArray(details.mistakes)
      if (hasMistakes) setDryRun(details as ImportResponse)
      return hasMistakes
    }
    // Another file may be chosen while the first is still on its way.
    void submit({ key: isDryRun ? 'dry-run' : 'import', onFailure }, async () => {
      const onProgress = (share: number) => setSent(Math.round(100 * share))
      const response = await upload<ImportResponse>('POST', '/api/products/import', form, { onProgress })
      if (isDryRun) {
        setDryRun(response)
        return
      }
      void navigate('/admin/products')
      return { title: 'Products imported', description: resultText(response) }
    })
  }
  return {
    file,
    sent,
    isBusy,
    dryRun,
    failure: file ? failure : null,
    mistake,
    choose(picked: File) {
      const isTooLarge = picked.size > longestImportBytes
      setMistake(isTooLarge ? 'This file is too large. The limit is 5 MB.' : undefined)
      setFile(isTooLarge ? null : picked)
      setDryRun(null)
      if (!isTooLarge) send(picked, true)
    },
    clear() {
      setFile(null)
      setDryRun(null)
    },
    retry: () => file && send(file, true),
    run: () => file && send(file, false),
  }
}

function resultText({ added, changed }: ImportResponse): string {
  return `${added} added, ${changed} changed`
}

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

type ImportResultProps = { dryRun: ImportResponse; isBusy: boolean; onImport: () => void }

/** What the file would do, or every line that prevents it. */
function ImportResult({ dryRun, isBusy, onImport }: ImportResultProps) {
  const { mistakes, more_mistakes: more, rows } = dryRun
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
  const changes = dryRun.added + dryRun.changed
  return (
    <section aria-label="What would happen" className="grid justify-items-start gap-4">
      <p role="status" className="flex items-start gap-2">
        <CircleCheckIcon className="flex-none text-success" />
        The file has no mistakes.
      </p>
      <dl className="grid w-full max-w-80 grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        <Row label="New products" count={dryRun.added} />
        <Row label="Changed products" count={dryRun.changed} />
        <Row label="As they are already" count={dryRun.unchanged} />
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

function Row({ label, count }: { label: string; count: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="text-right font-semibold">{count}</dd>
    </>
  )
}
