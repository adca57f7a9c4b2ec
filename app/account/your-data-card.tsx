import { useState } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { TrashIcon } from '../ui/icons.tsx'
import { DownloadIcon } from '../ui/signed-in-icons.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import { Card } from './cards.tsx'

/** How the person is asked once more: by the password, or, without one, by a code to the phone. */
type OwnerProps = { email: string; phone: string }

export function YourDataCard(owner: OwnerProps) {
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
        <DeleteAccount {...owner} />
      </div>
    </Card>
  )
}

function useDownload() {
  const { submit, isBusy } = useSubmit()
  const download = () =>
    submit({ failed: 'Your data could not be collected' }, async () => {
      save(await api.get<unknown>('/api/account/data'))
      return undefined
    })
  return { download, isBusy }
}

/** The call carries the sign-in, which an ordinary link could not; so the file is made here. */
function save(known: unknown): void {
  const file = new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: 'my-data.json' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const loadDialog = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

function DeleteAccount(owner: OwnerProps) {
  const [isOpen, setOpen] = useState(false)
  const { Component: DeleteAccountDialog, fetchComponent } = useLazyComponent(loadDialog)
  return (
    <>
      <Button variant="ghost" onClick={async () => setOpen(await fetchComponent())}>
        <TrashIcon size={20} />
        Delete my account
      </Button>
      {DeleteAccountDialog && <DeleteAccountDialog {...owner} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
