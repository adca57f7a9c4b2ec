import { type SQL, sql } from 'drizzle-orm'
import { normalisePhone, phoneForSpreadsheet } from '../../../rules/phone-number.ts'
import type { Database } from '../../platform/database/database.ts'
import { sqlStateOf } from '../../platform/database/sql-state.ts'
import { orders } from './tables.ts'

const longestPatternMs = 2_000

/**
 * A term is tried as a pattern, and as plain text when it is not a valid one. A pattern that takes too long counts
 * as plain text as well, so that none can hang the shop.
 */
export async function searching<T>(
  db: Database,
  term: string | undefined,
  read: (db: Database, matches: SQL | undefined) => Promise<T>,
): Promise<T> {
  if (!term) return read(db, undefined)
  const plain = plainText(term)
  if (!looksLikePattern(term)) return read(db, plain)
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${longestPatternMs}`))
      return read(tx, sql`(${orders.searchText} ~* ${`(?n)${term}`} or ${plain})`)
    })
  } catch (error) {
    if (!isUselessPattern(error)) throw error
    return read(db, plain)
  }
}

function looksLikePattern(term: string): boolean {
  return /[\\^$.|?*+()[\]{}]/.test(term)
}

/** Not a pattern, one that is too complex, or one that was stopped. */
function isUselessPattern(error: unknown): boolean {
  return /^(2201B|54|57014|53200)/.test(sqlStateOf(error) ?? '')
}

function plainText(term: string): SQL {
  const phone = normalisePhone(term)
  const conditions = [contains(term), ...(phone ? [contains(phoneForSpreadsheet(phone))] : [])]
  const number = /^#?(\d{1,9})$/.exec(term)?.[1]
  if (number !== undefined) conditions.push(sql`${orders.id} = ${Number(number)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** The signs that mean something to the database mean themselves here. */
export function contains(term: string): SQL {
  return sql`${orders.searchText} ilike ${`%${escapeLike(term)}%`}`
}

export function escapeLike(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&')
}
