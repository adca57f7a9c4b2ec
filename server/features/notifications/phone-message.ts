import type { FailureReason, MessageState } from '#rules/notifications.ts'
import { type Reply, readObject, readText } from '#server/platform/call-service.ts'

export type PhoneMessage = {
  /** Ours; receipts repeat it, where a service lets us say it. */
  id: string
  /** `233241234567`, or with + from abroad. */
  to: string
  shopName: string
  /** What happened, in one sentence. */
  words: string
  /** Empty where there is none; a template needs one. */
  link: string
  /** Free words on WhatsApp, which it takes only from a shop that was written to within a day. */
  isFree?: boolean
}

/** Six digits that somebody waits for, and nobody else may read. */
type CodeMessage = { id: string; to: string; shopName: string; code: string; minutes: number }

/** How a provider took a message up. */
export type SendResult =
  | { is: 'sent'; providerId: string | null }
  /** It can never arrive this way. */
  | { is: 'refused'; reason: FailureReason }
  /** It did not arrive, and may do so later. */
  | { is: 'later'; reason: FailureReason }
  /** Nobody knows: none of these providers takes a key that would let us ask twice. */
  | { is: 'unknown' }

export type PhoneChannel = {
  name: 'whatsapp' | 'sms'
  /** How many go out within 24 hours; null where nobody set a limit. */
  perDay: number | null
  send(message: PhoneMessage): Promise<SendResult>
  /** Only where it may carry offers; elsewhere Meta would take them for a notification about an order. */
  sendOffer?(message: PhoneMessage): Promise<SendResult>
  /** Only where it may carry codes. */
  sendCode?(message: CodeMessage): Promise<SendResult>
  /** What became of a message that it took; null while nobody knows. Only where it has to be asked. */
  ask?(providerId: string): Promise<Outcome | null>
  /** How many parts are left to be sent; null when it does not say. Only where it can be asked. */
  askBalance?(): Promise<number | null>
}

/** What became of a message that was taken. */
export type Outcome = { state: MessageState; reason: FailureReason | null }

export function smsText({
  shopName,
  words,
  link,
}: Pick<PhoneMessage, 'shopName' | 'words' | 'link'>): string {
  return `${shopName}: ${words} ${link}`.trimEnd()
}

export function codeText({ shopName, code, minutes }: Omit<CodeMessage, 'id' | 'to'>): string {
  return `${shopName}: ${code} is your code. It is good for ${minutes} minutes. Tell it to nobody, not even us.`
}

export const timeoutMs = 10_000

export function judge(reply: Reply, read: (said: Record<string, unknown>) => SendResult): SendResult {
  if (reply.is === 'unreachable') return { is: 'later', reason: 'unreachable' }
  if (reply.is === 'no_answer') return { is: 'unknown' }
  if (reply.status === 429) return { is: 'later', reason: 'refused' }
  if (reply.status === 402) return { is: 'refused', reason: 'no_credit' }
  // Behind a broken gateway the message may have gone out all the same.
  if (reply.status >= 500)
    return reply.status === 503 ? { is: 'later', reason: 'unreachable' } : { is: 'unknown' }
  const said = readObject(reply.text)
  if (said !== null) return read(said)
  return reply.status < 300 ? { is: 'unknown' } : { is: 'refused', reason: 'refused' }
}

export function sent(providerId: unknown): SendResult {
  return { is: 'sent', providerId: readText(providerId) }
}

/** Providers say in words of their own why they take nothing. */
export function refused(said: unknown): SendResult {
  const words = readText(said) ?? ''
  if (/balance|credit|fund/i.test(words)) return { is: 'refused', reason: 'no_credit' }
  if (/invalid.*(number|recipient|destination|phone)/i.test(words))
    return { is: 'refused', reason: 'bad_number' }
  return { is: 'refused', reason: 'refused' }
}
