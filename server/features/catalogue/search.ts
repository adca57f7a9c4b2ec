import { and, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
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

/**
 * Each word begins a word of the product's texts; products that carry it in their name come first. Three searches in one
 * question, of which the later ones are done only where those before find too few:
 * - the words whole, among the newest. Where very many products carry a word, it is meant as it stands, and all that merely
 *   begin alike would have to be gathered before the newest of them are known;
 * - beginnings of words, among so many of the newest as will be enough by what was found so far;
 * - beginnings of words, everywhere: what is rare is found quickly.
 */
export async function asTyped(
  db: Database,
  words: readonly string[],
  where: SQL | undefined,
): Promise<ProductSearch & { newest: number }> {
  const matches = hasWords(words.map(beginning))
  const { rows } = await db.execute<{ ids: number[]; newest: number }>(sql`
    with newest as materialized (select coalesce(max(id) >> ${lowerBits}, 0) as place from ${products}),
    whole as materialized (
      select id from ${products} where ${and(where, hasWords(words), among(newestPlace, firstWindow))}
        and ${newestPlace} >= ${firstWindow}
    ),
    step as materialized (
      select n >= ${mostFound} as is_enough, case n when 0 then ${firstWindow}::int
        else ceil(1.5 * ${firstWindow} * ${mostFound} / n)::int end as groups
      from (select count(*) as n from whole) so_far
    ),
    lately as materialized (
      select id from ${products} where ${and(where, matches, among(newestPlace, sql`(select groups from step)`))}
        and not (select is_enough from step) and ${newestPlace} >= (select groups from step)
    ),
    all_of_them as materialized (
      select id from ${products} where ${and(where, matches)}
        and not (select is_enough from step) and (select count(*) from lately) < ${mostFound}
    ),
    found as (
      select id from whole where (select is_enough from step)
      union all select id from lately where (select count(*) from lately) >= ${mostFound}
      union all select id from all_of_them
    )
    select array(select id from found order by id desc limit ${mostFound}) as ids, ${newestPlace} as newest`)
  const { ids, newest } = rows[0] ?? { ids: [], newest: 0 }
  const named = words.map((word) => sql`strpos(${products.nameText}, ${word}) > 0`)
  return { ids, newest, matches, closeness: sql`(${sql.join(named, sql` and `)})` }
}

/** Products whose numbers have the same upper part lie together in the indexes of the search. */
const lowerBits = sql.raw('10')

/** So many such groups, the newest, are searched before all others. */
export const firstWindow = 5

const newestPlace = sql`(select place from newest)`

/** Only products of so many groups, the newest. */
export function among(newest: number | SQL, groups: number | SQL): SQL {
  return sql`(${products.id} >> ${lowerBits}) > ${newest}::int - ${groups}::int`
}

export function isOneOf(ids: readonly number[]): SQL {
  return sql`${products.id} = any(${sql.param(ids)}::int[])`
}

export function hasWords(terms: readonly string[]): SQL {
  return sql`${products.words} @@ to_tsquery('simple', ${terms.join(' & ')})`
}

export function beginning(word: string): string {
  return `${word}:*`
}
