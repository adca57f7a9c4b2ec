import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { readVersion, versionText } from '../platform/version.ts'
import { commands } from './commands.ts'
import { welcome } from './welcome.ts'

test('whoever starts the shop reads its address, its version with the commit, and where its data lie', () => {
  const said = welcome({
    version: { version: '1.2.3', commit: '8e36d4d' },
    address: 'http://127.0.0.1:3000',
    database: 'embedded PostgreSQL in ./data',
    demoAccounts: null,
  })
  expect(said.split('\n').slice(1, 4)).toEqual([
    '  Adom Beauty is open:  http://127.0.0.1:3000',
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
