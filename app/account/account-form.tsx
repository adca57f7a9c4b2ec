import { useRef, useState } from 'react'
import { shortestPassword } from '#rules/account-fields.ts'
import { isApiProblem } from '../data/api-problem.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import type { Errors } from '../ui/use-form-errors.ts'
import { useFormErrors } from '../ui/use-form-errors.ts'

type FailureMessage = { title: string; otherwise: string }

/** What the forms of an account share: busy while sending, a failure shown above the form and in a toast, all input kept. */
export function useAccountForm(check: (values: FormData) => Errors, message: FailureMessage) {
  const errors = useFormErrors(check)
  const { show, close } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const shownToast = useRef<number | null>(null)

  const showFailure = (error: Error) => {
    // The page is on its way to the login, which says why.
    if (isApiProblem(error) && error.code === 'not_signed_in') return
    if (isApiProblem(error) && Object.keys(error.fields).length > 0) return errors.refuse(error.fields)
    const description = error.message || message.otherwise
    setFailure(description)
    shownToast.current = show({ title: message.title, description, tone: 'destructive' })
  }
  const submit = (send: (values: FormData) => Promise<Error | null>) =>
    errors.onSubmit(async (values) => {
      if (shownToast.current !== null) close(shownToast.current)
      setFailure(null)
      setBusy(true)
      const error = await send(values)
      setBusy(false)
      if (error) showFailure(error)
    })

  return {
    form: (send: (values: FormData) => Promise<Error | null>) => ({
      // Sent by script; where a browser sends it itself, the password must not end in the address.
      method: 'post' as const,
      ...errors.form,
      onSubmit: submit(send),
    }),
    field: errors.field,
    summary: errors.summary,
    failure,
    isBusy,
  }
}

export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The error of a call that throws, for the form to show. */
export async function errorOf(call: Promise<unknown>): Promise<Error | null> {
  try {
    await call
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

type NamedField = (name: string) => { id: string; name: string; error: string | undefined }

type NewPasswordFieldsProps = { field: NamedField; label?: string }

/** The rule is said before anyone can break it. */
export function NewPasswordFields({ field, label = 'Password' }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        help={`At least ${shortestPassword} characters`}
        autoComplete="new-password"
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
    </>
  )
}
