import { count, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Refusal } from '#contract/refusals.ts'
import { checkHandOver } from '#rules/cash-book.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import { users } from '../accounts/tables.ts'
import { nameOf, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { readCashBook } from './cash-book.ts'
import { lockCashOf } from './collect-cash.ts'
import { cashEntries, handOvers } from './tables.ts'

export type HandOver = {
  driverId: string
  counted: Pesewas
  note: string
  /** The newest line of the book that the admin has seen. */
  lastEntry: number
}

type HandOverRow = typeof handOvers.$inferSelect

/** The admin has counted the money. Whatever the driver collected after the admin looked stays with the driver. */
export async function confirmHandOver(
  context: Context,
  viewer: Viewer,
  { driverId, counted, note, lastEntry }: HandOver,
  givenKey: string | null,
): Promise<HandOverRow> {
  if (!may(viewer, 'money')) throw new Refusal('not_allowed')
  const requestKey = givenKey && hashOf('hand-over', viewer.id, givenKey)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findEarlier(db, {
      key: requestKey,
      find: () =>
        db
          .select()
          .from(handOvers)
          .where(eq(handOvers.requestKey, requestKey ?? '')),
      compare: (sent) => {
        if (sent.driverId === driverId && sent.counted === counted) return
        throw new Refusal('already_submitted', {
          text: 'This hand-over was already sent with different details.',
        })
      },
    })
    if (earlier) return earlier
    const inHand = await lockCashOf(db, driverId)
    const book = await readCashBook(db, driverId)
    if (book.lastEntry !== lastEntry) throw new Refusal('cash_changed')
    const mistakes = checkHandOver(inHand, counted, note)
    if (Object.keys(mistakes).length > 0) throw new Refusal('invalid_input', { fields: mistakes })
    return await write(context, db, viewer, { driverId, expected: inHand, counted, note, requestKey })
  })
}

type Counted = Pick<HandOverRow, 'expected' | 'counted' | 'note' | 'requestKey'> & { driverId: string }

async function write(context: Context, db: Database, viewer: Viewer, counted: Counted): Promise<HandOverRow> {
  const now = context.clock()
  const [handOver] = await db
    .insert(handOvers)
    .values({ ...counted, confirmedBy: viewer.id, confirmedAt: now })
    .returning()
  if (handOver === undefined) throw new Error('The database did not return the hand-over')
  await db.insert(cashEntries).values({
    kind: 'handed_over',
    driverId: counted.driverId,
    handOverId: handOver.id,
    amount: -counted.counted,
    inHandAfter: counted.expected - counted.counted,
    reason: counted.note,
    happenedAt: now,
    recordedAt: now,
    actorId: viewer.id,
  })
  await recordChange(db, {
    at: now,
    actorId: viewer.id,
    thing: 'hand-over',
    thingId: handOver.id,
    action: 'confirmed a hand-over of cash',
    after: {
      driver: counted.driverId,
      expected: toCedis(counted.expected),
      counted: toCedis(counted.counted),
      note: counted.note,
    },
  })
  return handOver
}

type PastHandOver = Omit<HandOverRow, 'driverId' | 'confirmedBy' | 'requestKey'> & {
  /** Null: the account was deleted since. */
  driverName: string | null
  confirmedByName: string | null
}

export async function listHandOvers(
  db: Database,
  { page, limit }: { page: number; limit: number },
): Promise<{ handOvers: PastHandOver[]; total: number }> {
  const admins = alias(users, 'admins')
  const rows = await db
    .select({ handOver: handOvers, driver: users, admin: admins })
    .from(handOvers)
    .leftJoin(users, eq(users.id, handOvers.driverId))
    .leftJoin(admins, eq(admins.id, handOvers.confirmedBy))
    .orderBy(desc(handOvers.confirmedAt), desc(handOvers.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(handOvers)
  const listed = rows.map(({ handOver, driver, admin }) => {
    const { driverId: _, confirmedBy: __, requestKey: ___, ...shown } = handOver
    return {
      ...shown,
      driverName: driver && nameOf(driver.displayName, driver.email),
      confirmedByName: admin && nameOf(admin.displayName, admin.email),
    }
  })
  return { handOvers: listed, total: counted?.total ?? 0 }
}
