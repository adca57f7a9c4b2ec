import { type SubmitEvent, useId, useState } from 'react'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import type { ApiProblem } from '../data/api-problem.ts'
import { useAuth } from '../session/auth.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { textOf } from './account-form.tsx'

type DeleteAccountDialogProps = { email: string; open: boolean; onClose(): void }

/** What cannot be undone is asked twice, the second time with the password. */
export function DeleteAccountDialog({ email, open, onClose }: DeleteAccountDialogProps) {
  const { remove, isBusy, failure, fieldError, reset } = useRemoval()
  const id = useId()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
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
        Your profile, photo, testimonials and messages are deleted at once, and you are signed out everywhere.
        This cannot be undone.
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
