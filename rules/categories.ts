import type { Shelf } from './shelves.ts'

/** The specification's: a new shop starts with them, and the owner changes them as they like. */
export const defaultCategories = [
  'cleanser',
  'moisturizer',
  'serum',
  'mask',
  'sunscreen',
  'toner',
  'eye cream',
] as const

export type Category = (typeof defaultCategories)[number]

/** One spelling for one category: links say `cleansers`, `Eye-Cream` or `moisturiser` and mean the same shelf. */
export function normaliseCategory(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .replace(/moisturis/g, 'moisturiz')
  return singular(words)
}

export function isSameCategory(one: string, other: string): boolean {
  return normaliseCategory(one) === normaliseCategory(other)
}

/** The categories of these products: the specification's in their order, then any other by the alphabet. */
export function listCategories(products: readonly { category: string }[]): string[] {
  const found = new Set(products.map((product) => normaliseCategory(product.category)).filter(Boolean))
  const first = defaultCategories.filter((category) => found.delete(category))
  return [...first, ...[...found].sort()]
}

/** A shelf that nobody has given a name. */
export function shelfOf(category: string): Shelf {
  const slug = normaliseCategory(category)
  return { slug, name: titled(slug), heading: titled(plural(slug)) }
}

function singular(words: string): string {
  if (words.length < 4) return words
  if (words.endsWith('ies')) return `${words.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss)es$/.test(words)) return words.slice(0, -2)
  // An s that stands alone is no plural.
  return /[^sui\s]s$/.test(words) ? words.slice(0, -1) : words
}

function plural(words: string): string {
  if (/[^aeiou ]y$/.test(words)) return `${words.slice(0, -1)}ies`
  if (/(?:x|ch|sh|s)$/.test(words)) return `${words}es`
  return words && `${words}s`
}

function titled(words: string): string {
  return words.replace(/(?:^| )\S/g, (start) => start.toUpperCase())
}
