import { readRegion } from './delivery-fee.ts'
import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import { normalisePhone, phoneHelp, showPhone } from './phone-number.ts'
import { readWebAddress } from './web-address.ts'

export const profileFields = [
  'full_name',
  'display_name',
  'website',
  'phone',
  'shipping_address',
  'city',
  'state',
] as const

export type ProfileField = (typeof profileFields)[number]

export type ProfileTexts = Record<ProfileField, string>

export const longestProfileTexts = {
  full_name: 120,
  display_name: 60,
  website: 200,
  phone: 40,
  shipping_address: 300,
  city: 80,
  state: 40,
} as const satisfies Record<ProfileField, number>

/** Everything in a profile is optional; what is given must be usable. */
const mistakeIn = {
  full_name: () => null,
  // It is shown to everyone under a testimonial, where an address has no place.
  display_name: (name) => (name.includes('@') ? 'Please choose a name without @' : null),
  website: (address) =>
    readWebsite(address) === null ? 'Please enter an address such as example.com' : null,
  phone: (phone) => (normalisePhone(phone) === null ? phoneHelp : null),
  shipping_address: () => null,
  city: () => null,
  state: (region) => (readRegion(region) === null ? 'Please choose a region' : null),
} satisfies Record<ProfileField, (text: string) => string | null>

export function profileMistake(field: ProfileField, text: string): string | null {
  const written = text.trim()
  const most = longestProfileTexts[field]
  if (written.length > most) return `Please use at most ${most} characters`
  return written === '' ? null : mistakeIn[field](written)
}

export function checkProfile(texts: ProfileTexts): Mistakes<ProfileField> {
  const found = profileFields.map((field) => [field, profileMistake(field, texts[field])])
  return onlyMistakes(Object.fromEntries(found) as Record<ProfileField, string | null>)
}

/** One spelling for what people write in many ways. The text has no mistake. */
export function tidyProfileText(field: ProfileField, text: string): string {
  const written = text.trim()
  if (field === 'website') return readWebsite(written) ?? ''
  if (field === 'phone') return showPhone(written)
  return field === 'state' ? (readRegion(written) ?? '') : written
}

function readWebsite(text: string): string | null {
  return readWebAddress(text, longestProfileTexts.website)
}
