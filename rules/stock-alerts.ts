import { isEmailAddress, longestEmail, normaliseEmail } from './account-fields.ts'
import { normalisePhone } from './phone-number.ts'

/** Not everybody who is told buys: so many are told for each jar that is back. */
export const toldForEachJar = 3

type StockRound = {
  /** What stands on the shelf now. */
  stock: number
  /** How many were told since it was last sold out. */
  told: number
}

/** How many more may be told. What was sold meanwhile takes nobody's message back. */
export function mayStillBeTold({ stock, told }: StockRound): number {
  return Math.max(0, stock * toldForEachJar - told)
}

export const longestContact = longestEmail

export type Contact = { kind: 'email' | 'phone'; recipient: string }

const landline = /^2333/

/** An e-mail address, or a phone that can read a message; null for anything else. */
export function readContact(text: string): Contact | null {
  const written = text.trim()
  const email = normaliseEmail(written)
  if (email.length <= longestEmail && isEmailAddress(email)) return { kind: 'email', recipient: email }
  const phone = normalisePhone(written)
  return phone === null || landline.test(phone) ? null : { kind: 'phone', recipient: phone }
}

export const noContact = 'Please enter a mobile number such as 024 123 4567, or an e-mail address'
