import { shortestPassword } from '#rules/account-fields.ts'
import { PasswordField } from '../ui/password-field.tsx'

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
