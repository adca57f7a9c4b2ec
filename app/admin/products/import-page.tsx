import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiProblem } from '#app/data/api-problem.ts'
import { upload } from '#app/data/upload.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { ArrowLeftIcon } from '#app/ui/signed-in-icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { ImportResponse } from '#contract/product-form.ts'
import { longestImportBytes, mostImportedRows } from '#rules/csv.ts'
import { adminHandle } from '../admin-handle.ts'
import type { Route } from './+types/import-page.ts'
import { ExportButton } from './export-button.tsx'
import { ImportResult } from './import-result.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Import products', hidden: true })
}

export const handle = adminHandle

export default function ImportPage() {
  const work = useImport()
  const { file, sent, error, tried } = work
  return (
    <div className="grid max-w-4xl gap-5">
      <Link to="/admin/products" className="flex min-h-11 items-center gap-1 justify-self-start text-link">
        <ArrowLeftIcon size={20} />
        Products
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Import products</h1>
        <ExportButton />
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
        error={work.mistake}
        files={
          file
            ? [
                {
                  id: file.name,
                  name: file.name,
                  size: file.size,
                  progress: sent === null ? undefined : sent,
                },
              ]
            : []
        }
        onAdd={([picked]) => picked && work.choose(picked)}
        onRemove={work.clear}
      />
      {error && (
        <ErrorPanel title="The file could not be read" onRetry={work.tryAgain} retrying={sent !== null}>
          {error}
        </ErrorPanel>
      )}
      {tried && <ImportResult tried={tried} isBusy={sent !== null} onImport={work.run} />}
    </div>
  )
}

/** A file is tried out as soon as it is chosen; only then it can be imported. */
function useImport() {
  const { show } = useToasts()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [tried, setTried] = useState<ImportResponse | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [mistake, setMistake] = useState<string>()

  const send = async (csv: File, isRehearsal: boolean) => {
    const form = new FormData()
    form.append('dry_run', isRehearsal ? '1' : '0')
    form.append('file', csv, csv.name)
    setSent(0)
    setError(null)
    try {
      const onProgress = (share: number) => setSent(Math.round(100 * share))
      const answer = await upload<ImportResponse>('POST', '/api/products/import', form, { onProgress })
      if (isRehearsal) return setTried(answer)
      show({ title: 'Products imported', description: inWords(answer), tone: 'success' })
      void navigate('/admin/products')
    } catch (problem) {
      // Between the two runs somebody may have sold or changed something: then the list says what.
      if (isApiProblem(problem) && Array.isArray(problem.details.mistakes))
        return setTried(problem.details as ImportResponse)
      setError(problem instanceof Error ? problem.message : 'Please try again.')
    } finally {
      setSent(null)
    }
  }
  return {
    file,
    sent,
    tried,
    error,
    mistake,
    choose(picked: File) {
      const isTooLarge = picked.size > longestImportBytes
      setMistake(isTooLarge ? 'This file is too large. The limit is 5 MB.' : undefined)
      setFile(isTooLarge ? null : picked)
      setTried(null)
      setError(null)
      if (!isTooLarge) void send(picked, true)
    },
    clear() {
      setFile(null)
      setTried(null)
      setError(null)
    },
    tryAgain: () => file && void send(file, true),
    run: () => file && void send(file, false),
  }
}

function inWords({ added, changed }: ImportResponse): string {
  return `${added} added, ${changed} changed`
}
