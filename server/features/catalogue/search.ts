import { and, type SQL, sql } from 'drizzle-orm'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { products } from './tables.ts'

/** Which products are meant, the condition that they meet, and which of them come first. */
export type ProductSearch = { ids: number[]; matches: SQL; closeness: SQL }

/** Nobody looks through more; whoever finds so many says it more exactly. One more shows that there are others. */
export const mostFound = 201

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
export async function asTyped(
  db: Database,
  words: readonly string[],
  where: SQL | undefined,
): Promise<ProductSearch> {
  const named = words.map((word) => sql`strpos(${products.nameText}, ${word}) > 0`)
  const matches = sql`${products.words} @@ to_tsquery('simple', ${words.map(beginning).join(' & ')})`
  const ids = await newestFirst(db, mostFound, async (window) => {
    // Found first and sorted then: the database would otherwise read all products from the newest on, waiting for one that fits.
    const { rows } = await db.execute<{ id: number }>(sql`
      with found as materialized (select id from ${products} where ${and(where, matches, window)})
      select id from found order by id desc limit ${mostFound}`)
    return rows.map(({ id }) => id)
  })
  return { ids, matches, closeness: sql`(${sql.join(named, sql` and `)})` }
}

/** Products whose numbers have the same upper part lie together in the indexes of the search. */
const lowerBits = 10

/** So many such groups, the newest, are searched before all others. */
const windows = [4, 32]

/** A word that very many products share is mostly found among the newest; a rare one is quickly found among all. */
async function newestFirst(
  db: Database,
  atMost: number,
  find: (window: SQL | undefined) => Promise<number[]>,
): Promise<number[]> {
  const { rows } = await db.execute<{ newest: number | null }>(
    sql`select max(id) >> ${sql.raw(String(lowerBits))} as newest from ${products}`,
  )
  const newest = rows[0]?.newest ?? 0
  for (const groups of windows.filter((size) => size <= newest)) {
    const ids = await find(sql`(${products.id} >> ${sql.raw(String(lowerBits))}) > ${newest - groups}`)
    if (ids.length === atMost) return ids
  }
  return find(undefined)
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
export async function asMeant(
  db: Database,
  words: readonly string[],
  where: SQL | undefined,
): Promise<ProductSearch> {
  const ids = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${alikeEnough}, true),
      set_config('enable_seqscan', 'off', true)`)
    return newestFirst(tx, mostAlike, async (window) => {
      const { rows } = await tx.execute<{ id: number }>(sql`
        with alike as materialized (
          select id from ${products} where ${and(where, ...words.map(looksLike), window)}
        )
        select id from alike limit ${mostAlike}`)
      return rows.map(({ id }) => id)
    })
  })
  const closeness = sql`word_similarity(${words.join(' ')}, ${products.nameText})`
  return { ids, matches: isOneOf(ids), closeness }
}

export function isOneOf(ids: readonly number[]): SQL {
  return sql`${products.id} = any(${sql.param(ids)}::int[])`
}

function looksLike(word: string): SQL {
  const begins = sql`${products.words} @@ to_tsquery('simple', ${beginning(word)})`
  return word.length < longEnough ? begins : sql`(${begins} or ${word} <% ${products.nameText})`
}

function beginning(word: string): string {
  return `${word}:*`
}
