/** How something was said: by the contact form, by a chat, by a message or a mail. */
export const lineChannels = ['form', 'whatsapp', 'sms', 'email'] as const

export type LineChannel = (typeof lineChannels)[number]

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
