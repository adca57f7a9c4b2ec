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
