import { checkPasswordChange } from '#rules/account-fields.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { NewPasswordFields, newPasswordIn, textOf, useAccountForm } from './account-form.tsx'

const notChanged = 'The password was not changed'

type PasswordFormProps = { email: string; onDone(): void; onCancel(): void }

export function PasswordForm({ email, onDone, onCancel }: PasswordFormProps) {
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => checkPasswordChange(read(values)),
    {
      title: notChanged,
      otherwise: 'Please try again.',
    },
  )
  const send = async (values: FormData) => {
    const { current_password, password } = read(values)
    const body = { current_password, password }
    await api.post('/api/auth/change-password', { body })
    onDone()
    return { title: 'Password changed', description: 'All other devices were signed out.' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={notChanged}>{failure}</ErrorPanel>}
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
      <PasswordField
        {...field('current_password')}
        label="Current password"
        autoComplete="current-password"
        enterKeyHint="next"
        autoFocus
        required
      />
      <NewPasswordFields field={field} label="New password" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="max-sm:flex-1" busy={isBusy} busyLabel="Saving...">
          Save new password
        </Button>
        <Button variant="ghost" className="max-sm:flex-1" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function read(values: FormData) {
  return { current_password: textOf(values, 'current_password'), ...newPasswordIn(values) }
}
