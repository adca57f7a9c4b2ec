import type { ReactNode } from 'react'
import type { DownloadTicketResponse } from '#contract/accounts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { DownloadIcon } from '../ui/signed-in-icons.tsx'
import { useMay } from './office-rights.tsx'

type ExportButtonProps = {
  /** Where the file is. */
  path: string
  texts: { done: string; failed: string }
  description?: string
  size?: 'sm'
  className?: string
  /** What else the button says. */
  children?: ReactNode
}

export function ExportButton({ path, texts, description, size, className, children }: ExportButtonProps) {
  const { submit, isBusy } = useSubmit()
  const save = () =>
    submit({ failed: texts.failed }, async () => {
      await downloadFile(path)
      return { title: texts.done, description }
    })
  if (!useMay()('exports')) return null
  return (
    <Button
      variant="secondary"
      size={size}
      className={classNames(size && 'min-h-11', className)}
      busy={isBusy}
      onClick={() => void save()}
    >
      <DownloadIcon size={20} />
      Export CSV
      {children}
    </Button>
  )
}

/**
 * The browser saves the file by itself, piece by piece, however long it is. It cannot send the sign-in along with that, so
 * the address carries a ticket for this one file.
 */
async function downloadFile(path: string): Promise<void> {
  const { ticket } = await api.post<DownloadTicketResponse>('/api/downloads')
  const href = `${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}`
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
