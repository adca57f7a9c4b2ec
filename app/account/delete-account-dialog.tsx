import { type SubmitEvent, useId, useState } from 'react'
import { codeMistake } from '#rules/one-time-code.ts'
import { showPhone } from '#rules/phone-number.ts'
import { useSubmit } from '../components/use-submit.ts'
import { type ApiProblem, api } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { deviceId } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { textOf } from './account-form.tsx'
import { CodeField, sendPhoneCode } from './phone-code.tsx'

type DeleteAccountDialogProps = { email: string; phone: string; open: boolean; onClose(): void }

/** What cannot be undone is asked twice, the second time with the password, or with a code to the phone. */
export function DeleteAccountDialog({ email, phone, open, onClose }: DeleteAccountDialogProps) {
  const { remove, isBusy, failure, fieldError, reset } = useRemoval(email === '' ? 'code' : 'password')
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
        {email === '' ? (
          <PhoneCode phone={phone} error={fieldError} />
        ) : (
          <>
            <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
            <PasswordField
              name="password"
              label="Your password"
              autoComplete="current-password"
              enterKeyHint="done"
              error={fieldError}
              required
            />
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Who has no password asks for a code first. */
function PhoneCode({ phone, error }: { phone: string; error: string | undefined }) {
  const { submit, isBusy, failure } = useSubmit()
  const id = useId()
  const [isSent, setSent] = useState(false)
  const send = () =>
    submit({}, async () => {
      await sendPhoneCode(phone)
      setSent(true)
      return undefined
    })
  if (isSent)
    return (
      <CodeField
        field={{ id, name: 'code', error }}
        sentTo={showPhone(phone)}
        sendAgain={() => sendPhoneCode(phone)}
      />
    )
  return (
    <div className="grid justify-items-start gap-3">
      <p>To make sure that it is you, we send a code to {showPhone(phone)}.</p>
      {(failure || error) && <p className="text-destructive">{failure || error}</p>}
      <Button variant="secondary" busy={isBusy} busyLabel="Sending..." onClick={() => void send()}>
        Send me a code
      </Button>
    </div>
  )
}

const farewell = {
  done: { title: 'Account deleted', description: 'Thank you for having been with us.' },
  failed: { title: 'Account deleted', description: 'Please close this page.' },
}

function useRemoval(proof: 'password' | 'code') {
  const { signOut } = useAuth()
  const { submit, isBusy, failure, dismiss } = useSubmit()
  const [fieldError, setFieldError] = useState<string>()
  const remove = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = textOf(new FormData(event.currentTarget), proof)
    const missing = proof === 'password' ? 'Password is required' : codeMistake(typed)
    setFieldError(typed === '' ? (missing ?? undefined) : undefined)
    if (typed === '') return dismiss()
    const onFailure = ({ fields }: ApiProblem) => {
      setFieldError(fields[proof])
      return fields[proof] !== undefined
    }
    await submit({ onFailure }, async () => {
      await api.post('/api/account/delete', { body: { [proof]: typed, device: deviceId() } })
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
