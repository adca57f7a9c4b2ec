import { and, desc, type SQL, sql } from 'drizzle-orm'
import { type Database, written } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { isShown } from './categories.ts'
import {
  type Among,
  among,
  asTyped,
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

/** Up to so many letters a word that is written as it is heard has too little in common with the right one to look like it. */
const shortEnough = 5

/** One slip in a word of a name, category or brand; else each word looks like a part of them, or sounds like a word of the shop. */
export async function asMeant(
  db: Database,
  words: readonly string[],
  within: Among,
  newest: number,
): Promise<ProductSearch> {
  const names = (await readNameWords(db)).map(({ word }) => word)
  const spelled = words.map((word) => spell(word, names))
  if (spelled.some((word, place) => word !== words[place])) {
    const found = await asTyped(db, spelled, within)
    if (found.ids.length > 0) return found
  }
  const alike = await db.transaction((tx) => findAlike(tx, words, within.where, newest), {
    accessMode: 'read only',
  })
  if (alike.ids.length > 0 || !words.some(isShort)) return alike
  const known = (await readShortWords(db)).map(({ word }) => word)
  const heard = spelled.map((word) => hear(word, known))
  return heard.some((word, place) => word !== spelled[place]) ? asTyped(db, heard, within) : alike
}

/** So many names, or short words, tell how words are spelled. */
const mostRead = 1_000

/**
 * The words of the newest names, the most frequent first: a slip leaves a short word too few groups of letters to be compared by. Those
 * of descriptions and ingredients are left out: they hold half the language, and `balm` would be taken for `palm`. Whatever changes a
 * name publishes `categories`; orders, which publish `catalogue`, change none.
 */
const readNameWords = rememberedRead('name-words', ['categories'], (db) =>
  wordsOfNewest(db, sql`${products.nameText}`, sql`length(word) >= ${written(longEnough)}`),
)

/** With those of the first ingredients, which say what a product is made of: what merely sounds alike is hardly ever a word of its own. */
const readShortWords = rememberedRead('short-words', ['categories'], (db) =>
  wordsOfNewest(
    db,
    sql`${products.nameText} || ' ' || left(${products.ingredients}, 300)`,
    sql`length(word) between ${written(longEnough)} and ${written(shortEnough)}`,
  ).limit(mostRead),
)

function wordsOfNewest(db: Database, text: SQL, isWanted: SQL) {
  const newest = db
    .select({ text: text.as('text') })
    .from(products)
    .where(isShown)
    .orderBy(desc(products.id))
    .limit(mostRead)
  return db
    .select({ word: sql<string>`word` })
    .from(sql`${newest} newest, unnest(tsvector_to_array(to_tsvector('simple', text))) word`)
    .where(isWanted)
    .groupBy(sql`word`)
    .orderBy(sql`count(*) desc, word`)
}

/** A word that begins one of the names is meant as it stands. */
function spell(typed: string, names: readonly string[]): string {
  if (typed.length < longEnough || names.some((name) => name.startsWith(typed))) return typed
  return names.find((name) => isOneSlip(typed, name)) ?? typed
}

/**
 * A letter is too many or left out, two have changed places, or one is wrong. Not in four letters: with one of them exchanged, `musk`,
 * `nose` and `palm` are words of their own, and no `mask`, `rose` or `balm`.
 */
function isOneSlip(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same++
  const [one, other] = [typed.slice(same), word.slice(same)]
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
  const isWrong = typed.length > longEnough && one.slice(1) === other.slice(1)
  return isSwapped || isWrong || one.slice(1) === other || one === other.slice(1)
}

function isShort(word: string): boolean {
  return word.length >= longEnough && word.length <= shortEnough
}

/** A word that begins one of the known is meant as it stands. */
function hear(typed: string, known: readonly string[]): string {
  if (!isShort(typed) || known.some((word) => word.startsWith(typed))) return typed
  return known.find((word) => sound(word) === sound(typed)) ?? typed
}

/** `zink` sounds like `zinc`, `chea` like `shea`, `sope` like `soap`. */
function sound(word: string): string {
  return word
    .replace(/[ckz]/g, 's')
    .replace(/e$/, '')
    .replace(/([aeiou])[aeiou]+/g, '$1')
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
