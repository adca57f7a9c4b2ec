import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnDatabase, newDataDir } from '../testing/own-database.ts'
import { openPostgresProxy } from '../testing/postgres-proxy.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { readConfig } from './config.ts'
import { withOwnConnection } from './database/database.ts'
import { rateLimits } from './database/tables.ts'
import { openContext } from './open-context.ts'

test('with no settings at all every tool works, and a second opening finds what the first one kept', {
  tags: 'faults',
}, async () => {
  const config = readConfig({ DATA_DIR: newDataDir(), LOG_LEVEL: 'silent' })
  const { context, close } = await openContext(config)
  await context.jobs.start()
  await context.db
    .insert(rateLimits)
    .values({ name: 'emails', key: 'kept', taken: 1, strikes: 0, endsAt: new Date() })
  await context.files.put('a/note.txt', Buffer.from('kept'), 'text/plain; charset=utf-8')
  await context.mailer.send({ to: 'ama@example.com', subject: 'Hi', text: 'Hello' })
  expect(await readdir(join(config.dataDir, 'outbox'))).toHaveLength(2)
  await close()

  const again = await openContext(config)
  onTestFinished(again.close)
  expect(await again.context.db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'kept' }])
  expect((await again.context.files.get('a/note.txt'))?.bytes.toString()).toBe('kept')
  const { rows } = await again.context.db.execute(sql`select session_user as name`)
  expect(rows).toEqual([{ name: expect.stringMatching(/^adom_shop_login_/) }])
})

test('another PostgreSQL is used when its address is given, and the embedded one stays asleep', async () => {
  const { connection, drop } = await createOwnDatabase()
  onTestFinished(drop)
  const { user, password, host, port, database } = connection
  const address = `postgres://${user}:${password}@/${database}?host=${host}&port=${port}`
  const config = readConfig({ DATA_DIR: newDataDir(), LOG_LEVEL: 'silent', DATABASE_URL: address })
  const { context, close } = await openContext(config)
  await context.jobs.start({ work: false })
  const { rows } = await context.db.execute(sql`select current_database() as name, session_user as login`)
  expect(rows).toEqual([{ name: database, login: expect.stringMatching(/^adom_shop_login_/) }])
  expect(existsSync(join(config.dataDir, 'postgres'))).toBe(false)
  await close()
})

test('the log begins with version and commit, and names the changes to the tables that were made', {
  tags: 'faults',
}, async () => {
  const { connection, drop } = await createOwnDatabase()
  onTestFinished(drop)
  await withOwnConnection(connection, 'tests', (client) =>
    client.query('drop schema drizzle cascade; drop schema public cascade; create schema public'),
  )
  const config = readConfig({ DATA_DIR: newDataDir(), DATABASE_URL: databaseAddress(connection) })
  const lines: string[] = []
  const { context, close } = await openContext(config, { logTo: { write: (line) => lines.push(line) } })
  onTestFinished(close)
  const [first, second] = lines.map((line) => JSON.parse(line))
  expect(first).toMatchObject({ msg: 'Opening the shop', ...context.version })
  expect(second.msg).toBe('Brought the tables up to this version')
  expect(second.migrations[0]).toMatch(/^0000_\w+$/)
})

test('a shop that is up before its PostgreSQL waits for it, says so once, and opens', async () => {
  const { connection, drop } = await createOwnDatabase()
  onTestFinished(drop)
  const proxy = await openPostgresProxy(connection)
  onTestFinished(proxy.close)
  proxy.refuse(true)
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: newDataDir(), DATABASE_URL: proxy.url })
  const logTo = {
    write(line: string) {
      lines.push(line)
      if (line.includes('does not answer yet')) proxy.refuse(false)
    },
  }
  const { close } = await openContext(config, { logTo })
  onTestFinished(close)
  expect(lines.filter((line) => line.includes('does not answer yet'))).toHaveLength(1)
})

test('when the PostgreSQL does not know the database the opening fails and leaves nothing running', async () => {
  const { connection, drop } = await createOwnDatabase()
  onTestFinished(drop)
  const DATABASE_URL = databaseAddress({ ...connection, database: 'nowhere' })
  const config = readConfig({ DATA_DIR: newDataDir(), LOG_LEVEL: 'silent', DATABASE_URL })
  await expect(openContext(config)).rejects.toThrow('does not exist')
})
