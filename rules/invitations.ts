import { emailMistake, normaliseEmail } from './account-fields.ts'
import { chatLink, normaliseTextable } from './phone-number.ts'
import { type StaffRole, staffRoleWords } from './rights.ts'

export type Recipient = { email: string } | { phone: string }

/** One field takes both; null for what is neither. */
export function readRecipient(text: string): Recipient | null {
  const written = text.trim()
  if (written.includes('@')) return emailMistake(written) ? null : { email: normaliseEmail(written) }
  const phone = normaliseTextable(written)
  return phone === null ? null : { phone }
}

export function recipientMistake(text: string): string | null {
  if (text.trim() === '') return 'Please enter an email or a phone number'
  return readRecipient(text) ? null : 'This is neither an email address nor a mobile number'
}

type Invited = { role: StaffRole; shopName: string; link: string }

export function invitationText({ role, shopName, link }: Invited): string {
  const { one } = staffRoleWords[role]
  return `Hello! You are invited to work at ${shopName} as ${one}. Open this link within 3 days and choose a password: ${link}`
}

/** Opens the chat or the mail program with the text as a draft. */
export function invitationAddress(to: Recipient, invited: Invited): string {
  const text = invitationText(invited)
  if ('phone' in to) return chatLink(to.phone, text)
  const subject = `Your invitation to ${invited.shopName}`
  return `mailto:${encodeURIComponent(to.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}
