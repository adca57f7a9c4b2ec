import { type SQL, sql } from 'drizzle-orm'
import { products } from './tables.ts'

/** Words that a person typed, without the signs that mean something to the database; at most six count. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .slice(0, 100)
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 6) ?? []
  )
}

export type ProductSearch = { matches: SQL; closeness: SQL }

/** A product is found by the beginnings of its words, or by a name that looks like what was typed. */
export function searchFor(text: string): ProductSearch | null {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const beginnings = words.map((word) => `${word}:*`).join(' & ')
  const typed = words.join(' ')
  return {
    matches: sql`(${products.words} @@ to_tsquery('simple', ${beginnings}) or ${typed} <% ${products.nameText})`,
    closeness: sql`word_similarity(${typed}, ${products.nameText})`,
  }
}
