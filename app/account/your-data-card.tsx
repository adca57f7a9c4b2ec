import { type SubmitEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import type { ApiProblem } from '../data/api-problem.ts'
import { useAuth } from '../session/auth.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TrashIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { DownloadIcon } from '../ui/signed-in-icons.tsx'
import { textOf } from './account-form.tsx'
import { Card } from './cards.tsx'

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

/** What cannot be undone is asked twice, the second time with the password. */
function DeleteAccount({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const { remove, isBusy, failure, fieldError, reset } = useRemoval()
  const id = useId()
  const close = () => {
    reset()
    setOpen(false)
  }
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        <TrashIcon size={20} />
        Delete my account
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        mayClose={() => !isBusy}
        title="Delete your account?"
        actions={
          <>
            <Button variant="secondary" data-first-focus="" disabled={isBusy} onClick={close}>
              Keep my account
            </Button>
            <Button type="submit" form={id} variant="destructive" busy={isBusy} busyLabel="Deleting...">
              Delete my account
            </Button>
          </>
        }
      >
        <p>
          Your profile, photo, testimonials and messages are deleted at once, and you are signed out
          everywhere. This cannot be undone.
        </p>
        <p>
          Your orders stay in our books, because tax law asks for it, but without your name, phone, email and
          address.
        </p>
        {failure && <ErrorPanel title="Your account was not deleted">{failure}</ErrorPanel>}
        <form id={id} method="post" noValidate onSubmit={remove}>
          <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            enterKeyHint="done"
            error={fieldError}
            required
          />
        </form>
      </Dialog>
    </>
  )
}

const farewell = {
  done: { title: 'Account deleted', description: 'Thank you for having been with us.' },
  failed: { title: 'Account deleted', description: 'Please close this page.' },
}

function useRemoval() {
  const { signOut } = useAuth()
  const { submit, isBusy, failure, dismiss } = useSubmit()
  const [fieldError, setFieldError] = useState<string>()
  const remove = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = textOf(new FormData(event.currentTarget), 'password')
    setFieldError(password === '' ? 'Password is required' : undefined)
    if (password === '') return dismiss()
    const onFailure = ({ fields }: ApiProblem) => {
      setFieldError(fields.password)
      return fields.password !== undefined
    }
    await submit({ onFailure }, async () => {
      await api.post('/api/account/delete', { body: { password } })
      // The token opens nothing any more; this also clears what the browser remembers.
      await signOut(farewell)
      return undefined
    })
  }
  const reset = () => {
    setFieldError(undefined)
    dismiss()
  }
  return { failure, fieldError, remove, isBusy, reset }
}
