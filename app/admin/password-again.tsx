import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '../components/use-submit.ts'
import { api, type Refused, refusedEvent } from '../data/api.ts'
import type { ApiProblem } from '../data/api-problem.ts'
import { useAuth } from '../session/auth.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PasswordField } from '../ui/password-field.tsx'

type Answer = (isProven: boolean) => void

/** Calls that the shop refuses until the password was typed again wait here, and are then made once more. */
export function PasswordAgain() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<Answer[]>([])
  const answer: Answer = (isProven) => {
    for (const goOn of waiting.current.splice(0)) goOn(isProven)
    setOpen(false)
  }
  useEffect(() => {
    const hear = ({ detail }: CustomEvent<Refused>) => {
      if (detail.code === 'second_factor_required') void navigate('/account', { replace: true })
      if (detail.code !== 'password_needed') return
      detail.settled = new Promise((goOn) => waiting.current.push(goOn))
      setOpen(true)
    }
    const listener = hear as EventListener
    window.addEventListener(refusedEvent, listener)
    return () => {
      window.removeEventListener(refusedEvent, listener)
      for (const goOn of waiting.current.splice(0)) goOn(false)
    }
  }, [navigate])
  return isOpen && <PasswordDialog onAnswer={answer} />
}

function PasswordDialog({ onAnswer }: { onAnswer: Answer }) {
  const { user } = useAuth()
  const { submit, isBusy, failure, dismiss } = useSubmit()
  const [error, setError] = useState<string>()
  const id = useId()
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setError(password === '' ? 'Password is required' : undefined)
    if (password === '') return dismiss()
    const onFailure = ({ fields }: ApiProblem) => {
      setError(fields.password)
      return fields.password !== undefined
    }
    void submit({ onFailure }, async () => {
      await api.post('/api/auth/confirm-password', { body: { password } })
      onAnswer(true)
      return undefined
    })
  }
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      mayClose={() => !isBusy}
      title="Please enter your password again"
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={isBusy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      }
    >
      <p>This makes sure that it is you. You are not asked again for ten minutes.</p>
      {failure && <ErrorPanel>{failure}</ErrorPanel>}
      <form id={id} method="post" noValidate onSubmit={confirm}>
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={user?.email} aria-label="Email" readOnly hidden />
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          enterKeyHint="done"
          error={error}
          data-first-focus=""
          required
        />
      </form>
    </Dialog>
  )
}
