import { chatLink, longestChatLink } from './chat-link.ts'
import { normalisePhone } from './phone-number.ts'

export type ReceivedMessage = { name: string; email: string; subject: string; message: string }

/** Mail programs cut longer links off, so a long message is quoted by its beginning. */
const longestQuote = 1_000

/** Opens a mail to the person, with what they wrote below. Nothing is sent before somebody presses send. */
export function answerByMail({ name, email, subject, message }: ReceivedMessage, shopName: string): string {
  const quoted = shortened(message)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `Hello ${name},\r\n\r\n\r\n\r\n${shopName}\r\n\r\nYou wrote:\r\n${quoted}`
  return `mailto:${encodeURIComponent(email)}?subject=${inLink(`Re: ${subject}`)}&body=${inLink(body)}`
}

/** Null when the person has left no number. */
export function answerByChat({ name, message }: ReceivedMessage, shopName: string): string | null {
  const phone = findPhone(message)
  if (phone === null) return null
  const greeting = `Hello ${name}, this is ${shopName}.`
  const whole = chatLink(phone, `${greeting} You wrote: ${shortened(message)}`)
  return whole.length > longestChatLink ? chatLink(phone, greeting) : whole
}

/** The form asks for no number, but people write theirs into the text. */
export function findPhone(text: string): string | null {
  const candidates = text.match(/\+?\d[\d\s().\-/]{7,20}\d/g) ?? []
  for (const candidate of candidates) {
    const phone = normalisePhone(candidate)
    if (phone !== null) return phone
  }
  return null
}

function shortened(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)} …` : text
}

/** Half of an emoji, as a cut text may leave it, cannot be put into a link. */
function inLink(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}
