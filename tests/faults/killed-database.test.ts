import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, inTransaction, openDatabase } from '#server/platform/database/database.ts'
import { readPostmasterFile } from '#server/platform/database/embedded/server-process.ts'
import { isDatabaseAway } from '#server/platform/database/sql-state.ts'
import { silentLog } from '#server/testing/database.ts'
import { newDataDir, openPostgres } from '#server/testing/own-database.ts'

const writers = 8
const killings = 3
const ordersBetween = 60

/** Places orders until told to stop; a failed one is not confirmed, and the next is tried. */
async function placeOrders(
  db: Database,
  confirmed: Set<number>,
  isOver: () => boolean,
  numbers: () => number,
) {
  const failures: unknown[] = []
  while (!isOver()) {
    const id = numbers()
    try {
      await inTransaction(db, async (tx) => {
        await tx.execute(sql`insert into placed values (${id})`)
        await tx.execute(sql`update shelf set sold = sold + 1`)
      })
      confirmed.add(id)
    } catch (error) {
      failures.push(error)
      await new Promise(setImmediate)
    }
  }
  return failures
}

test('a database that is killed in the middle of orders loses none that was confirmed, and the open shop goes on', async () => {
  const dataDir = newDataDir()
  const postgres = await openPostgres(dataDir)
  const { db, close } = openDatabase(postgres.connection, silentLog)
  onTestFinished(close)
  await db.execute(sql`create table placed (id int primary key)`)
  await db.execute(sql`create table shelf as select 0 as sold`)
  const confirmed = new Set<number>()
  let last = 0
  let isOver = false
  const placing = Array.from({ length: writers }, () =>
    placeOrders(
      db,
      confirmed,
      () => isOver,
      () => ++last,
    ),
  )

  for (let killing = 1; killing <= killings; killing++) {
    const enough = confirmed.size + ordersBetween
    await expect.poll(() => confirmed.size, { interval: 10 }).toBeGreaterThan(enough)
    process.kill(readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  }
  const enough = confirmed.size + ordersBetween
  await expect.poll(() => confirmed.size, { interval: 10 }).toBeGreaterThan(enough)
  isOver = true
  const failures = (await Promise.all(placing)).flat()

  const { rows: kept } = await db.execute<{ id: number }>(sql`select id from placed`)
  const found = new Set(kept.map(({ id }) => id))
  expect([...confirmed].filter((id) => !found.has(id))).toEqual([])
  expect((await db.execute(sql`select sold from shelf`)).rows).toEqual([{ sold: found.size }])
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((failure) => !isDatabaseAway(failure))).toEqual([])
})
