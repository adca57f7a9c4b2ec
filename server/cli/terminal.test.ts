import { once } from 'node:events'
import { createServer } from 'node:http'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { readVersion, versionText } from '../platform/open-context.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { commands } from './commands.ts'
import { welcome, whyNotOpen } from './terminal.ts'

test('whoever starts the shop reads its address, its version with the commit, and where its data lie', () => {
  const said = welcome({
    version: { version: '1.2.3', commit: '8e36d4d' },
    address: 'http://127.0.0.1:3000',
    database: 'embedded PostgreSQL in ./data',
    demoAccounts: null,
    ownerLink: null,
  })
  expect(said.split('\n').slice(1, 4)).toEqual([
    '  The shop runs at:     http://127.0.0.1:3000',
    '  Version:              1.2.3 (8e36d4d)',
    '  Database:             embedded PostgreSQL in ./data',
  ])
})

test('a command of the owner says the version of the shop that is there', async () => {
  const say = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => say.mockRestore())
  await commands.version?.run(readConfig({}), [])
  expect(say.mock.calls).toEqual([[versionText(readVersion())]])
})

test('a port in use is told with what to do', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  expect(whyNotOpen(error)).toBe(
    `The shop could not open. Something else already listens on port ${port}. Set PORT to another number.`,
  )
  first.close()
})

test('a database that is not there is told without a list of file names', async () => {
  const { connection, drop } = await createOwnDatabase()
  const reasons = [{ host: '127.0.0.1', port: 1 }, { database: 'no_such_database' }].map(async (wrong) => {
    const error = await new Client({ ...connection, ...wrong }).connect().catch((reason: unknown) => reason)
    return whyNotOpen(error)
  })
  expect(await Promise.all(reasons)).toEqual([
    'The shop could not open. The PostgreSQL of DATABASE_URL does not answer. Is it running, and is the address right?',
    'The shop could not open. The PostgreSQL of DATABASE_URL has no database of that name.',
  ])
  await drop()
})

test('whoever asks for details gets the place in the code as well', () => {
  const error = new Error('The roof is open.')
  expect(whyNotOpen(error)).toBe('The shop could not open. The roof is open.')
  expect(whyNotOpen(error, { withDetails: true })).toContain('terminal.test.ts')
})
