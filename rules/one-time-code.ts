import { normaliseMobile } from './phone-number.ts'

/** Six digits that are sent to a phone or a mailbox, to prove that it is somebody's own. */
export const codeLength = 6
export const codeTries = 5
/** An SMS is there within seconds; a mail may take a while. */
export const phoneCodeMinutes = 5
export const emailCodeMinutes = 15
/** So long the page waits before it offers another code: most are on their way. */
export const resendSeconds = 45

export const codeHelp = `Please enter the ${codeLength} digits of the message`

/** As people copy it, with the gaps that a phone shows. */
export function plainDigits(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}

export function codeMistake(typed: string): string | null {
  return /^\d{6}$/.test(plainDigits(typed)) ? null : codeHelp
}

/** Only numbers of Ghana: an SMS abroad costs many times as much, and whoever earns by that would ask for codes all day. */
export function codePhoneMistake(phone: string): string | null {
  if (!phone.trim()) return 'Phone number is required'
  return normaliseMobile(phone) ? null : 'Please enter a mobile number of Ghana, such as 024 123 4567'
}
