import { type Mistakes, onlyMistakes } from './form-mistakes.ts'

export const shortestPassword = 6
const longestPassword = 128

type LoginForm = { email: string; password: string }
type NewPasswordForm = { password: string; confirmPassword: string }
type SignupForm = LoginForm & NewPasswordForm
type PasswordChangeForm = NewPasswordForm & { current_password: string }

export function checkLogin({ email, password }: LoginForm): Mistakes<keyof LoginForm> {
  return onlyMistakes({ email: emailMistake(email), password: password ? null : 'Password is required' })
}

export function checkSignup(form: SignupForm): Mistakes<keyof SignupForm> {
  return onlyMistakes({ email: emailMistake(form.email), ...newPasswordMistakes(form) })
}

export function checkNewPassword(form: NewPasswordForm): Mistakes<keyof NewPasswordForm> {
  return onlyMistakes(newPasswordMistakes(form))
}

export function checkPasswordChange(form: PasswordChangeForm): Mistakes<keyof PasswordChangeForm> {
  const current_password = currentPasswordMistake(form.current_password)
  return onlyMistakes({ current_password, ...newPasswordMistakes(form) })
}

export function currentPasswordMistake(password: string): string | null {
  return password ? null : 'Current password is required'
}

export function emailMistake(email: string): string | null {
  const address = email.trim()
  if (!address) return 'Email is required'
  return isEmailAddress(address) ? null : invalidEmail
}

export function passwordMistake(password: string): string | null {
  if (!password) return 'Password is required'
  if (password.length < shortestPassword) return 'Password must be at least 6 characters long'
  return password.length > longestPassword ? 'Password must be at most 128 characters long' : null
}

function newPasswordMistakes({ password, confirmPassword }: NewPasswordForm) {
  return {
    password: passwordMistake(password),
    confirmPassword: confirmMistake(password, confirmPassword),
  }
}

function confirmMistake(password: string, confirmPassword: string): string | null {
  if (!confirmPassword) return 'Please confirm your password'
  return confirmPassword === password ? null : 'The passwords do not match'
}

export const invalidEmail = 'Invalid email address'

export const longestEmail = 254

/**
 * Each part has signs that the next one cannot begin with, so a long wrong text is refused as quickly as a short
 * one. Commas, brackets and quotes are refused because mail programs read several addresses out of them.
 */
const address =
  /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[^\s@,;:<>()[\]\\"\p{C}.]{1,63}\.)+[^\s@,;:<>()[\]\\"\p{C}.]{2,63}$/u

export function isEmailAddress(text: string): boolean {
  return text.length <= longestEmail && address.test(text)
}

/** One spelling for one mailbox: accounts and orders are found by it. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}
