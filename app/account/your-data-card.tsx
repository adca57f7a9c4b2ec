import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { DownloadIcon } from '../ui/signed-in-icons.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { Card } from './card.tsx'
import { DeleteAccount } from './delete-account.tsx'

export function YourDataCard({ email }: { email: string }) {
  const { download, isBusy } = useDownload()
  return (
    <Card id="data" title="Your Data">
      <p className="text-muted-foreground">
        You may see everything we know about you, and have it deleted. Our{' '}
        <Link to="/privacy-policy" className="font-semibold text-link underline underline-offset-4">
          Privacy Policy
        </Link>{' '}
        says why we keep it.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} busyLabel="Collecting..." onClick={download}>
          <DownloadIcon size={20} />
          Download my data
        </Button>
        <DeleteAccount email={email} />
      </div>
    </Card>
  )
}

function useDownload() {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      save(await api.get<unknown>('/api/account/data'))
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Your data could not be collected', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy }
}

/** The call carries the sign-in, which an ordinary link could not; so the file is made here. */
function save(known: unknown): void {
  const file = new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: 'my-data.json' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
