import { and, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import {
  among,
  beginning,
  begunBy,
  firstWindow,
  hasTerms,
  isOneOf,
  listAmongMany,
  mostFound,
  type ProductSearch,
  wordsOf,
} from './search.ts'
import { products } from './tables.ts'

/** Letters that a word needs before one of them may be wrong: short words look like too many others. */
const longEnough = 4

/** How alike two words must be: `hibiskus` is 0.55 of `hibiscus`, `vitmin` 0.5 of `vitamin`. */
const alikeEnough = '0.45'

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
  const corrected = sample?.meant && (await asSpelled(tx, sample.meant, { where, newest }))
  if (corrected && corrected.ids.length >= asked) return corrected
  const ids = await listAlike(tx, sample?.isFull ? and(alike, among(newest, firstWindow)) : alike)
  const closeness = sql`word_similarity(${words.join(' ')}, ${products.nameText})`
  return { ids, matches: isOneOf(ids), closeness }
}

async function asSpelled(
  db: Database,
  words: readonly string[],
  { where, newest }: { where: SQL | undefined; newest: number },
): Promise<ProductSearch> {
  const { matches, closeness, begun } = begunBy(words, where)
  const listed = await listAmongMany(db, words, { where, begun, newest })
  return { ids: listed.ids, listed, matches, closeness }
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

/** All of a small shop; of a large one, where the newest do not tell what is meant, the first that are found. */
const mostCompared = 5_120

/** The newest of them. */
async function listAlike(db: Database, where: SQL | undefined): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with alike as materialized (select id from ${products} where ${where} limit ${mostCompared})
    select id from alike order by id desc limit ${mostFound}`)
  return rows.map(({ id }) => id)
}

function looksLike(word: string): SQL {
  const begins = hasTerms(sql.param(beginning(word)))
  return word.length < longEnough ? begins : sql`(${begins} or ${word} <% ${products.nameText})`
}
