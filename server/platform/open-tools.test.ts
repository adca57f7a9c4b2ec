import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { newDataDir } from '../testing/data-folder.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { readConfig } from './config.ts'
import { rateLimits } from './database/tables.ts'
import { openTools } from './open-tools.ts'

test('with no settings at all every tool works, and a second opening finds what the first one kept', async () => {
  const config = readConfig({ DATA_DIR: newDataDir(), LOG_LEVEL: 'silent' })
  const { tools, close } = await openTools(config)
  await tools.jobs.start()
  await tools.db
    .insert(rateLimits)
    .values({ name: 'letters', key: 'kept', taken: 1, strikes: 0, endsAt: new Date() })
  await tools.files.put('a/note.txt', Buffer.from('kept'), 'text/plain; charset=utf-8')
  await tools.mailer.send({ to: 'ama@example.com', subject: 'Hi', text: 'Hello' })
  expect(await readdir(join(config.dataDir, 'outbox'))).toHaveLength(2)
  await close()

  const again = await openTools(config)
  onTestFinished(again.close)
  expect(await again.tools.db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'kept' }])
  expect((await again.tools.files.get('a/note.txt'))?.bytes.toString()).toBe('kept')
})

test('another PostgreSQL is used when its address is given, and the embedded one stays asleep', async () => {
  const { connection, drop } = await createOwnDatabase()
  onTestFinished(drop)
  const { user, password, host, port, database } = connection
  const address = `postgres://${user}:${password}@/${database}?host=${host}&port=${port}`
  const config = readConfig({ DATA_DIR: newDataDir(), LOG_LEVEL: 'silent', DATABASE_URL: address })
  const { tools, close } = await openTools(config)
  await tools.jobs.start({ work: false })
  const { rows } = await tools.db.execute(sql`select current_database() as name`)
  expect(rows).toEqual([{ name: database }])
  expect(existsSync(join(config.dataDir, 'postgres'))).toBe(false)
  await close()
})

test('when the database cannot be reached the opening fails and leaves nothing running', async () => {
  const config = readConfig({
    DATA_DIR: newDataDir(),
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  })
  await expect(openTools(config)).rejects.toThrow()
})
