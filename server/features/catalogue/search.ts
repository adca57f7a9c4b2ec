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
const firstWindow = 5

const newestPlace = sql`(select place from newest)`

/** Only products of so many groups, the newest. */
function among(newest: number | SQL, groups: number | SQL): SQL {
  return sql`(${products.id} >> ${lowerBits}) > ${newest}::int - ${groups}::int`
}

export function isOneOf(ids: readonly number[]): SQL {
  return sql`${products.id} = any(${sql.param(ids)}::int[])`
}

function hasWords(terms: readonly string[]): SQL {
  return sql`${products.words} @@ to_tsquery('simple', ${terms.join(' & ')})`
}

function beginning(word: string): string {
  return `${word}:*`
}

/** Letters that a word needs before one of them may be wrong: short words look like too many others. */
const longEnough = 4

/** How alike two words must be: `hibiskus` is 0.55 of `hibiscus`, `vitmin` 0.5 of `vitamin`. */
const alikeEnough = '0.45'

/** Among so many that look alike, nobody misses one. */
const mostAlike = 200

/** What so many of the newest products are called tells which words were meant. */
const asked = 10

/** They are looked for in so many groups, the newest. */
const askedGroups = 2

/** Each word looks like a part of the name, category or brand. */
export async function asMeant(
  db: Database,
  words: readonly string[],
  where: SQL | undefined,
  newest: number,
): Promise<ProductSearch> {
  return db.transaction((tx) => findAlike(tx, words, where, newest), { accessMode: 'read only' })
}

async function findAlike(
  tx: Database,
  words: readonly string[],
  where: SQL | undefined,
  newest: number,
): Promise<ProductSearch> {
  // The database reads along its index, and never the whole catalogue, which it would prefer where many look alike.
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${alikeEnough}, true),
    set_config('enable_seqscan', 'off', true)`)
  const alike = and(where, ...words.map(looksLike))
  const isLarge = newest >= firstWindow
  const sample = isLarge ? await askNewest(tx, words, and(alike, among(newest, askedGroups))) : null
  const corrected = sample?.meant && (await asTyped(tx, sample.meant, where))
  if (corrected && corrected.ids.length >= asked)
    return { ...corrected, ids: corrected.ids.slice(0, mostAlike) }
  const ids = await listAlike(tx, sample?.isFull ? and(alike, among(newest, firstWindow)) : alike)
  const closeness = sql`word_similarity(${words.join(' ')}, ${products.nameText})`
  return { ids, matches: isOneOf(ids), closeness }
}

type Sample = { isFull: boolean; meant: string[] | null }

/**
 * The words as the shop spells them, when enough products look alike to know: looking for these is much quicker than
 * comparing the letters of everything. Null when there are too few, or a word is like no single one.
 */
async function askNewest(db: Database, words: readonly string[], alike: SQL | undefined): Promise<Sample> {
  const { rows } = await db.execute<{ typed: string; meant: string | null; isFull: boolean }>(sql`
    with found as materialized (select name_text from ${products} where ${alike}),
    alike as materialized (select name_text from found limit ${asked}),
    named as materialized (
      select distinct word from alike, unnest(tsvector_to_array(to_tsvector('simple', name_text))) word
    )
    select typed, (
      select word from named where typed <% word order by similarity(typed, word) desc, word limit 1
    ) as meant, (select count(*) from alike) = ${asked} as "isFull"
    from unnest(${sql.param(words)}::text[]) with ordinality each (typed, place) order by place`)
  const isFull = rows.every((row) => row.isFull)
  const meant = rows.map((row) => (row.typed.length < longEnough ? row.typed : (row.meant ?? '')))
  return { isFull, meant: isFull && meant.every((word) => wordsOf(word)[0] === word) ? meant : null }
}

async function listAlike(db: Database, where: SQL | undefined): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with alike as materialized (select id from ${products} where ${where})
    select id from alike limit ${mostAlike}`)
  return rows.map(({ id }) => id)
}

function looksLike(word: string): SQL {
  const begins = hasWords([beginning(word)])
  return word.length < longEnough ? begins : sql`(${begins} or ${word} <% ${products.nameText})`
}
