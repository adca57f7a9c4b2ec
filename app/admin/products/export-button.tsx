import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { DownloadIcon } from '#app/ui/signed-in-icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import { downloadFile } from '../download-file.ts'

/** All products, whatever is shown just now: what is changed in the file and imported again is then complete. */
export function ExportButton({ className }: { className?: string }) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await downloadFile('/api/products.csv')
      show({ title: 'Your browser is saving the products', tone: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The products could not be exported', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      className={classNames('min-h-11', className)}
      busy={isBusy}
      onClick={() => void save()}
    >
      <DownloadIcon size={20} />
      Export CSV
    </Button>
  )
}
