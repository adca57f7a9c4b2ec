import type { Pesewas } from './money.ts'

/** More sizes and shades of one article than this are no longer chosen from on a phone. */
export const mostChoices = 40

export const choiceLabelRequired = 'Please say which size or shade this is, such as 50 ml'

const longestName = 120

/** One of the products that are sizes or shades of one article. */
type Choice = { label: string; price: Pesewas; stock: number; colour?: string | undefined }

/** Cart, order and slip know a product by its name alone, so that must say which one it is. */
export function nameWithLabel(name: string, label: string): string {
  if (hasWords(name, label)) return name
  const room = longestName - label.length - 1
  return `${name.slice(0, Math.max(0, room)).trimEnd()} ${label}`.trim()
}

/** As whole words: `S` is not in `Glow Serum`, and `5 ml` not in `15 ml`. */
function hasWords(name: string, label: string): boolean {
  const wordsOf = (text: string) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.,]+/gu, ' ')
      .trim()} `
  return wordsOf(name).includes(wordsOf(label))
}

/** What all of them are called: the name without the size or shade at its end. */
export function nameWithoutLabel(name: string, label: string): string {
  const end = label.trim().toLowerCase()
  if (end === '' || !name.toLowerCase().endsWith(end)) return name
  return name.slice(0, name.length - end.length).replace(/[\s,–(-]+$/u, '') || name
}

/** `30 ml` of `Glow Serum 30 ml`; empty where the name ends in no measure. */
export function measureIn(name: string): string {
  return /(?:^|\s)(\d+(?:[.,]\d+)?\s?(?:ml|cl|l|g|kg|mg|oz|pcs?))$/i.exec(name.trim())?.[1] ?? ''
}

/** The card of an article shows the first that can be bought, or else the first. */
export function shownFirst<Each extends Choice>(choices: readonly Each[]): Each | undefined {
  return choices.find(({ stock }) => stock > 0) ?? choices[0]
}

/** Null where all cost the same: then nothing is *from*. */
export function lowestPrice(choices: readonly Choice[]): Pesewas | null {
  const prices = choices.map(({ price }) => price)
  const lowest = Math.min(...prices)
  return prices.some((price) => price !== lowest) ? lowest : null
}

/** A colour makes it a shade. */
export function choiceKind(choices: readonly Pick<Choice, 'colour'>[]): 'Shade' | 'Size' {
  return choices.some(({ colour }) => colour) ? 'Shade' : 'Size'
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** A number as barcodes carry it: 8, 12, 13 or 14 digits, of which the last one proves the others. */
export function isBarcode(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).toReversed()
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
