import { shortestPassword } from '../../rules/account-fields.ts'
import { PasswordField } from '../ui/password-field.tsx'

type NamedField = (name: string) => { id: string; name: string; error: string | undefined }

/** The rule is said before anyone can break it. */
export function NewPasswordFields({ field }: { field: NamedField }) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label="Password"
        help={`At least ${shortestPassword} characters`}
        autoComplete="new-password"
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
    </>
  )
}
