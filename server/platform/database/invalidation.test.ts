import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endConnections, silentLog } from '#server/testing/database.ts'
import { createOwnDatabase } from '#server/testing/own-database.ts'
import { openPostgresProxy } from '#server/testing/postgres-proxy.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import { inTransaction, type OpenDatabase, openDatabase } from './database.ts'
import {
  type Invalidated,
  type Invalidation,
  invalidating,
  listenerName,
  openInvalidation,
} from './invalidation.ts'

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

/** A process, and the list of the topics that it has heard. */
async function listener(): Promise<{ invalidation: Invalidation; heard: Invalidated[] }> {
  const invalidation = await openInvalidation(own.connection, silentLog)
  onTestFinished(invalidation.close)
  const heard: Invalidated[] = []
  invalidation.subscribe((topic) => heard.push(topic))
  return { invalidation, heard }
}

/** The process that publishes a topic hears it twice: at once, and once more from the database. */
function eventually({ heard }: { heard: Invalidated[] }) {
  return expect.poll(() => [...new Set(heard)])
}

test('a change in one process is heard in the other', async () => {
  const here = await listener()
  const there = await listener()
  await here.invalidation.publish(database.db, 'catalogue')

  await eventually(there).toEqual(['catalogue'])
  await eventually(here).toEqual(['catalogue'])
})

test('a change that is undone is not heard', async () => {
  const { invalidation, heard } = await listener()
  const undone = database.db.transaction(async (tx) => {
    await invalidation.publish(tx, 'blog')
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
  await invalidation.publish(database.db, 'settings')

  await eventually({ heard }).toEqual(['settings'])
})

test('the process that changes something hears of it before the change is reported as done', async () => {
  const here = await listener()
  const there = await listener()
  const answer = await invalidating(
    { db: database.db, invalidation: here.invalidation },
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

test('what a part of a transaction publishes is heard once, and not before the whole is committed', async () => {
  const { invalidation, heard } = await listener()
  await inTransaction(database.db, async (tx) => {
    await invalidating({ db: tx, invalidation }, ['catalogue'], async () => {})
    await invalidating({ db: tx, invalidation }, ['catalogue'], async () => {})
    expect(heard).toEqual([])
  })
  await invalidating({ db: database.db, invalidation }, ['orders'], async () => {})
  // Each is heard at once, and a second time with what every process is told.
  const count = (topic: string) => heard.filter((each) => each === topic).length
  await expect.poll(() => count('orders')).toBe(2)
  expect(count('catalogue')).toBe(2)
})

test('a part of a transaction that is undone is not heard, although the rest is committed', async () => {
  const { invalidation, heard } = await listener()
  await inTransaction(database.db, async (tx) => {
    const undone = invalidating({ db: tx, invalidation }, ['blog'], async (part) => {
      await invalidation.publish(part, 'testimonials')
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await invalidation.publish(tx, 'settings')
  })
  await invalidation.publish(database.db, 'orders')
  await eventually({ heard }).toEqual(['settings', 'orders'])
})

test('work that fails changes nothing for anyone', async () => {
  const { invalidation, heard } = await listener()
  const failing = invalidating({ db: database.db, invalidation }, ['blog'], async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await invalidation.publish(database.db, 'orders')
  await eventually({ heard }).toEqual(['orders'])
})

test('after a lost connection everything may have changed, and listening goes on', async () => {
  const { invalidation, heard } = await listener()
  await endConnections(own, listenerName)
  await eventually({ heard }).toEqual(['everything'])
  expect(invalidation.isListening()).toBe(true)

  await invalidation.publish(database.db, 'testimonials')
  await eventually({ heard }).toEqual(['everything', 'testimonials'])
})

test('while nobody answers, the log says so once, not at every try', async () => {
  const proxy = await openPostgresProxy(own.connection)
  onTestFinished(proxy.close)
  const said: string[] = []
  const log = { ...silentLog, warn: (_: unknown, text: string) => void said.push(text) }
  const invalidation = await openInvalidation(proxy.connection, log)
  onTestFinished(invalidation.close)
  proxy.refuse(true)
  await expect.poll(proxy.countRefused).toBeGreaterThan(1)
  expect(said).toEqual(['Not listening for changes; trying again'])
  expect(invalidation.isListening()).toBe(false)
  proxy.refuse(false)
  await expect.poll(invalidation.isListening).toBe(true)
})

test('one listener that fails or has left does not keep the others from hearing', async () => {
  const { invalidation, heard } = await listener()
  invalidation.subscribe(() => {
    throw new Error('broken page')
  })
  const late: Invalidated[] = []
  const leave = invalidation.subscribe((topic) => late.push(topic))
  await invalidation.publish(database.db, 'blog')
  leave()
  await invalidation.publish(database.db, 'orders')

  await eventually({ heard }).toEqual(['blog', 'orders'])
  expect(late).toContain('blog')
  expect(late).not.toContain('orders')
})
