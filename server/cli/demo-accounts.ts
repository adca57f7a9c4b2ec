import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../platform/atomic-write.ts'
import type { Context } from '../platform/context.ts'
import type { Shop } from '../shop.ts'

type Account = { email: string; password: string }

export type DemoAccounts = { admin: Account; driver: Account; customer: Account }

/** Only where nobody but this machine can reach the shop and where it keeps its own database. */
export function mayHaveDemoAccounts({ config }: Context): boolean {
  return !config.isProduction && config.isLoopback && config.database.url === undefined
}

export async function makeDemoAccounts(context: Context, shop: Shop): Promise<DemoAccounts> {
  const account = (name: string): Account => ({
    email: `${name}@demo.example`,
    password: context.random.secret(9),
  })
  const accounts = { admin: account('admin'), driver: account('driver'), customer: account('customer') }
  await writeWhole(fileOf(context), Buffer.from(JSON.stringify(accounts, null, 2)), 0o600)
  await shop.accounts.createAccount({ ...accounts.admin, displayName: 'Demo Admin', isAdmin: true })
  await shop.accounts.createAccount({ ...accounts.driver, displayName: 'Demo Driver', isDriver: true })
  await shop.accounts.createAccount({ ...accounts.customer, displayName: 'Demo Customer' })
  return accounts
}

/** Null when this shop has none, or when the owner threw the file away. */
export async function findDemoAccounts(context: Context): Promise<DemoAccounts | null> {
  if (!mayHaveDemoAccounts(context)) return null
  const text = await readFile(fileOf(context), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

function fileOf({ config }: Context): string {
  return join(config.dataDir, 'demo-accounts.json')
}
