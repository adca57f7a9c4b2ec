import { useState } from 'react'
import { isApiProblem } from '../../data/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/signed-in-icons.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { downloadFile } from '../download-file.ts'
import { exportAddress, type ShownOrders } from './shown-orders.ts'

type ExportButtonProps = { shown: ShownOrders; total: number }

/** A search is counted up to ten thousand; the file has them all even so. */
const countedUpTo = 10_000

const notReached = 'We could not reach the shop. Check your connection and try again.'

export function ExportButton({ shown, total }: ExportButtonProps) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const rows = rowsText(total, shown.q !== '')
  const save = async () => {
    setBusy(true)
    try {
      await downloadFile(exportAddress(shown))
      show({ title: 'The orders are exported', description: rows, tone: 'success' })
    } catch (error) {
      const description = isApiProblem(error) ? error.message : notReached
      show({ title: 'The orders could not be exported', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="secondary" size="sm" className="min-h-11" busy={isBusy} onClick={() => void save()}>
      <DownloadIcon size={20} />
      Export CSV
      {rows && <span className="font-normal">· {rows}</span>}
    </Button>
  )
}

function rowsText(total: number, isSearch: boolean): string {
  if (Number.isNaN(total)) return ''
  if (isSearch && total >= countedUpTo) return `more than ${countedUpTo} rows`
  return total === 1 ? '1 row' : `${total} rows`
}
