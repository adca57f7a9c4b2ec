import { inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { products } from './tables.ts'

/** Which products are meant, and which of them come first. */
export type ProductSearch = { matches: SQL; closeness: SQL }

/** Words that a person typed, without the signs that mean something to the database; at most six count. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .slice(0, 100)
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 6) ?? []
  )
}

/** Each word begins a word of the product's texts; products that carry it in their name come first. */
export function asTyped(words: readonly string[]): ProductSearch {
  const named = words.map((word) => sql`strpos(${products.nameText}, ${word}) > 0`)
  return {
    matches: sql`${products.words} @@ to_tsquery('simple', ${words.map(beginning).join(' & ')})`,
    closeness: sql`(${sql.join(named, sql` and `)})`,
  }
}

/** Letters that a word needs before one of them may be wrong: short words look like too many others. */
const longEnough = 4

/** How alike two words must be: `hibiskus` is 0.55 of `hibiscus`, `vitmin` 0.5 of `vitamin`. */
const alikeEnough = '0.45'

/** Among so many that look alike, nobody misses one. */
const mostAlike = 200

/**
 * Each word looks like a part of the name, category or brand. The database reads along its index until it has enough,
 * and never the whole catalogue, which it would otherwise prefer where many products look alike.
 */
export async function asMeant(db: Database, words: readonly string[]): Promise<ProductSearch> {
  const ids = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${alikeEnough}, true),
      set_config('enable_seqscan', 'off', true)`)
    const { rows } = await tx.execute<{ id: number }>(sql`
      with alike as materialized (
        select id from ${products} where removed_at is null and ${sql.join(words.map(looksLike), sql` and `)}
      )
      select id from alike limit ${mostAlike}`)
    return rows.map(({ id }) => id)
  })
  return {
    matches: inArray(products.id, ids),
    closeness: sql`word_similarity(${words.join(' ')}, ${products.nameText})`,
  }
}

function looksLike(word: string): SQL {
  const begins = sql`${products.words} @@ to_tsquery('simple', ${beginning(word)})`
  return word.length < longEnough ? begins : sql`(${begins} or ${word} <% ${products.nameText})`
}

function beginning(word: string): string {
  return `${word}:*`
}
