import { normalisePhone } from './phone-number.ts'

/** Phones cut longer links off. Counted as it travels: one ɛ takes six places, one blank three. */
export const longestChatLink = 1999

/** Opens a chat with the text as a draft: nothing is sent before the person presses send. */
export function chatLink(chatNumber: string, text: string): string {
  return `https://wa.me/${chatNumberDigits(chatNumber)}?text=${encodeURIComponent(withoutBrokenLetters(text))}`
}

/** Digits with the country code, as the chat wants them; a number written as 024… is in Ghana. */
export function chatNumberDigits(chatNumber: string): string {
  const known = normalisePhone(chatNumber)
  if (known) return known.replace('+', '')
  const digits = chatNumber.replace(/\D/g, '')
  const isLandline = /^0[1-9]\d{8}$/.test(digits)
  return (isLandline ? `233${digits.slice(1)}` : digits.replace(/^0+/, '')).slice(0, 15)
}

/** As long as the text is on its way. */
export function chatLength(text: string): number {
  return encodeURIComponent(withoutBrokenLetters(text)).length
}

/** Half of an emoji, as a cut text may leave it, cannot be put into a link. */
function withoutBrokenLetters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '')
}
