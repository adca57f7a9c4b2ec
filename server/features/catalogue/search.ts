import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { type Database, oneRow, preparedQuery, written } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { isShown } from './categories.ts'
import { type CardRow, cardColumns } from './product-rows.ts'
import { products } from './tables.ts'

/** Which products are meant, the condition that they meet, and which of them come first; `listed` where that is known already. */
export type ProductSearch = {
  ids: number[]
  listed?: Listed
  /** Those of the first page, in the order of the shop, where they came along. */
  firstCards?: CardRow[] | undefined
  matches: SQL
  closeness: SQL
}

/** The newest first, and which of them carry the words in their name or are featured. */
type Listed = { ids: number[]; close: number[]; featured: number[] }

export type Among = {
  where: SQL | undefined
  /** If `where` is just what customers look through: one shelf, or null for the whole shop. Undefined for anything else. */
  shelf: string | null | undefined
  /** So many cards are wanted with the search. */
  wantedCards: number
}

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
  { where, shelf, wantedCards }: Among,
): Promise<ProductSearch & { newest: number }> {
  const [{ newest } = { newest: 0 }] = await readNewestPlace(db)
  const { begun, ...search } = begunBy(words, where)
  if (newest >= firstWindow) {
    const listed = await listAmongMany(db, words, { where, shelf, begun, newest })
    return { ...search, ids: listed.ids, listed, newest }
  }
  if (shelf === undefined) {
    const listed = await list(db, sql`select ${begun.row} from ${products} where ${begun.where}`)
    return { ...search, ids: listed.ids, listed, newest }
  }
  const { terms, named } = begun
  const [found] = await searchShown(db, { terms, named, shelf, wantedCards })
  const { firstCards, ...listed } = found ?? { ...nothing, firstCards: [] }
  return { ...search, ids: listed.ids, listed, ...(wantedCards > 0 && { firstCards }), newest }
}

function isNamed(patterns: SQLWrapper): SQL {
  return sql`${products.nameText} like all(${patterns}::text[])`
}

function rowWith(closeness: SQL): SQL {
  return sql`id, ${closeness} as is_close, featured`
}

/** All that begin as typed, and what is read of them. */
type Begun = { where: SQL | undefined; row: SQL }

/** The same with what was typed, as prepared statements take it. */
type BegunAsTyped = Begun & { terms: string; named: string[] }

export function begunBy(
  words: readonly string[],
  where: SQL | undefined,
): { matches: SQL; closeness: SQL; begun: BegunAsTyped } {
  const terms = together(words.map(beginning))
  const named = words.map((word) => `%${word}%`)
  const matches = hasTerms(sql.param(terms))
  const closeness = isNamed(sql.param(named))
  const begun = { where: and(where, matches), row: rowWith(closeness), terms, named }
  return { matches, closeness, begun }
}

type Found = Listed & { whole: number; share: number; groups: number }

type InLargeShop = {
  where: SQL | undefined
  shelf?: Among['shelf']
  begun: BegunAsTyped
  newest: number
}

export async function listAmongMany(
  db: Database,
  words: readonly string[],
  { where, shelf, begun, newest }: InLargeShop,
): Promise<Listed> {
  const whole = together(words)
  const { terms, named } = begun
  const [found] =
    shelf === undefined
      ? await searchAmongMany(db, {
          where,
          whole: hasTerms(sql.param(whole)),
          begun,
          newest: sql`${newest}::int`,
        })
      : await searchShownAmongMany(db, { terms, named, whole, shelf, newest })
  if (!found || found.whole === mostFound || found.groups > newest) return found ?? nothing
  return listHalfWord(db, begun, found, newest)
}

type AmongMany = { where: SQL | undefined; whole: SQL; begun: Begun; newest: SQL }

async function searchAmongMany(db: Database, asked: AmongMany): Promise<Found[]> {
  const { rows } = await db.execute<Found>(amongMany(asked))
  return rows
}

function amongMany({ where, whole, begun, newest }: AmongMany): SQL {
  return sql`
    with whole as materialized (
      select found.* from (values ${newestGroups(newest)}) newest (place), lateral (
        select ${begun.row} from ${products} where ${and(where, whole)} and (id >> ${lowerBits}) = place order by id desc
      ) found
      limit ${written(mostFound)}
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
    ),
    ${latest}
    select ${newestAndClose}, n::int as whole, share, groups from step`
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

const nothing: Listed = { ids: [], close: [], featured: [] }

const latest = sql`latest as materialized (select * from found order by id desc limit ${written(mostFound)})`

/** The numbers of the newest, and which of them are close or featured: the shop itself puts a page in order, by whichever is asked. */
const newestAndClose = sql`array(select id from latest order by id desc) as ids,
  array(select id from latest where is_close) as close,
  array(select id from latest where featured) as featured`

/** All is found first: else the database would guess how frequent it is. */
function listing(found: SQL): SQL {
  return sql`with found as materialized (${found}), ${latest} select ${newestAndClose}`
}

async function list(db: Database, found: SQL): Promise<Listed> {
  const { rows } = await db.execute<Listed>(listing(found))
  return rows[0] ?? nothing
}

const listedColumns = {
  ids: sql<number[]>`ids`,
  close: sql<number[]>`close`,
  featured: sql<number[]>`featured`,
}

const askedShelf = sql`${sql.placeholder('shelf')}::text`
const isOnShelf = and(isShown, sql`(${askedShelf} is null or ${products.category} = ${askedShelf})`)
const begunOnShelf = {
  where: and(isOnShelf, hasPreparedTerms(sql.placeholder('terms'))),
  row: rowWith(isNamed(sql.placeholder('named'))),
}

/**
 * What customers ask of a small shop, put into words once, with the cards of the first page. One plan does for all words: the index of
 * the words is quick for a frequent one, too.
 */
const searchShown = preparedQuery('search-shown', (db) => {
  const found = listing(sql`select ${begunOnShelf.row} from ${products} where ${begunOnShelf.where}`)
  const first = sql`array(
    select id from latest order by is_close desc, featured desc, id desc limit ${sql.placeholder('wantedCards')})`
  const firstCards = asOneValue(cardColumns, {
    from: sql`from unnest(first) with ordinality place (id, number) join ${products} on ${products.id} = place.id`,
    order: sql`place.number`,
  })
  return db.select({ ...listedColumns, firstCards }).from(sql`(${found}, ${first} as first) search`)
})

/** The same in a large shop, where each step is done in one way. */
const searchShownAmongMany = preparedQuery('search-shown-among-many', (db) => {
  const newest = sql`${sql.placeholder('newest')}::int`
  const whole = hasPreparedTerms(sql.placeholder('whole'))
  const found = amongMany({ where: isOnShelf, whole, begun: begunOnShelf, newest })
  const steps = { whole: sql<number>`whole`, share: sql<number>`share`, groups: sql<number>`groups` }
  return db.select({ ...listedColumns, ...steps }).from(sql`(${found}) search`)
})

/** Products whose numbers have the same upper part lie together in the indexes of the search. */
const lowerBits = written(10)

/** So many such groups, the newest, are searched before all others. */
export const firstWindow = 5

/** The place of the newest product says how large the shop is. It is as new as cached pages are. */
const readNewestPlace = rememberedRead('newest-place', ['catalogue'], (db) =>
  db
    .select({ newest: sql<number>`(select coalesce(max(id) >> ${lowerBits}, 0) from ${products})` })
    .from(oneRow),
)

/** So many of the newest products tell how many share the beginning of a word. */
const lookedAt = 128

/** If so many do, they are found quickly without the index. */
const frequentShare = 1 / 8

function newestGroups(newest: SQL): SQL {
  const places = Array.from({ length: firstWindow }, (_, back) => sql`(${newest} - ${written(back)})`)
  return sql.join(places, sql`, `)
}

/** So many of the newest, read one after the other and without the index. */
function newestProducts(many: number): SQL {
  return sql`(select * from ${products} order by id desc limit ${written(many)}) products`
}

/** Only products of so many groups, the newest. */
export function among(newest: number, groups: number): SQL {
  return sql`(${products.id} >> ${lowerBits}) > ${newest - groups}::int`
}

export function isOneOf(ids: readonly number[]): SQL {
  return sql`${products.id} = any(${sql.param(ids)}::int[])`
}

export function hasTerms(terms: SQLWrapper): SQL {
  return sql`${products.words} @@ to_tsquery('simple', ${terms})`
}

/**
 * The same in a prepared statement, where PostgreSQL would read the terms anew for each row that it looks at; and plan anew for a word
 * that it takes for frequent.
 */
function hasPreparedTerms(asked: SQLWrapper): SQL {
  return sql`${products.words} @@ (select to_tsquery('simple', ${asked}))`
}

function together(terms: readonly string[]): string {
  return terms.join(' & ')
}

export function beginning(word: string): string {
  return `${word}:*`
}
