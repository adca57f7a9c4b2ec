import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { findDemoAccounts, makeDemoAccounts, mayHaveDemoAccounts } from './demo-accounts.ts'

const { context, shop, ask, close } = await openTestShop()
afterAll(close)

test('demo accounts sign in with the passwords in a file that only the owner can read', async () => {
  const accounts = await makeDemoAccounts(context, shop)
  const file = await stat(join(context.config.dataDir, 'demo-accounts.json'))
  expect(file.mode & 0o777).toBe(0o600)
  expect(await findDemoAccounts(context)).toEqual(accounts)
  for (const [role, { email, password }] of Object.entries(accounts)) {
    const { body } = await ask('POST', '/api/auth/signin', { body: { email, password } })
    expect(body).toMatchObject({ user: { email, is_admin: role === 'admin', is_driver: role === 'driver' } })
  }
  expect(new Set(Object.values(accounts).map(({ password }) => password)).size).toBe(3)
})

test.each([
  ['a database of its own choice', { DATABASE_URL: 'postgres://shop:secret@db.example.com/shop' }],
  ['production', { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }],
  ['an address that others can reach', { HOST: '0.0.0.0' }],
])('a shop with %s has no demo accounts, whatever files lie about', async (_what, settings) => {
  const elsewhere = { ...context, config: readConfig({ DATA_DIR: context.config.dataDir, ...settings }) }
  expect(mayHaveDemoAccounts(elsewhere)).toBe(false)
  expect(await findDemoAccounts(elsewhere)).toBeNull()
})
