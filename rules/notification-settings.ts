import { type NotificationKind, type NotificationPlace, notificationKinds } from './notifications.ts'

export type PhoneWay = 'whatsapp' | 'sms'

/** How a customer can be told, and how one may wish to be. */
export type Way = PhoneWay | 'email'

export const ways = ['sms', 'whatsapp', 'email'] as const satisfies readonly Way[]

/** What the owner has decided about one kind of notification. */
export type NotificationSetting = Record<Way, boolean> & {
  kind: NotificationKind
  /** For phones, with places such as {code}. */
  text: string
  /** Own first words of the mail; without any, it has its usual ones. */
  mail: string
}

export const allNotificationKinds = Object.keys(notificationKinds) as [
  NotificationKind,
  ...NotificationKind[],
]

export const placeLabels = {
  code: 'Order code',
  total: 'Total',
  amount: 'Amount',
  pin: 'PIN',
  due: 'What to pay at the door',
  owed: 'What is to pay or comes back',
  rider: 'Rider and phone',
  receipt: 'Link to the receipt',
  why: 'Why it was not handed over',
  place: 'Where and when to collect it',
  product: 'Product',
} satisfies Record<NotificationPlace, string>

/** As long as such things usually are: what the page shows and counts. */
export const sampleValues = {
  code: '7QK2ZD',
  total: 'Ghs 1650.00',
  amount: 'Ghs 1650.00',
  pin: 'For the driver at your door: PIN 4711.',
  due: 'Please have Ghs 1650.00 ready.',
  owed: 'Ghs 1650.00 are to be paid on delivery.',
  rider: 'Your rider: Kwabena, 024 123 4567.',
  receipt: 'Receipt: https://www.adombeauty.com/track-order?code=7QK2ZD#receipt',
  why: 'We could not find the address.',
  place: '12 Oxford St, Osu (9am-6pm)',
  product: 'Shea Butter Body Cream',
} satisfies Record<NotificationPlace, string>

export const longestNotification = { text: 300, mail: 500 } as const

export function defaultNotificationSetting(kind: NotificationKind): NotificationSetting {
  const { text, isOff = false } = notificationKinds[kind]
  return { kind, sms: !isOff, whatsapp: !isOff, email: !isOff, text, mail: '' }
}

type StoredRow = Omit<NotificationSetting, 'kind'> & { kind: string }

/** What holds: the owner's decision, or what is usual. */
export function notificationSettingOf(
  stored: readonly StoredRow[],
  kind: NotificationKind,
): NotificationSetting {
  const own = stored.find((row) => row.kind === kind)
  return own ? { ...own, kind } : defaultNotificationSetting(kind)
}

export function allNotificationSettings(stored: readonly StoredRow[]): NotificationSetting[] {
  return allNotificationKinds.map((kind) => notificationSettingOf(stored, kind))
}

/** Only what differs is kept, so that a better usual text reaches whoever has not written an own one. */
export function changedNotificationSettings(rows: readonly NotificationSetting[]): NotificationSetting[] {
  const written = new Map(rows.map((row) => [row.kind, inOrder(row)]))
  return [...written.values()].filter(
    (row) => JSON.stringify(row) !== JSON.stringify(inOrder(defaultNotificationSetting(row.kind))),
  )
}

function inOrder({ kind, sms, whatsapp, email, text, mail }: NotificationSetting): NotificationSetting {
  return { kind, sms, whatsapp, email, text: oneLine(text), mail: mail.trim() }
}

/** A message to a phone has one line: WhatsApp's templates take no others. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

const place = /\{([^{}]*)\}/g

/** What is empty for an order, such as the PIN of one that is fetched, leaves no gap. */
export function fillNotification(text: string, values: Partial<Record<NotificationPlace, string>>): string {
  const filled = text.replace(place, (written, name: string) =>
    isPlace(name) ? (values[name] ?? '') : written,
  )
  return oneLine(filled)
}

/** The same for texts with places of their own; what is no place stays as it was typed. */
export function fillPlaces(text: string, values: Record<string, string>): string {
  return text.replace(place, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : written,
  )
}

function isPlace(name: string): name is NotificationPlace {
  return Object.hasOwn(placeLabels, name)
}

/** By field, such as `news.0.text`. Page and server say the same. */
export function notificationMistakes(rows: readonly NotificationSetting[]): Record<string, string | null> {
  return Object.fromEntries(
    rows.flatMap(({ kind, text, mail }, number) => [
      [
        `news.${number}.text`,
        text.trim() === '' ? 'Please enter a text' : textMistake(kind, text, longestNotification.text),
      ],
      [`news.${number}.mail`, textMistake(kind, mail, longestNotification.mail)],
    ]),
  )
}

function textMistake(kind: NotificationKind, text: string, longest: number): string | null {
  const labels = notificationKinds[kind].places.map((name): [string, string] => [name, placeLabels[name]])
  return placedTextMistake(text, Object.fromEntries(labels), longest)
}

/** A text with places, by their names and what their buttons say. */
export function placedTextMistake(
  text: string,
  places: Record<string, string>,
  longest: number,
): string | null {
  const unknown = [...text.matchAll(place)].find(([, name = '']) => !Object.hasOwn(places, name))
  const labels = Object.values(places).join(', ')
  if (unknown) return `${unknown[0]} means nothing in this message. There are buttons for: ${labels}`
  if (/[{}]/.test(text.replace(place, ''))) return `A { or } stands alone. There are buttons for: ${labels}`
  return text.trim().length > longest ? `Please use at most ${longest} characters` : null
}

/** Hundredths of a pesewa: providers charge fractions of one for a part. */
export type SmsPrice = number

export const highestSmsPrice = 10

/** With fewer parts left the owner is warned. */
export const lowSmsBalance = 100

/** `0.0309` as typed, in cedis; null when it is no price. */
export function readSmsPrice(cedis: number | string): SmsPrice | null {
  const digits = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(String(cedis).trim())
  if (!digits) return null
  const [, whole, part = ''] = digits
  const price = Number(`${whole}${part.padEnd(4, '0')}`)
  return price <= highestSmsPrice * 10_000 ? price : null
}

/** `Ghs 0.06`, with more digits where they are needed. */
export function showSmsPrice(price: SmsPrice): string {
  return `Ghs ${(price / 10_000).toFixed(4).replace(/0{1,2}$/, '')}`
}

type Reach = {
  /** Those of the shop that can reach this number, the first one first. */
  phones: readonly PhoneWay[]
  email: boolean
  /** What the customer has asked for. */
  chosen: Way | null
}

/** On which ways somebody can be told, in the order in which they follow after a failure. */
export function waysOf(row: NotificationSetting, { phones, email, chosen }: Reach): Way[] {
  const onPhone = phones.filter((name) => row[name])
  const byMail: Way[] = email && row.email ? ['email'] : []
  const open: Way[] = chosen === null ? [...byMail, ...onPhone] : [...onPhone, ...byMail]
  return chosen !== null && open.includes(chosen) ? [chosen, ...open.filter((way) => way !== chosen)] : open
}

/** Without a wish the mail goes out beside the message to the phone. */
export function firstWays(open: readonly Way[], chosen: Way | null): Way[] {
  if (chosen !== null) return open.slice(0, 1)
  const phone = open.find((way) => way !== 'email')
  return open.filter((way) => way === 'email' || way === phone)
}

/** Whoever cannot be reached is told by hand, unless the owner wants nobody's phone to ring for it. */
export function isToldByHand(row: NotificationSetting): boolean {
  return row.sms || row.whatsapp
}
