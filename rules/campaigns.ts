import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import { fillPlaces, oneLine, placedTextMistake, type SmsPrice } from './notification-settings.ts'
import { countSmsParts, wideLetters } from './sms-parts.ts'

/** What an offer goes out by, to those who agreed to it there. */
export const campaignChannels = ['sms', 'whatsapp', 'email'] as const

export type CampaignChannel = (typeof campaignChannels)[number]

export const campaignStates = ['draft', 'scheduled', 'sending', 'paused', 'done', 'stopped'] as const

export type CampaignState = (typeof campaignStates)[number]

export const campaignStateLabels = {
  draft: 'Draft',
  scheduled: 'Planned',
  sending: 'Being sent',
  paused: 'Paused',
  done: 'Sent',
  stopped: 'Stopped',
} satisfies Record<CampaignState, string>

/** What somebody may ask for, by the state that they see. */
const steps = {
  draft: ['scheduled', 'sending'],
  scheduled: ['draft', 'sending', 'stopped'],
  sending: ['paused', 'stopped'],
  paused: ['sending', 'stopped'],
  done: [],
  stopped: [],
} satisfies Record<CampaignState, CampaignState[]>

export function mayBecome(from: CampaignState, to: CampaignState): boolean {
  const next: readonly CampaignState[] = steps[from]
  return next.includes(to)
}

/** Why a campaign waits although nobody has paused it, or was paused by the shop itself. */
export const holdReasons = ['budget', 'unreachable', 'no_credit', 'refused'] as const

export type HoldReason = (typeof holdReasons)[number]

export const holdReasonTexts = {
  budget:
    'As many SMS as offers may use in a day went out already: the rest is for orders. It goes on by itself.',
  unreachable: 'The provider cannot be reached. It goes on by itself.',
  no_credit: 'The credit at the provider is used up. Buy more, then go on.',
  refused: 'The provider refused several messages in a row. Please look why, then go on.',
} satisfies Record<HoldReason, string>

export const campaignPlaces = { name: 'First name', shop: 'Name of the shop', link: 'Link' } as const

export const longestCampaign = { name: 80, subject: 120, link: 200, town: 80 } as const

/** Of an SMS every part is paid for; a template has one line. */
export const longestCampaignText = {
  sms: 300,
  whatsapp: 500,
  email: 4_000,
} as const satisfies Record<CampaignChannel, number>

export const mostDays = 365

/** So many get one campaign at most, and so many get it in a minute. */
export const mostPeople = 20_000
export const messagesInAMinute = 60

export type CampaignFields = {
  name: string
  channel: CampaignChannel
  subject: string
  text: string
  /** A page of the shop, such as `/shop`. */
  link: string
  /** Only who bought within so many days; null: everybody who agreed. */
  days: number | null
  category: string
  town: string
}

export function checkCampaign(fields: CampaignFields): Mistakes<keyof CampaignFields> {
  const { channel, days, category, town } = fields
  const isWhole = days === null || (Number.isInteger(days) && days >= 1 && days <= mostDays)
  const needsDays = days === null && (category !== '' || town !== '')
  return onlyMistakes({
    channel: null,
    category: null,
    name: lengthMistake(fields.name, longestCampaign.name, 'Please give it a name'),
    subject:
      channel === 'email'
        ? lengthMistake(fields.subject, longestCampaign.subject, 'Please enter a subject')
        : null,
    text:
      fields.text.trim() === ''
        ? 'Please enter a text'
        : placedTextMistake(fields.text, campaignPlaces, longestCampaignText[channel]),
    link: /^\/(?!\/)[\w\-./?=&%#]*$/.test(fields.link)
      ? lengthMistake(fields.link, longestCampaign.link, '')
      : 'Please enter a page of the shop, such as /shop',
    days: isWhole
      ? needsDays
        ? 'Please choose how long ago they may have bought it'
        : null
      : `Please enter a whole number from 1 to ${mostDays}`,
    town: town.length > longestCampaign.town ? `Please use at most ${longestCampaign.town} characters` : null,
  })
}

function lengthMistake(text: string, longest: number, missing: string): string | null {
  if (text.trim() === '') return missing
  return text.trim().length > longest ? `Please use at most ${longest} characters` : null
}

/** By the law of Ghana offers go out from 8 to 19, and not on a Sunday. Ghana keeps GMT all year. */
const hours = { from: 8, to: 19 }

export function isOfferTime(now: Date): boolean {
  const hour = now.getUTCHours()
  return now.getUTCDay() !== 0 && hour >= hours.from && hour < hours.to
}

/** When the next message may go out: now, or when the quiet hours are over. */
export function nextOfferTime(now: Date): Date {
  if (isOfferTime(now)) return now
  const next = new Date(now)
  next.setUTCHours(hours.from, 0, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  if (next.getUTCDay() === 0) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

const longestFirstName = 20

/** Who has none is greeted so. */
const nobody = 'customer'

const plainLetters: Record<string, string> = { ɛ: 'e', Ɛ: 'E', ɔ: 'o', Ɔ: 'O', ŋ: 'n', Ŋ: 'N' }

/**
 * For `Hello {name}`. Whoever orders types their name themselves, so only what looks like one is repeated. In an SMS its letters
 * are those that every phone knows: one ɛ would double the price of the whole message.
 */
export function firstNameOf(fullName: string, channel: CampaignChannel): string {
  const [first = ''] = fullName.trim().split(/\s+/)
  const isName = first.length <= longestFirstName && /^\p{L}[\p{L}\p{M}'’-]*$/u.test(first)
  if (!isName) return nobody
  if (channel !== 'sms') return first
  const plain = first.replace(/[ɛƐɔƆŋŊ’]/g, (letter) => plainLetters[letter] ?? "'")
  return wideLetters(plain).length === 0 ? plain : nobody
}

type Filled = { text: string; name: string; shopName: string; url: string }

/** For phones in one line. */
export function fillCampaign(channel: CampaignChannel, { text, name, shopName, url }: Filled): string {
  const filled = fillPlaces(text, { name, shop: shopName, link: url })
  return channel === 'email' ? filled.trim() : oneLine(filled)
}

export const stopPath = '/stop/'

/** Behind every SMS: the number that it comes from takes no answer, so STOP is a link. */
export function stopWords(publicUrl: string, secret: string): string {
  return `Stop: ${publicUrl}${stopPath}${secret}`
}

/** As long as every real one. */
export const sampleSecret = 'x'.repeat(16)

type Written = Omit<Filled, 'name'> & { publicUrl: string; name: string }

/** As it stands on a phone, its price included. */
export function smsOfCampaign({ publicUrl, ...filled }: Written): string {
  const words = fillCampaign('sms', filled)
  return `${filled.shopName}: ${words} ${stopWords(publicUrl, sampleSecret)}`
}

/** At most: with the longest name that is put in. */
export function partsOfCampaign(written: Omit<Written, 'name'>): number {
  return countSmsParts(smsOfCampaign({ ...written, name: 'n'.repeat(longestFirstName) })).parts
}

/** What all of them cost at most. */
export function priceOfCampaign(people: number, parts: number, price: SmsPrice): SmsPrice {
  return people * parts * price
}

/** Offers leave so much of what may be sent in a day to messages about orders. */
export function reserveForOrders(perDay: number): number {
  return Math.ceil(perDay / 4)
}
