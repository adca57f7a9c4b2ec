import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailJob, openOwnJobs } from '../testing/own-database.ts'
import { inTransaction } from './database/database.ts'
import { isDatabaseAway } from './database/sql-state.ts'
import { asError } from './jobs.ts'

test('a job that was sent runs once, with its data', async () => {
  const { db, jobs } = await openOwnJobs()
  const delivered: string[] = []
  jobs.define('email', emailJob, async ({ to }) => void delivered.push(to))
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' })
  await jobs.send(db, 'email', { to: 'Kofi' })
  expect(await jobs.runDue()).toBe(2)
  expect(await jobs.runDue()).toBe(0)
  expect(delivered).toEqual(['Ama', 'Kofi'])
})

test('a job sent in a transaction that fails never existed', async () => {
  const { db, jobs } = await openOwnJobs()
  const delivered: string[] = []
  jobs.define('email', emailJob, async ({ to }) => void delivered.push(to))
  await jobs.start({ work: false })
  const failing = inTransaction(db, async (tx) => {
    await jobs.send(tx, 'email', { to: 'nobody' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await inTransaction(db, async (tx) => {
    await jobs.send(tx, 'email', { to: 'Ama' })
    expect(await jobs.runDue()).toBe(0)
  })
  await jobs.runDue()
  expect(delivered).toEqual(['Ama'])
})

test('a job may send further jobs, which run too', { tags: 'faults' }, async () => {
  const { db, jobs } = await openOwnJobs()
  const delivered: string[] = []
  jobs.define('email', emailJob, async ({ to }) => void delivered.push(to))
  jobs.define('emails', z.object({}), async () => {
    for (const to of ['Ama', 'Kofi']) await jobs.send(db, 'email', { to })
  })
  await jobs.start({ work: false })
  await jobs.send(db, 'emails', {})
  expect(await jobs.runDue()).toBe(3)
  expect(delivered.sort()).toEqual(['Ama', 'Kofi'])
})

test('a job for later does not run before its time', async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' }, { startAfter: new Date(Date.now() + 3_600_000) })
  expect(await jobs.runDue()).toBe(0)
  expect(await jobs.runDue({ evenLater: true })).toBe(1)
})

test('of jobs with the same key only one waits; without a key all do', async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await jobs.start({ work: false })
  const send = (singletonKey?: string) =>
    jobs.send(db, 'email', { to: 'Ama' }, singletonKey ? { singletonKey } : {})
  expect(await send('a')).not.toBeNull()
  expect(await send('a')).toBeNull()
  expect(await send('b')).not.toBeNull()
  expect(await send()).not.toBeNull()
  expect(await send()).not.toBeNull()
  expect(await jobs.runDue()).toBe(4)
  expect(await send('a')).not.toBeNull()
})

test('a job with a key that waits already does not break the transaction of the second sender', async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' }, { singletonKey: 'a' })
  const answer = await inTransaction(db, async (tx) => {
    await jobs.send(tx, 'email', { to: 'Ama' }, { singletonKey: 'a' })
    return tx.execute(sql`select 1 as one`)
  })
  expect(answer.rows).toEqual([{ one: 1 }])
})

test('wrong data and unknown jobs are refused where they are sent', async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await jobs.start({ work: false })
  await expect(jobs.send(db, 'email', { too: 'Ama' })).rejects.toThrow()
  await expect(jobs.send(db, 'parcel', {})).rejects.toThrow('No job is called parcel')
  expect(await jobs.runDue()).toBe(0)
})

test('nothing can be sent before the start, and nothing defined after it', async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await expect(jobs.send(db, 'email', { to: 'Ama' })).rejects.toThrow('not been started')
  await jobs.start({ work: false })
  expect(() => jobs.define('parcel', emailJob, async () => {})).toThrow('too late')
})

test('a job that fails is tried again later', async () => {
  const { db, jobs, lines } = await openOwnJobs()
  const tries: number[] = []
  jobs.define('email', emailJob, async (_, { number }) => {
    tries.push(number)
    if (number < 3) throw new Error('no stamps')
  })
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' })
  expect(await jobs.runDue()).toBe(1)
  expect(await jobs.runDue()).toBe(0)
  await jobs.runDue({ evenLater: true })
  expect(tries).toEqual([1, 2, 3])
  expect(await jobs.listFailed()).toEqual([])
  expect(lines.filter((line) => line.includes('will be tried again'))).toHaveLength(2)
})

test('a job that fails every time is logged and kept, and can be sent again', async () => {
  const { db, jobs, lines } = await openOwnJobs()
  let hasStamps = false
  const delivered: string[] = []
  const handler = async ({ to }: { to: string }) => {
    if (!hasStamps) throw new Error('no stamps')
    delivered.push(to)
  }
  jobs.define('email', emailJob, handler, { retries: 2 })
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' })
  expect(await jobs.runDue({ evenLater: true })).toBe(3)
  expect(lines.filter((line) => line.includes('failed for good'))).toHaveLength(1)
  expect(await jobs.listFailed()).toMatchObject([
    { name: 'email', data: { to: 'Ama' }, reason: { message: 'no stamps' } },
  ])
  hasStamps = true
  expect(await jobs.retryFailed()).toBe(1)
  expect(await jobs.listFailed()).toEqual([])
  await jobs.runDue()
  expect(delivered).toEqual(['Ama'])
})

test('a job that takes too long is told so and counts as failed', async () => {
  const { db, jobs, lines } = await openOwnJobs()
  jobs.define(
    'email',
    emailJob,
    (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    { timeLimitSeconds: 0.05, retries: 0 },
  )
  await jobs.start({ work: false })
  await jobs.send(db, 'email', { to: 'Ama' })
  await jobs.runDue()
  expect(lines.join()).toContain('The job took longer than 0.05 s')
  expect(await jobs.listFailed()).toHaveLength(1)
})

test('a schedule is kept in the database, and forgotten when the next version no longer has it', async () => {
  const { db, jobs, openProcess } = await openOwnJobs()
  const planned = async () => (await db.execute(sql`select name, cron from pgboss.schedule`)).rows
  jobs.define('sweep', z.object({}), async () => {})
  jobs.schedule('sweep', '*/5 * * * *')
  await jobs.start()
  expect(await planned()).toEqual([{ name: 'sweep', cron: '*/5 * * * *' }])
  await jobs.stop()

  const next = openProcess()
  next.define('sweep', z.object({}), async () => {})
  await next.start()
  expect(await planned()).toEqual([])
})

test('jobs that are sent together each remember the request that they come from', {
  tags: 'faults',
}, async () => {
  const { db, jobs } = await openOwnJobs()
  jobs.define('email', emailJob, async () => {})
  await jobs.start({ work: false })
  await jobs.sendAll(db, 'email', [{ to: 'Ama', requestId: 'request-of-ama' }, { to: 'Kofi' }])
  const { rows } = await db.execute(
    sql`select data from pgboss.job where name = 'email' order by data->>'to'`,
  )
  expect(rows.map(({ data }) => data)).toEqual([{ to: 'Ama', requestId: 'request-of-ama' }, { to: 'Kofi' }])
})

test('what the queue tells as a plain object is known for a database that is away, and can be read', () => {
  const told = { code: 'ECONNREFUSED', syscall: 'connect', message: 'connect ECONNREFUSED', stack: '' }
  expect(isDatabaseAway(told)).toBe(false)
  expect(isDatabaseAway(asError(told))).toBe(true)
  expect(asError(told).message).toBe('connect ECONNREFUSED')
  const error = new Error('as it comes')
  expect(asError(error)).toBe(error)
})
