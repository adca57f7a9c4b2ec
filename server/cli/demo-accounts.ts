import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../platform/atomic-write.ts'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'

type Account = { email: string; password: string }

export type DemoAccounts = { admin: Account; driver: Account; customer: Account }

/** Only where nobody but this machine can reach the shop and where it keeps its own database. */
export function mayHaveDemoAccounts({ config }: Tools): boolean {
  return !config.isProduction && config.isLoopback && config.database.url === undefined
}

export async function makeDemoAccounts(tools: Tools, shop: Shop): Promise<DemoAccounts> {
  const account = (name: string): Account => ({
    email: `${name}@demo.example`,
    password: tools.random.secret(9),
  })
  const accounts = { admin: account('admin'), driver: account('driver'), customer: account('customer') }
  await writeWhole(fileOf(tools), Buffer.from(JSON.stringify(accounts, null, 2)), 0o600)
  await shop.accounts.createAccount({ ...accounts.admin, displayName: 'Demo Admin', isAdmin: true })
  await shop.accounts.createAccount({ ...accounts.driver, displayName: 'Demo Driver', isDriver: true })
  await shop.accounts.createAccount({ ...accounts.customer, displayName: 'Demo Customer' })
  return accounts
}

/** Null when this shop has none, or when the owner threw the file away. */
export async function findDemoAccounts(tools: Tools): Promise<DemoAccounts | null> {
  if (!mayHaveDemoAccounts(tools)) return null
  const text = await readFile(fileOf(tools), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

function fileOf({ config }: Tools): string {
  return join(config.dataDir, 'demo-accounts.json')
}
