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
    .map((groups) => ({ where: isInGroups(newest - groups + 1, newest), size: groups << lowerBits }))
  return scope === 'recent' && recent.length === recentGroups.length ? recent : [...recent, all]
}

/** Each group by itself: the index skips what lies in none of them, while it would collect all orders of a range. */
function isInGroups(first: number, last: number): SQL {
  const groups = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return sql`array[${orders.id} >> ${sql.raw(String(lowerBits))}] && ${`{${groups}}`}::int[]`
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
function plainText(typed: string): SQL {
  // As it is stored: whoever types two blanks between two words means one.
  const term = typed.replace(/\s+/g, ' ')
  const phone = normalisePhone(term)
  const conditions = [phone === null ? containsWords(term) : containsNumber(phoneForSpreadsheet(phone))]
  const number = /^#?(\d{1,9})$/.exec(term)?.[1]
  if (number !== undefined) conditions.push(sql`${orders.id} = ${Number(number)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

function containsNumber(number: string): SQL {
  return sql`(${hasKey(lastDigitsOf(number))} and strpos(${orders.searchText}, ${number}) > 0)`
}

/** What the index has as one key is found at once; letters it would have to compare three by three, in all orders that share them. */
function hasKey(key: string): SQL {
  return sql`order_search_keys(${orders.searchText}) @> array[lower(${key})]`
}

/** They are nearly nobody else's. */
function lastDigitsOf(number: string): string {
  return number.slice(-6)
}

/**
 * Where one word ends and the next begins is nearly as rare as both together. The empty text keeps the index from comparing the
 * letters as well.
 */
function containsWords(term: string): SQL {
  const [between] = /\S{3} \S{3}/u.exec(term) ?? []
  // What is a pattern as well is hardly ever found word for word, and soonest as a whole.
  if (between === undefined || looksLikePattern(term)) return contains(term)
  return sql`(${hasKey(between)} and ${orders.searchText} || '' ilike ${likePattern(term)})`
}

/** The signs that mean something to the database mean themselves here. */
function contains(term: string): SQL {
  return sql`${orders.searchText} ilike ${likePattern(term)}`
}

function likePattern(term: string): string {
  return `%${escapeLike(term)}%`
}

export function escapeLike(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&')
}

/** The number stands in a line of its own. */
export function hasNumber(phone: string): SQL {
  const number = diallablePhone(phone)
  const isFound = /\d{6}$/.test(number) ? hasKey(lastDigitsOf(number)) : contains(number)
  return sql`(${isFound} and ${number} = any(string_to_array(${orders.searchText}, e'\\n')))`
}
