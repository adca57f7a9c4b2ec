import { chatLink, longestChatLink, normalisePhone } from './phone-number.ts'

/** How something was said: by the contact form, by a chat, by a message or a mail. */
export const lineChannels = ['form', 'whatsapp', 'sms', 'email'] as const

type LineChannel = (typeof lineChannels)[number]

export const lineChannelLabels = {
  form: 'Contact form',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'E-mail',
} satisfies Record<LineChannel, string>

/** How the shop can answer. A template is the one form that WhatsApp takes when somebody has not written for a day. */
export const replyWays = ['whatsapp', 'template', 'sms', 'email'] as const

export type ReplyWay = (typeof replyWays)[number]

export const replyWayLabels = {
  whatsapp: 'WhatsApp',
  template: 'WhatsApp template',
  sms: 'SMS',
  email: 'E-mail',
} satisfies Record<ReplyWay, string>

export const channelOfWay = {
  whatsapp: 'whatsapp',
  template: 'whatsapp',
  sms: 'sms',
  email: 'email',
} as const satisfies Record<ReplyWay, LineChannel>

const windowMs = 24 * 3_600_000

/** Until when WhatsApp takes free words, after somebody wrote there. Null: they never did. */
export function windowEnd(lastWhatsAppAt: Date | null): Date | null {
  return lastWhatsAppAt && new Date(lastWhatsAppAt.getTime() + windowMs)
}

export function isWindowOpen(lastWhatsAppAt: Date | null, now: Date): boolean {
  const end = windowEnd(lastWhatsAppAt)
  return end !== null && now.getTime() < end.getTime()
}

type Reach = {
  /** What the shop can send by. */
  has: { whatsapp: boolean; sms: boolean; email: boolean }
  phone: string | null
  email: string | null
  lastWhatsAppAt: Date | null
}

/** The first is the one that costs least and is read soonest. */
export function waysToReply({ has, phone, email, lastWhatsAppAt }: Reach, now: Date): ReplyWay[] {
  const isOpen = phone !== null && has.whatsapp && isWindowOpen(lastWhatsAppAt, now)
  const onPhone = phone !== null && !isOpen
  return [
    ...(isOpen ? (['whatsapp'] as const) : []),
    ...(email !== null && has.email ? (['email'] as const) : []),
    ...(phone !== null && has.sms ? (['sms'] as const) : []),
    ...(onPhone && has.whatsapp ? (['template'] as const) : []),
  ]
}

/** WhatsApp and mails take long texts; of an SMS every part is paid for; a template has one line. */
export const longestReply = {
  whatsapp: 4_000,
  template: 500,
  sms: 400,
  email: 4_000,
} as const satisfies Record<ReplyWay, number>

export function replyMistake(way: ReplyWay, text: string): string | null {
  const length = text.trim().length
  if (length === 0) return 'Please write an answer'
  const longest = longestReply[way]
  return length > longest ? `Please use at most ${longest} characters for ${replyWayLabels[way]}` : null
}

const stopWords = new Set(['stop', 'stopall', 'stopoffers', 'unsubscribe', 'optout'])

/** Somebody who wants no offers any more says nothing else with it. */
export function isStop(text: string): boolean {
  return text.length <= 40 && stopWords.has(text.toLowerCase().replace(/[^a-z]/g, ''))
}

const startWords = new Set(['start', 'startoffers', 'offers', 'subscribe', 'optin'])

/** Somebody who wants to be told of offers, or wants to again. */
export function isStart(text: string): boolean {
  return text.length <= 40 && startWords.has(text.toLowerCase().replace(/[^a-z]/g, ''))
}

type ReceivedMessage = { name: string; email: string; subject: string; message: string }

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
