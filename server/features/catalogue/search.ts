import { and, type SQL, sql } from 'drizzle-orm'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { products } from './tables.ts'

/** Which products are meant, the condition that they meet, and which of them come first; `close` where that is known already. */
export type ProductSearch = { ids: number[]; close?: number[]; matches: SQL; closeness: SQL }

type Listed = { ids: number[]; close: number[] }

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
 * Each word begins a word of the product's texts; products that carry it in their name come first. A small shop is searched at once;
 * in a large one, the newest say how to go on:
 * - the words whole, one group of the newest after the other. Where very many products carry a word, it is meant as it stands, and
 *   all that merely begin alike would have to be gathered before the newest of them are known;
 * - what is rare is found quickly everywhere, in the same question;
 * - what is neither is half a word that many share.
 */
export async function asTyped(
  db: Database,
  words: readonly string[],
  where: SQL | undefined,
  place?: number,
): Promise<ProductSearch & { newest: number }> {
  const newest = place ?? (await findNewestPlace(db))
  const matches = hasWords(words.map(beginning))
  const named = words.map((word) => sql`strpos(${products.nameText}, ${word}) > 0`)
  const closeness = sql`(${sql.join(named, sql` and `)})`
  const begun = { where: and(where, matches), row: sql`id, ${closeness} as is_close` }
  const found =
    newest < firstWindow
      ? await list(db, sql`select ${begun.row} from ${products} where ${begun.where}`)
      : await listAmongMany(db, and(where, hasWords(words)), begun, newest)
  return { ...found, newest, matches, closeness }
}

type Found = Listed & { whole: number; share: number; groups: number }

/** What begins as typed, and what is read of it. */
type Begun = { where: SQL | undefined; row: SQL }

async function listAmongMany(
  db: Database,
  whole: SQL | undefined,
  begun: Begun,
  newest: number,
): Promise<Listed> {
  const { rows } = await db.execute<Found>(sql`
    with whole as materialized (
      select found.id, is_close from generate_series(${newest}::int, ${newest - firstWindow + 1}::int, -1) place, lateral (
        select ${begun.row} from ${products} where ${whole} and (id >> ${lowerBits}) = place order by id desc
      ) found
      limit ${mostFound}
    ),
    counted as materialized (select count(*) as n from whole),
    looked_at as materialized (
      select count(*) / ${lookedAt}::float8 as share from ${newestProducts(lookedAt)}
      where ${begun.where} and (select n from counted) < ${mostFound}
    ),
    step as materialized (
      select n, share, ceil(1.5 * ${mostFound} / greatest(n / ${firstWindow}::float8, share * (1 << ${lowerBits}), 0.001)) as groups
      from counted, looked_at
    ),
    everywhere as materialized (
      select ${begun.row} from ${products}
      where ${begun.where} and (select n < ${mostFound} and groups > ${newest} from step)
    ),
    found as (
      select * from whole where (select n = ${mostFound} from step)
      union all select * from everywhere
    )
    select ${listed}, n::int as whole, share, groups from step`)
  const [found] = rows
  if (!found || found.whole === mostFound || found.groups > newest) return found ?? nothing
  return listHalfWord(db, begun, found, newest)
}

/**
 * The index would have to gather all that share half a word. Where very many do, they are read from the newest on without it; where
 * fewer do, among so many of the newest as will be enough.
 */
async function listHalfWord(
  db: Database,
  { where, row }: Begun,
  { share, groups }: Found,
  newest: number,
): Promise<Listed> {
  const all = sql`select ${row} from ${products} where ${where}`
  const isFrequent = share >= frequentShare
  const some = isFrequent
    ? sql`select ${row} from ${newestProducts(Math.ceil((2 * mostFound) / frequentShare))} where ${where} limit ${mostFound}`
    : sql`${all} and ${among(newest, groups)}`
  const found = await list(db, some)
  return found.ids.length === mostFound ? found : list(db, all)
}

const nothing: Listed = { ids: [], close: [] }

/** The newest, and which of them are close; not in the order of their closeness, by which a page need not be sorted. */
const listed = sql`array(select id from found order by id desc limit ${mostFound}) as ids,
  array(select id from found where is_close order by id desc limit ${mostFound}) as close`

/** All is found first: else the database would guess how frequent it is. */
async function list(db: Database, found: SQL): Promise<Listed> {
  const { rows } = await db.execute<Listed>(sql`with found as materialized (${found}) select ${listed}`)
  return rows[0] ?? nothing
}

const readNewestPlace = preparedQuery('newest-product-place', (db) =>
  db.select({ place: sql`coalesce(max(id) >> ${lowerBits}, 0)`.mapWith(Number) }).from(products),
)

async function findNewestPlace(db: Database): Promise<number> {
  const [newest] = await readNewestPlace(db)
  return newest?.place ?? 0
}

/** Products whose numbers have the same upper part lie together in the indexes of the search. */
const lowerBits = sql.raw('10')

/** So many such groups, the newest, are searched before all others. */
const firstWindow = 5

/** So many of the newest products tell how many share the beginning of a word. */
const lookedAt = 128

/** If so many do, they are found quickly without the index. */
const frequentShare = 1 / 8

/** So many of the newest, read one after the other and without the index. */
function newestProducts(many: number): SQL {
  return sql`(select * from ${products} order by id desc limit ${many}) products`
}

/** Only products of so many groups, the newest. */
function among(newest: number, groups: number): SQL {
  return sql`(${products.id} >> ${lowerBits}) > ${newest - groups}::int`
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
  const corrected = sample?.meant && (await asTyped(tx, sample.meant, where, newest))
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
