import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailJob, openOwnJobs } from '../testing/own-database.ts'
import { inTransaction } from './database/database.ts'

test('working processes take many jobs at once without being asked, each job once', async () => {
  const { db, jobs, openProcess } = await openOwnJobs()
  const delivered: string[] = []
  const { promise: allDelivered, resolve } = Promise.withResolvers<void>()
  const deliver = async ({ to }: { to: string }) => {
    delivered.push(to)
    if (delivered.length === 16) resolve()
  }
  const second = openProcess()
  for (const each of [jobs, second]) {
    each.define('email', emailJob, deliver)
    await each.start()
  }
  const names = Array.from({ length: 16 }, (_, n) => `person ${n}`)
  await inTransaction(db, async (tx) => {
    for (const to of names) await jobs.send(tx, 'email', { to })
  })
  await allDelivered
  expect(delivered.sort()).toEqual(names.sort())
})

test('stopping waits for a job that is running, which may still send another', async () => {
  const { db, jobs } = await openOwnJobs()
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let sent: string | null = null
  jobs.define('parcel', z.object({}), async () => {})
  jobs.define('email', emailJob, async () => {
    begun.resolve()
    await mayEnd.promise
    sent = await jobs.send(db, 'parcel', {}, { startAfter: new Date(Date.now() + 3_600_000) })
  })
  await jobs.start()
  await jobs.send(db, 'email', { to: 'Ama' })
  await begun.promise
  const stopped = jobs.stop({ seconds: 100 })
  for (let n = 0; n < 50; n++) await db.execute(sql`select 1`)
  mayEnd.resolve()
  await stopped
  expect(sent).not.toBeNull()
  const { rows } = await db.execute(sql`select state from pgboss.job where name = 'email'`)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('what a job leaves to do holds no worker, and the stop waits for it', async () => {
  const { db, jobs } = await openOwnJobs()
  const mayEnd = Promise.withResolvers<void>()
  const allBegun = Promise.withResolvers<void>()
  const begun: string[] = []
  const ended: string[] = []
  jobs.define('email', emailJob, async ({ to }, { afterwards }) => {
    afterwards(async () => {
      if (begun.push(to) === 30) allBegun.resolve()
      await mayEnd.promise
      if (to === 'person 0') throw new Error('no answer')
      ended.push(to)
    })
  })
  await jobs.start()
  for (let n = 0; n < 30; n++) await jobs.send(db, 'email', { to: `person ${n}` })
  await allBegun.promise
  expect(ended).toEqual([])
  const stopped = jobs.stop({ seconds: 100 })
  mayEnd.resolve()
  await stopped
  expect(ended).toHaveLength(29)
  const { rows } = await db.execute(sql`select distinct state from pgboss.job where name = 'email'`)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('a job that does not finish before the stop goes back and is done by the next process', async () => {
  const { db, jobs, openProcess } = await openOwnJobs()
  const begun = Promise.withResolvers<void>()
  jobs.define('email', emailJob, (_, { signal }) => {
    begun.resolve()
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  })
  await jobs.start()
  await jobs.send(db, 'email', { to: 'Ama' })
  await begun.promise
  await jobs.stop({ seconds: 0.1 })

  const delivered: string[] = []
  const next = openProcess()
  next.define('email', emailJob, async ({ to }) => void delivered.push(to))
  await next.start({ work: false })
  await next.runDue({ evenLater: true })
  expect(delivered).toEqual(['Ama'])
})

test('jobs that come in together are done together; where one of them cannot be, each is tried by itself', async () => {
  const { db, jobs } = await openOwnJobs()
  const asked: string[][] = []
  const { promise: allAsked, resolve } = Promise.withResolvers<void>()
  const handler = async (all: readonly { to: string }[]) => {
    const names = all.map(({ to }) => to)
    asked.push(names)
    if (names.join() === 'nobody') resolve()
    if (names.includes('nobody')) throw new Error('no such person')
  }
  jobs.defineShared('email', emailJob, handler, { retries: 0, gather: { milliseconds: 0, atMost: 10 } })
  await jobs.start()
  const all = ['Ama', 'Kofi', 'nobody'].map((to) => ({ to }))
  await inTransaction(db, (tx) => jobs.sendAll(tx, 'email', all))
  await allAsked
  await jobs.stop()
  expect(asked.map((names) => names.length)).toEqual([3, 1, 1, 1])
  await jobs.start({ work: false })
  expect(await jobs.listFailed()).toMatchObject([
    { data: { to: 'nobody' }, reason: { message: 'no such person' } },
  ])
})

test('of jobs taken in one go, only the one that fails is tried again', { tags: 'faults' }, async () => {
  const { db, jobs } = await openOwnJobs()
  const delivered: string[] = []
  const { promise: mayLook, resolve } = Promise.withResolvers<void>()
  const deliver = async ({ to }: { to: string }) => {
    delivered.push(to)
    if (delivered.length === 4) resolve()
    if (to === 'Kofi' && delivered.length < 4) throw new Error('not at home')
  }
  jobs.define('email', emailJob, deliver, {
    firstWaitSeconds: 0,
    gather: { milliseconds: 0, atMost: 10 },
  })
  await jobs.start()
  const all = ['Ama', 'Kofi', 'Yaa'].map((to) => ({ to }))
  await inTransaction(db, (tx) => jobs.sendAll(tx, 'email', all))
  await mayLook
  expect(delivered.toSorted()).toEqual(['Ama', 'Kofi', 'Kofi', 'Yaa'])
})

test('what is run after a commit is done together without a job, and not at all where nothing was committed', async () => {
  const { db, jobs } = await openOwnJobs()
  const asked: string[][] = []
  const handler = async (all: readonly { to: string }[]) => void asked.push(all.map(({ to }) => to))
  jobs.defineShared('email', emailJob, handler, { gather: { milliseconds: 0, atMost: 10 } })
  await jobs.start()
  const undone = inTransaction(db, async (tx) => {
    await jobs.runAfterCommit(tx, 'email', { to: 'nobody' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await inTransaction(db, async (tx) => {
    for (const to of ['Ama', 'Kofi']) await jobs.runAfterCommit(tx, 'email', { to })
  })
  await jobs.stop()
  expect(asked).toEqual([['Ama', 'Kofi']])
  const { rows } = await db.execute(sql`select from pgboss.job where name = 'email'`)
  expect(rows).toEqual([])
})

test('what comes in while others are worked off gathers again, instead of being done one by one', async () => {
  const { db, jobs } = await openOwnJobs()
  const asked: string[][] = []
  const firstDone = Promise.withResolvers<void>()
  const send = (to: string) => jobs.runAfterCommit(db, 'email', { to })
  const handler = async (all: readonly { to: string }[]) => {
    if (asked.push(all.map(({ to }) => to)) > 1) return
    await send('Kofi')
    firstDone.resolve()
  }
  jobs.defineShared('email', emailJob, handler, { gather: { milliseconds: 50, atMost: 10 } })
  await jobs.start()
  await send('Ama')
  await firstDone.promise
  // By now whoever does not wait has taken Kofi alone.
  await setImmediate()
  await send('Yaa')
  await jobs.stop()
  expect(asked).toEqual([['Ama'], ['Kofi', 'Yaa']])
})

test('of many that wait, one full batch follows the other without a rest', async () => {
  const { db, jobs } = await openOwnJobs()
  const asked: number[] = []
  const firstDone = Promise.withResolvers<void>()
  const handler = async (all: readonly object[]) => {
    asked.push(all.length)
    firstDone.resolve()
  }
  jobs.defineShared('email', emailJob, handler, { gather: { milliseconds: 50, atMost: 2 } })
  await jobs.start()
  for (const to of ['Ama', 'Kofi', 'Yaa', 'Esi', 'Kojo']) await jobs.runAfterCommit(db, 'email', { to })
  await firstDone.promise
  await setImmediate()
  expect(asked).toEqual([2, 2])
  await jobs.stop()
  expect(asked).toEqual([2, 2, 1])
})

test('what fails after a commit goes to the queue, where each is tried by itself', async () => {
  const { db, jobs } = await openOwnJobs()
  const asked: string[][] = []
  const { promise: allAsked, resolve } = Promise.withResolvers<void>()
  const handler = async (all: readonly { to: string }[]) => {
    const names = all.map(({ to }) => to)
    if (asked.push(names) === 4) resolve()
    if (names.length > 1) throw new Error('too many')
  }
  jobs.defineShared('email', emailJob, handler, { gather: { milliseconds: 0, atMost: 3 } })
  await jobs.start()
  await inTransaction(db, async (tx) => {
    for (const to of ['Ama', 'Kofi']) await jobs.runAfterCommit(tx, 'email', { to })
  })
  await allAsked
  await jobs.stop()
  // Together in memory, together from the queue, which knows no order of what came at once, and then alone.
  expect(asked.map((names) => names.toSorted())).toEqual([
    ['Ama', 'Kofi'],
    ['Ama', 'Kofi'],
    [expect.any(String)],
    [expect.any(String)],
  ])
  expect(asked.slice(2).flat().toSorted()).toEqual(['Ama', 'Kofi'])
})

test('a process that does no work leaves to another one what it wants after a commit', async () => {
  const { db, jobs } = await openOwnJobs()
  const delivered: string[] = []
  jobs.define('email', emailJob, async ({ to }) => void delivered.push(to))
  await jobs.start({ work: false })
  await jobs.runAfterCommit(db, 'email', { to: 'Ama' })
  expect(await jobs.runDue()).toBe(1)
  expect(delivered).toEqual(['Ama'])
})
