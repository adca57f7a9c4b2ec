import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { ArrowLeftIcon } from '#app/ui/office-icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ImportResponse } from '#contract/catalogue-forms.ts'
import { longestImportBytes, longestZipBytes, mostImportedRows, mostZipPictures } from '#rules/csv.ts'
import { ExportButton } from '../export-button.tsx'
import type { Route } from './+types/import-page.ts'
import { productsExport } from './product-filters.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Import products', hidden: true })
}

export default function ImportPage() {
  const importer = useImport()
  const { sheet, zip, isBusy, failure, dryRun } = importer
  const row = (file: File | null) =>
    file
      ? [{ id: file.name, name: file.name, size: file.size, progress: isBusy ? importer.sent : undefined }]
      : []
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
        that product; a line without one adds a new product. Leave the last two columns as they are: by them
        the shop notices what was sold or changed meanwhile. Nothing is changed before you have seen what
        would happen.
      </p>
      <FilePicker
        label="CSV file"
        accept=".csv,text/csv"
        buttonLabel="Choose file"
        help={`Up to ${mostImportedRows} products.`}
        error={importer.mistakes.sheet}
        files={row(sheet)}
        onAdd={([picked]) => picked && importer.choose({ sheet: picked })}
        onRemove={() => importer.choose({ sheet: null })}
      />
      <FilePicker
        label="Pictures in a ZIP"
        optional
        accept=".zip,application/zip"
        buttonLabel="Choose ZIP"
        help={`Write the names of the pictures into the column images, such as shea.jpg | shea-side.jpg. Up to ${mostZipPictures} pictures and ${longestZipBytes / megabyte} MB.`}
        error={importer.mistakes.zip}
        files={row(zip)}
        onAdd={([picked]) => picked && importer.choose({ zip: picked })}
        onRemove={() => importer.choose({ zip: null })}
      />
      <Switch
        label="Hide new products"
        help="Look at them under Products, then show all at once"
        checked={importer.hidesNew}
        onChange={({ target }) => importer.setHidesNew(target.checked)}
      />
      {failure && (
        <ErrorPanel title="The file could not be read" onRetry={importer.retry} retrying={isBusy}>
          {failure}
        </ErrorPanel>
      )}
      {dryRun && (
        <NewCategories
          names={dryRun.new_categories}
          isAgreed={importer.makesCategories}
          isBusy={isBusy}
          onAgree={importer.makeCategories}
        />
      )}
      {dryRun && <ImportResult dryRun={dryRun} isBusy={isBusy} onImport={importer.run} />}
    </div>
  )
}

const megabyte = 1024 * 1024

type Chosen = { sheet: File | null; zip: File | null; makesCategories: boolean }

const nothing: Chosen = { sheet: null, zip: null, makesCategories: false }

/** Files are checked by a dry run as soon as they are chosen; only then they can be imported. */
function useImport() {
  const navigate = useNavigate()
  const { submit, isBusy, failure } = useSubmit()
  const [chosen, setChosen] = useState(nothing)
  const [hidesNew, setHidesNew] = useState(false)
  const [sent, setSent] = useState(0)
  const [dryRun, setDryRun] = useState<ImportResponse | null>(null)
  const [mistakes, setMistakes] = useState<{ sheet?: string; zip?: string }>({})
  const runs = useRef(0)

  const send = ({ sheet, zip, makesCategories }: Chosen, isDryRun: boolean) => {
    if (!sheet) return
    const form = new FormData()
    form.append('dry_run', isDryRun ? '1' : '0')
    form.append('make_categories', makesCategories ? '1' : '0')
    form.append('hide_new', hidesNew ? '1' : '0')
    form.append('file', sheet, sheet.name)
    if (zip) form.append('pictures', zip, zip.name)
    setSent(0)
    const run = ++runs.current
    // Another file may be chosen while the first is still on its way: what is said of the first counts no more.
    const isOld = () => run !== runs.current
    const onFailure = ({ details, fields }: ApiProblem) => {
      if (isOld()) return true
      if (fields.pictures) setMistakes({ zip: fields.pictures })
      // Between the two runs somebody may have sold or changed something: then the list says what.
      const hasMistakes = Array.isArray(details.mistakes)
      if (hasMistakes) setDryRun(details as ImportResponse)
      return hasMistakes || Boolean(fields.pictures)
    }
    void submit({ key: isDryRun ? 'dry-run' : 'import', onFailure }, async () => {
      const onProgress = (share: number) => setSent(Math.round(100 * share))
      const response = await upload<ImportResponse>('POST', '/api/products/import', form, { onProgress })
      if (isDryRun) {
        if (!isOld()) setDryRun(response)
        return
      }
      void navigate(hidesNew && response.added > 0 ? '/admin/products?hidden=1' : '/admin/products')
      return { title: 'Products imported', description: resultText(response) }
    })
  }
  const change = (next: Chosen) => {
    setChosen(next)
    setDryRun(null)
    send(next, true)
  }
  return {
    ...chosen,
    sent,
    isBusy,
    dryRun,
    hidesNew,
    setHidesNew,
    failure: chosen.sheet ? failure : null,
    mistakes,
    choose(picked: Partial<Chosen>) {
      const tooLarge = {
        ...(isLarger(picked.sheet, longestImportBytes) && {
          sheet: 'This file is too large. The limit is 5 MB.',
        }),
        ...(isLarger(picked.zip, longestZipBytes) && { zip: 'This file is too large. The limit is 60 MB.' }),
      }
      setMistakes(tooLarge)
      if (Object.keys(tooLarge).length === 0) change({ ...chosen, ...picked, makesCategories: false })
    },
    makeCategories: () => change({ ...chosen, makesCategories: true }),
    retry: () => send(chosen, true),
    run: () => send(chosen, false),
  }
}

function isLarger(file: File | null | undefined, bytes: number): boolean {
  return (file?.size ?? 0) > bytes
}

type NewCategoriesProps = {
  names: readonly string[]
  isAgreed: boolean
  isBusy: boolean
  onAgree: () => void
}

/** Nobody gets a category out of a typing error: the owner is asked. */
function NewCategories({ names, isAgreed, isBusy, onAgree }: NewCategoriesProps) {
  if (names.length === 0) return null
  const list = names.join(', ')
  if (isAgreed) return <p role="status">New categories: {list}</p>
  return (
    <section aria-label="New categories" className="grid justify-items-start gap-3 rounded-card bg-muted p-4">
      <p className="wrap-anywhere">
        {names.length === 1
          ? 'The shop does not have this category yet: '
          : 'The shop does not have these categories yet: '}
        <strong>{list}</strong>. Is it meant, or a typing error?
      </p>
      <Button variant="secondary" busy={isBusy} onClick={onAgree}>
        {names.length === 1 ? 'Make this category' : `Make these ${names.length} categories`}
      </Button>
    </section>
  )
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
            {count === 1 ? '1 mistake' : `${count} mistakes`}
            {rows > 0 && ` in ${rows === 1 ? '1 line' : `${rows} lines`}`}. Mend the file and choose it again.
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
