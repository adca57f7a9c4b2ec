import { shortestPassword } from '#rules/account-fields.ts'
import { useSubmit } from '../components/use-submit.ts'
import { isAboutFields } from '../data/api.ts'
import { type Errors, useFormErrors } from '../ui/form-errors.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import type { ToastTexts } from '../ui/toasts.tsx'

type FailureMessage = { title: string; otherwise: string }

type Send = (values: FormData) => Promise<ToastTexts | undefined>

/** What the forms of an account share: a failure stands at its fields, or above the form and in a toast; all input stays. */
export function useAccountForm(check: (values: FormData) => Errors, { title, otherwise }: FailureMessage) {
  const { onSubmit, form, refuse, field, summary, clear } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  return {
    form: (send: Send) => ({
      // Sent by script; where a browser sends it itself, the password must not end in the address.
      method: 'post' as const,
      ...form,
      onSubmit: onSubmit((values) => {
        void submit({ failed: title, otherwise, refuse, onFailure: isAboutFields }, () => send(values))
      }),
    }),
    field,
    summary,
    clear,
    failure,
    isBusy,
  }
}

export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** What was typed into NewPasswordFields. */
export function newPasswordIn(values: FormData) {
  return { password: textOf(values, 'password'), confirmPassword: textOf(values, 'confirmPassword') }
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
