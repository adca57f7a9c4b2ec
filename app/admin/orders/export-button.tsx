import { useState } from 'react'
import { isApiProblem } from '#app/data/api-problem.ts'
import { Button } from '#app/ui/button.tsx'
import { DownloadIcon } from '#app/ui/signed-in-icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import { countLabel } from '#rules/count-label.ts'
import { downloadFile } from '../download-file.ts'
import { exportAddress, type ShownOrders } from './shown-orders.ts'

type ExportButtonProps = { shown: ShownOrders; total: number }

const notReached = 'We could not reach the shop. Check your connection and try again.'

export function ExportButton({ shown, total }: ExportButtonProps) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const rows = rowsText(total, shown.q !== '')
  const save = async () => {
    setBusy(true)
    try {
      await downloadFile(exportAddress(shown))
      show({ title: 'Your browser is saving the orders', description: rows, tone: 'success' })
    } catch (error) {
      const description = isApiProblem(error) ? error.message : notReached
      show({ title: 'The orders could not be exported', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" size="sm" className="min-h-11" busy={isBusy} onClick={() => void save()}>
      <DownloadIcon size={20} />
      Export CSV
      {rows && <span className="font-normal">· {rows}</span>}
    </Button>
  )
}

/** The file has them all, also where they were not counted to the end. */
function rowsText(total: number, isSearch: boolean): string {
  if (Number.isNaN(total)) return ''
  return total === 1 ? '1 row' : `${countLabel(total, isSearch)} rows`
}
