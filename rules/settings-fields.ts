import { invalidEmail, isEmailAddress } from './account-fields.ts'
import { type RowDaysForm, rowDaysMistakes } from './delivery-days.ts'
import type { Region } from './delivery-fee.ts'
import { repeatedPlaces } from './fee-table.ts'
import { readGoogleTag, readMetaPixel } from './measuring.ts'
import { fromCedis } from './money.ts'
import {
  highestSmsPrice,
  type NotificationSetting,
  notificationMistakes,
  readSmsPrice,
} from './notification-settings.ts'
import { chatNumberDigits, normalisePhone } from './phone-number.ts'
import { longestReceiptTexts, readRate } from './receipts.ts'
import { defaultChatNumber } from './shop-facts.ts'
import { readWebAddress } from './web-address.ts'

export const socialNetworks = ['instagram', 'facebook', 'tiktok', 'x', 'youtube'] as const

export type SocialNetwork = (typeof socialNetworks)[number]

export type FeeRowForm = {
  region: Region | null
  cities: string[]
  fee: number
  /** Whoever buys for so much pays no fee. */
  free_from?: number | undefined
  /** On which days deliveries go there; without it customers choose none. */
  days?: RowDaysForm | undefined
}

export type TaxRowForm = {
  name: string
  /** In percent. */
  rate: number
  /** Computed on the value with the levies. */
  on_levies: boolean
}

/** What the owner can change, as it crosses the wire: money in cedis, times in GMT. */
export type SettingsForm = {
  shop_name: string
  chat_number: string
  contact: { phone: string; email: string; address: string; hours: string }
  social: Record<SocialNetwork, string>
  sale_banner: { is_on: boolean; title: string; ends_at: string }
  delivery_fees: FeeRowForm[]
  delivery_days: boolean
  /** Customers may collect their orders at the shop. */
  pickup: { is_on: boolean; address: string; hours: string }
  payment_methods: { whatsapp: boolean; mtn_momo: boolean }
  /** 0: no limit. */
  order_limits: { most_pieces: number; release_after_hours: number }
  low_stock_level: number
  reviews_at_once: boolean
  measuring: { meta_pixel: string; google_tag: string }
  /** A kind that is left out has its usual text and ways. */
  news: NotificationSetting[]
  /** In cedis for each part; 0: nobody has said. */
  sms_price: number
  /** Who sells, for receipts and invoices; without a name there are none. */
  receipts: { name: string; address: string; tin: string; taxes: TaxRowForm[] }
}

export type SettingName = keyof SettingsForm

export const settingNames = [
  'shop_name',
  'chat_number',
  'contact',
  'social',
  'sale_banner',
  'delivery_fees',
  'delivery_days',
  'pickup',
  'payment_methods',
  'order_limits',
  'low_stock_level',
  'reviews_at_once',
  'measuring',
  'news',
  'sms_price',
  'receipts',
] as const satisfies readonly SettingName[]

export const longestSettings = {
  shop_name: 60,
  'contact.phone': 40,
  'contact.email': 254,
  'contact.address': 200,
  'contact.hours': 120,
  social: 300,
  'sale_banner.title': 80,
  'pickup.address': 200,
  'pickup.hours': 120,
  town: 60,
} as const

export const mostFeeRows = 40
const mostTownsInARow = 60
const highestFee = 100_000
const highestFreeFrom = 1_000_000
const highestStockLevel = 1_000
const highestOrderLimits = { most_pieces: 10_000, release_after_hours: 720 } as const

type Found = Record<string, string | null>

const mistakesIn: { [Name in SettingName]: (value: SettingsForm[Name]) => Found } = {
  shop_name: (name) => ({ shop_name: needed(name, 'Please enter the name of the shop', 'shop_name') }),
  chat_number: (number) => ({
    chat_number: readChatNumber(number)
      ? null
      : 'Please enter a number such as 024 123 4567 or +44 7911 123456',
  }),
  contact: (contact) => ({
    'contact.phone': isPhone(contact.phone) ? null : 'Please enter a phone number such as 030 212 3456',
    'contact.email':
      contact.email.trim() === '' || isEmailAddress(contact.email.trim()) ? null : invalidEmail,
    'contact.address': needed(contact.address, 'Please say where the shop is', 'contact.address'),
    'contact.hours': needed(contact.hours, 'Please say when you are open', 'contact.hours'),
  }),
  social: (social) =>
    Object.fromEntries(
      socialNetworks.map((network) => [
        `social.${network}`,
        readSocialAddress(social[network]) === null
          ? 'Please enter an address such as example.com/shop'
          : null,
      ]),
    ),
  sale_banner: ({ title, ends_at }) => ({
    'sale_banner.title': needed(title, 'Please enter a title', 'sale_banner.title'),
    'sale_banner.ends_at': Number.isNaN(Date.parse(ends_at)) ? 'Please choose the day and time' : null,
  }),
  delivery_fees: feeMistakes,
  delivery_days: () => ({}),
  pickup: ({ is_on, address, hours }) => ({
    'pickup.address': neededIf(is_on, address, 'Please say where orders are collected', 'pickup.address'),
    'pickup.hours': neededIf(is_on, hours, 'Please say when orders can be collected', 'pickup.hours'),
  }),
  payment_methods: ({ whatsapp, mtn_momo }) => ({
    payment_methods: whatsapp || mtn_momo ? null : 'Please leave at least one way to pay',
  }),
  order_limits: ({ most_pieces, release_after_hours }) => ({
    'order_limits.most_pieces': wholeUpTo(highestOrderLimits.most_pieces, most_pieces),
    'order_limits.release_after_hours': wholeUpTo(
      highestOrderLimits.release_after_hours,
      release_after_hours,
    ),
  }),
  low_stock_level: (level) => ({ low_stock_level: wholeUpTo(highestStockLevel, level) }),
  reviews_at_once: () => ({}),
  measuring: ({ meta_pixel, google_tag }) => ({
    'measuring.meta_pixel':
      readMetaPixel(meta_pixel) === null
        ? 'Please enter the digits of the pixel, such as 123456789012345'
        : null,
    'measuring.google_tag':
      readGoogleTag(google_tag) === null ? 'Please enter an id such as G-AB12CD34EF' : null,
  }),
  news: notificationMistakes,
  sms_price: (price) => ({
    sms_price:
      readSmsPrice(price) === null
        ? `Please enter a price in cedis up to ${highestSmsPrice}, such as 0.0309`
        : null,
  }),
  receipts: receiptMistakes,
}

function wholeUpTo(most: number, number: number): string | null {
  const isRight = Number.isInteger(number) && number >= 0 && number <= most
  return isRight ? null : `Please enter a whole number from 0 to ${most}`
}

/** By field, such as `contact.phone` or `delivery_fees.0.fee`. Page and server say the same. */
export function settingMistakes(settings: Partial<SettingsForm>): Record<string, string> {
  const found = settingNames.flatMap((name) => Object.entries(mistakesOf(name, settings)))
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null))
}

function mistakesOf<Name extends SettingName>(name: Name, settings: Partial<SettingsForm>): Found {
  const value = settings[name]
  return value === undefined ? {} : mistakesIn[name](value)
}

function receiptMistakes({ name, address, tin, taxes }: SettingsForm['receipts']): Found {
  const isEmpty = [name, address, tin].every((text) => text.trim() === '') && taxes.length === 0
  const long = (text: string, most: number) =>
    text.trim().length > most ? `Please use at most ${most} characters` : null
  const rows = taxes.flatMap((row, number) => [
    [
      `receipts.taxes.${number}.name`,
      row.name.trim() === '' ? 'Please enter a name such as VAT' : long(row.name, longestReceiptTexts.tax),
    ],
    [
      `receipts.taxes.${number}.rate`,
      readRate(row.rate) === null ? 'Please enter a percentage such as 15 or 2.5' : null,
    ],
  ])
  return {
    'receipts.name':
      !isEmpty && name.trim() === ''
        ? 'Please say who sells: receipts begin with this name'
        : long(name, longestReceiptTexts.name),
    'receipts.address': long(address, longestReceiptTexts.address),
    'receipts.tin': long(tin, longestReceiptTexts.tin),
    ...Object.fromEntries(rows),
  }
}

function feeMistakes(rows: readonly FeeRowForm[]): Found {
  const repeated = repeatedPlaces(rows)
  return Object.assign(
    {},
    ...rows.map((row, number) => feeRowMistakes(row, number, rows.length - 1, repeated)),
  )
}

/** The last row is for everywhere else: without it some customers would have no fee. */
function feeRowMistakes(row: FeeRowForm, number: number, last: number, repeated: Map<number, string>): Found {
  const field = (name: string) => `delivery_fees.${number}.${name}`
  const isVague = row.region === null && row.cities.length === 0
  const isTooLong = row.cities.some((city) => city.length > longestSettings.town)
  const town =
    (number < last && isVague && 'Please name a town or choose a region') ||
    (number === last && !isVague && 'The last row must be for everywhere else') ||
    (row.cities.length > mostTownsInARow && `Please name at most ${mostTownsInARow} towns in one row`) ||
    (isTooLong && `Please use at most ${longestSettings.town} characters for a town`) ||
    (repeated.has(number) && `${repeated.get(number)} already has a fee in a row above`) ||
    null
  const pesewas = fromCedis(row.fee)
  const isFee = pesewas !== null && row.fee <= highestFee
  return {
    [field('cities')]: town,
    [field('fee')]: isFee ? null : 'Please enter an amount such as 45 or 45.50',
    [field('free_from')]: isFreeFrom(row.free_from) ? null : 'Please enter an amount such as 300, or nothing',
    ...daysMistakes(row, field),
  }
}

function daysMistakes({ days }: FeeRowForm, field: (name: string) => string): Found {
  const mistakes = days ? Object.entries(rowDaysMistakes(days)) : []
  return Object.fromEntries(mistakes.map(([name, mistake]) => [field(`days.${name}`), mistake]))
}

function isFreeFrom(amount: number | undefined): boolean {
  if (amount === undefined) return true
  const pesewas = fromCedis(amount)
  return pesewas !== null && pesewas > 0 && amount <= highestFreeFrom
}

function neededIf(
  isNeeded: boolean,
  text: string,
  words: string,
  limit: keyof typeof longestSettings,
): string | null {
  return text.trim() === '' && !isNeeded ? null : needed(text, words, limit)
}

function needed(text: string, words: string, limit: keyof typeof longestSettings): string | null {
  if (text.trim() === '') return words
  const most = longestSettings[limit]
  return text.trim().length > most ? `Please use at most ${most} characters` : null
}

/** The digits of the chat, with the country code; the placeholder of a new shop may stay until the owner has a number. */
export function readChatNumber(text: string): string | null {
  const written = text.trim()
  if (written === defaultChatNumber) return written
  if (normalisePhone(written) !== null) return chatNumberDigits(written)
  const digits = written.replace(/\D/g, '')
  return /^[\d\s().+\-/]+$/.test(written) && /^[1-9]\d{9,14}$/.test(digits) ? digits : null
}

/** Shops have landlines too, which no text message reaches: any possible number will do. */
function isPhone(text: string): boolean {
  const written = text.trim()
  return (
    written === '' ||
    (/^\+?[\d\s().\-/]{1,40}$/.test(written) && /^\d{7,15}$/.test(written.replace(/\D/g, '')))
  )
}

/** Empty means: we are not there. Networks answer under https alone. */
export function readSocialAddress(text: string): string | null {
  if (text.trim() === '') return ''
  const address = readWebAddress(text, longestSettings.social)
  return address === null ? null : address.replace(/^http:/, 'https:')
}
