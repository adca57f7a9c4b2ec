import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createOwnDatabase } from '../testing/own-database.ts'
import { openDatabase } from './database/database.ts'
import { logSlowQueries } from './database/watch-queries.ts'
import { openJobs } from './jobs.ts'
import { openLog, openRequestIds } from './log.ts'

const requestId = '4bf92f3577b34da6a3ce929d0e0e4736'

async function open({ slowMs = 0 } = {}) {
  const lines: Record<string, unknown>[] = []
  const requestIds = openRequestIds()
  const log = openLog({
    level: 'info',
    requestIds,
    output: { write: (line: string) => lines.push(JSON.parse(line)) },
  })
  const { connection, drop } = await createOwnDatabase()
  const { db, close } = openDatabase(connection, log, { answered: logSlowQueries(log, slowMs) })
  const jobs = openJobs({ connection, log, requestIds })
  onTestFinished(async () => {
    await jobs.stop()
    await close()
    await drop()
  })
  return { lines, requestIds, log, db, jobs }
}

test('a job that a request caused writes the request’s id into the log, and so does the job that this job sends', async () => {
  const { lines, requestIds, log, db, jobs } = await open()
  jobs.define('email', z.object({ to: z.string() }), async (data) => log.info(data, 'writing'))
  jobs.define('newsletter', z.object({}), async () => void (await jobs.send(db, 'email', { to: 'Ama' })))
  await jobs.start({ work: false })
  await requestIds.runWith(requestId, () => jobs.send(db, 'newsletter', {}))
  await jobs.send(db, 'newsletter', {})
  expect(await jobs.runDue()).toBe(4)
  const logged = lines.filter(({ reqId }) => reqId === requestId).map(({ msg, job }) => [msg, job])
  expect(logged).toEqual([
    ['A job is done', 'newsletter'],
    ['writing', undefined],
    ['A job is done', 'email'],
  ])
  expect(lines.filter(({ msg }) => msg === 'writing')).toHaveLength(2)
})

test('two requests at once never get each other’s id', async () => {
  const { lines, requestIds, log } = await open()
  const bothAreHere = Promise.withResolvers<void>()
  let here = 0
  const work = async (name: string) => {
    if (++here === 2) bothAreHere.resolve()
    await bothAreHere.promise
    log.info(name)
  }
  await Promise.all(['first-request', 'other-request'].map((id) => requestIds.runWith(id, () => work(id))))
  expect(lines.map(({ msg, reqId }) => msg === reqId)).toEqual([true, true])
})

test('who waits for a connection keeps their own id, and so does the answer to their query', async () => {
  const { requestIds, log, lines } = await open()
  const { connection, drop } = await createOwnDatabase()
  const { db, close } = openDatabase({ ...connection, max: 1 }, log, {
    answered: ({ statement }) => log.info(statement),
  })
  const ids = ['first-request', 'other-request', 'third-request']
  const ask = (id: string) => requestIds.runWith(id, async () => await db.execute(sql.raw(`select '${id}'`)))
  await Promise.all(ids.map(ask))
  await close()
  await drop()
  expect(lines.map(({ msg, reqId }) => [msg, reqId])).toEqual(ids.map((id) => [`select '${id}'`, id]))
})

test('a slow query is logged with its text and without its values', async () => {
  const work = async ({ requestIds, db }: Awaited<ReturnType<typeof open>>) => {
    await requestIds.runWith(requestId, async () => await db.execute(sql`select ${'Ama'}::text`))
    await db.transaction((tx) => tx.execute(sql`select 'in a transaction'`))
  }
  const [quick, slow] = [await open({ slowMs: 3_600_000 }), await open({ slowMs: 1e-9 })]
  await work(quick)
  expect(quick.lines).toEqual([])
  await work(slow)
  expect(slow.lines[0]).toMatchObject({
    msg: 'A query was slow',
    statement: 'select $1::text',
    reqId: requestId,
  })
  expect(slow.lines.map(({ statement }) => statement)).toContain("select 'in a transaction'")
  expect(JSON.stringify(slow.lines)).not.toContain('Ama')
})
