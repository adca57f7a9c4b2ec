import { type SQL, sql } from 'drizzle-orm'
import { diallablePhone, normalisePhone, phoneForSpreadsheet } from '#rules/phone-number.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sqlStateOf } from '#server/platform/database/sql-state.ts'
import { findNewestId } from './order-counts.ts'
import { orders } from './tables.ts'

const longestPatternMs = 2_000

/** Which orders are looked through. */
export type SearchScope = 'recent' | 'recent first' | 'many first' | 'all'

/**
 * A term is tried as a pattern, and as plain text when it is not a valid one. A pattern that takes too long counts
 * as plain text as well, so that none can hang the shop.
 */
export async function searching<T>(
  db: Database,
  term: string | undefined,
  read: (db: Database, matches: SQL | undefined, scope: SearchScope) => Promise<T>,
): Promise<T> {
  if (!term) return read(db, undefined, 'all')
  const plain = plainText(term)
  const scope = scopeOf(term)
  if (!looksLikePattern(term) || scope === 'all') return read(db, plain, scope)
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${longestPatternMs}`))
        return read(tx, sql`(${orders.searchText} ~* ${`(?n)${term}`} or ${plain})`, scope)
      },
      { accessMode: 'read only' },
    )
  } catch (error) {
    if (!isUselessPattern(error)) throw error
    return read(db, plain, scope)
  }
}

/**
 * Whole numbers are rare, wherever they are. One or two letters are everywhere, and the index knows nothing so short. Of two words
 * together there are seldom enough among the very newest.
 */
function scopeOf(term: string): SearchScope {
  if (normalisePhone(term) !== null) return 'all'
  if (term.length < 3) return 'recent'
  return /\S\s+\S/.test(term) ? 'many first' : 'recent first'
}

function looksLikePattern(term: string): boolean {
  return /[\\^$.|?*+()[\]{}]/.test(term)
}

/** Orders whose numbers have the same upper part lie together in the index of the search. */
const lowerBits = 12

/** So many such groups, the newest, are looked through one after the other: about 8,000 and 65,000 orders. */
const recentGroups = [2, 16]

/** Of what some orders have, others may have this many times as much. */
const surely = 2

/** Orders that are looked through at once: their condition, and how many there are. */
type Place = { where: SQL | undefined; size: number }

/** One after the other. Only one or two letters are never looked for among all. */
async function placesToSearch(db: Database, scope: SearchScope): Promise<Place[]> {
  const all = { where: undefined, size: Number.POSITIVE_INFINITY }
  if (scope === 'all') return [all]
  const newest = (await findNewestId(db)) >> lowerBits
  const wanted = scope === 'many first' ? recentGroups.slice(1) : recentGroups
  const recent = wanted
    .filter((groups) => groups <= newest)
    .map((groups) => ({
      where: sql`(${orders.id} >> ${sql.raw(String(lowerBits))}) > ${newest - groups}`,
      size: groups << lowerBits,
    }))
  return scope === 'recent' && recent.length === recentGroups.length ? recent : [...recent, all]
}

/**
 * The newest so many that match. What is frequent is found among the very newest. What is rare there is looked for among all at
 * once: the index soon has all of it, and a place between would only be looked through in vain.
 */
export async function findNewest(
  db: Database,
  scope: SearchScope,
  atMost: number,
  list: (where: SQL | undefined) => Promise<number[]>,
): Promise<number[]> {
  const places = await placesToSearch(db, scope)
  let ids: number[] = []
  let searched = 0
  for (const place of places) {
    const likely = (ids.length * place.size) / searched
    const isLast = place === places.at(-1)
    if (searched > 0 && !isLast && surely * likely < atMost) continue
    ids = await list(place.where)
    if (ids.length === atMost) break
    searched = place.size
  }
  return ids
}

/** Not a pattern, one that is too complex, or one that was stopped. */
function isUselessPattern(error: unknown): boolean {
  return /^(2201B|54|57014|53200)/.test(sqlStateOf(error) ?? '')
}

/** Every number is stored in its shortest spelling too, so however one is typed, that one is looked for. */
function plainText(term: string): SQL {
  const phone = normalisePhone(term)
  const conditions = [phone === null ? containsWords(term) : containsNumber(phoneForSpreadsheet(phone))]
  const number = /^#?(\d{1,9})$/.exec(term)?.[1]
  if (number !== undefined) conditions.push(sql`${orders.id} = ${Number(number)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Its last digits are nearly nobody else's, and the index is done with those more than twice as fast as with all of them. */
function containsNumber(number: string): SQL {
  const end = `%${number.slice(-6)}%`
  return sql`(${orders.searchText} like ${end} and strpos(${orders.searchText}, ${number}) > 0)`
}

/**
 * Where one word ends and the next begins is nearly as rare as both together, and the index has half as much to compare. The empty
 * text keeps it from doing so with the whole term.
 */
function containsWords(term: string): SQL {
  const [between] = /\S{3}\s+\S{3}/u.exec(term) ?? []
  // What is a pattern as well is hardly ever found word for word, and soonest as a whole.
  if (between === undefined || looksLikePattern(term)) return contains(term)
  return sql`(${contains(between)} and ${orders.searchText} || '' ilike ${likePattern(term)})`
}

/** The signs that mean something to the database mean themselves here. */
export function contains(term: string): SQL {
  return sql`${orders.searchText} ilike ${likePattern(term)}`
}

function likePattern(term: string): string {
  return `%${escapeLike(term)}%`
}

export function escapeLike(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&')
}

/** The number stands in a line of its own, so that the index finds it. */
export function hasNumber(phone: string): SQL {
  const number = diallablePhone(phone)
  return sql`(${orders.searchText} like ${`%${escapeLike(number)}%`} and ${number} = any(string_to_array(${orders.searchText}, e'\\n')))`
}
