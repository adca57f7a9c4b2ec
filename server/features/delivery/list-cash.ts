import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { orders } from '../orders/tables.ts'
import { type CashBook, emptyBook, readCashBook } from './cash-book.ts'
import { cashEntries } from './tables.ts'

export type DriverCash = CashBook & { driver: { id: string; name: string; email: string } }

/** Nobody counts with more drivers in one go. Those with the most cash come before others, and make room once it is counted. */
const mostBooks = 100

type Person = { id: string; email: string; name: string; is_driver: boolean; has_book: boolean }

/** Every driver's book; whoever is no driver any more but still has cash is listed too. */
export async function listCash(db: Database): Promise<DriverCash[]> {
  const books: DriverCash[] = []
  for (const { id, email, name, is_driver: isDriver, has_book: hasBook } of await findPeople(db)) {
    const book = hasBook ? await readCashBook(db, id) : emptyBook
    if (!isDriver && book.inHand === 0 && book.deliveries.length === 0) continue
    books.push({ driver: { id, name: nameOf(name, email), email }, ...book })
  }
  return books
}

/** Whoever has a cash book is found by jumping from one to the next, not by reading all lines of all books. */
async function findPeople(db: Database): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    with recursive holders as (
      (select driver_id as id from ${cashEntries} where driver_id is not null order by driver_id limit 1)
      union all
      select (select driver_id from ${cashEntries} where driver_id > holders.id order by driver_id limit 1)
      from holders where holders.id is not null
    ),
    people as (
      select ${users.id}, ${users.email}, ${users.displayName} as name, is_driver, newest.in_hand,
        newest.in_hand is not null or exists (select from ${orders} where driver_id = ${users.id}) as has_book
      from ${users} left join lateral (
        select in_hand_after as in_hand from ${cashEntries} where driver_id = ${users.id} order by id desc limit 1
      ) newest on true
      where ${users.id} in (select id from ${users} where is_driver union select id from holders)
      order by coalesce(newest.in_hand, 0) desc, has_book desc, email limit ${mostBooks}
    )
    select id, email, name, is_driver, has_book from people order by email`)
  return rows
}
