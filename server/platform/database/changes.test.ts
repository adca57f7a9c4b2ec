import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endConnections } from '#server/testing/database-owner.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { silentLog } from '#server/testing/silent-log.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import { type Change, type Changes, changing, openChanges } from './changes.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { listenerName } from './listening.ts'

let own: OwnDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  database = openDatabase(own.connection, silentLog)
})

afterAll(async () => {
  await database.close()
  await own.drop()
})

/** A process's changes, and the list of those it has heard. */
async function listener(): Promise<{ changes: Changes; heard: Change[] }> {
  const changes = await openChanges(own.connection, silentLog)
  onTestFinished(changes.close)
  const heard: Change[] = []
  changes.subscribe((change) => heard.push(change))
  return { changes, heard }
}

function eventually({ heard }: { heard: Change[] }) {
  return expect.poll(() => heard)
}

test('a change in one process is heard in the other', async () => {
  const here = await listener()
  const there = await listener()
  await here.changes.announce(database.db, 'catalogue')

  await eventually(there).toEqual(['catalogue'])
  await eventually(here).toEqual(['catalogue'])
})

test('a change that is undone is not heard', async () => {
  const { changes, heard } = await listener()
  const undone = database.db.transaction(async (tx) => {
    await changes.announce(tx, 'blog')
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
  await changes.announce(database.db, 'settings')

  await eventually({ heard }).toEqual(['settings'])
})

test('the process that changes something hears of it before the change is reported as done', async () => {
  const here = await listener()
  const there = await listener()
  const answer = await changing(
    { db: database.db, changes: here.changes },
    ['catalogue', 'orders'],
    async (tx) => {
      await tx.execute(sql`select 1`)
      expect(here.heard).toEqual([])
      return 'changed'
    },
  )
  expect(answer).toBe('changed')
  expect(here.heard.slice(0, 2)).toEqual(['catalogue', 'orders'])
  await eventually(there).toEqual(['catalogue', 'orders'])
})

test('work that fails changes nothing for anyone', async () => {
  const { changes, heard } = await listener()
  const failing = changing({ db: database.db, changes }, ['blog'], async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await changes.announce(database.db, 'orders')
  await eventually({ heard }).toEqual(['orders'])
})

test('after a lost connection everything may have changed, and listening goes on', async () => {
  const { changes, heard } = await listener()
  await endConnections(own, listenerName)
  await eventually({ heard }).toEqual(['everything'])
  expect(changes.isListening()).toBe(true)

  await changes.announce(database.db, 'testimonials')
  await eventually({ heard }).toEqual(['everything', 'testimonials'])
})

test('one listener that fails or has left does not keep the others from hearing', async () => {
  const { changes, heard } = await listener()
  changes.subscribe(() => {
    throw new Error('broken page')
  })
  const late: Change[] = []
  const leave = changes.subscribe((change) => late.push(change))
  changes.tell('blog')
  leave()
  changes.tell('orders')

  expect(heard).toEqual(['blog', 'orders'])
  expect(late).toEqual(['blog'])
})
