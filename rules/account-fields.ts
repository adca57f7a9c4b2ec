import { invalidEmail, isEmailAddress } from './email-address.ts'
import { type Mistakes, onlyMistakes } from './form-mistakes.ts'

export const shortestPassword = 6
export const longestPassword = 128

export type LoginForm = { email: string; password: string }
export type NewPasswordForm = { password: string; confirmPassword: string }
export type SignupForm = LoginForm & NewPasswordForm
export type PasswordChangeForm = NewPasswordForm & { current_password: string }

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
