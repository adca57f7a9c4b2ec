import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { signUp } from '#app/session/sign-up.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { passwordMistake } from '#rules/account-fields.ts'
import { onlyMistakes } from '#rules/form-mistakes.ts'

const check = (values: FormData) => onlyMistakes({ password: passwordMistake(passwordOf(values)) })

/** One password makes an account of what a guest has typed already. */
export function AccountOfferForm({ email }: { email: string }) {
  const { form, field, onSubmit } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  const [isDone, setDone] = useState(false)

  const send = async (values: FormData) => {
    await submit({ otherwise: 'There was a problem creating your account' }, async () => {
      const { error } = await signUp(email, passwordOf(values))
      if (error) throw error
      setDone(true)
      return {
        title: 'Registration successful',
        description: 'Please check your email to confirm your account.',
      }
    })
  }
  if (isDone) {
    return (
      <p className="flex flex-wrap items-center gap-3">
        Please check your email to confirm your account.
        <ButtonLink variant="secondary" to="/login">
          Sign in
        </ButtonLink>
      </p>
    )
  }
  return (
    <form {...form} method="post" onSubmit={onSubmit(send)} className="grid max-w-form gap-4">
      {failure && <ErrorPanel title="Registration failed">{failure}</ErrorPanel>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...field('password')}
        label="Password"
        help="At least 6 characters."
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
      <Button type="submit" busy={isBusy} busyLabel="Creating account...">
        Create Account
      </Button>
    </form>
  )
}

function passwordOf(values: FormData): string {
  return String(values.get('password') ?? '')
}
