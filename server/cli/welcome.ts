import { readVersion, type Version, versionText } from '../platform/version.ts'
import type { DemoAccounts } from './demo-accounts.ts'

type Opening = { version: Version; address: string; database: string; demoAccounts: DemoAccounts | null }

/** What a person reads after `npm start`. */
export function welcome({ version, address, database, demoAccounts }: Opening): string {
  const lines = [
    '',
    `  Adom Beauty is open:  ${address}`,
    `  Version:              ${versionText(version)}`,
    `  Database:             ${database}`,
  ]
  if (demoAccounts !== null) {
    lines.push('', '  Demo accounts (this machine only):')
    for (const [role, { email, password }] of Object.entries(demoAccounts)) {
      lines.push(`    ${role.padEnd(9)} ${email.padEnd(24)} ${password}`)
    }
  }
  return [...lines, '', '  Press Ctrl-C to close the shop.', ''].join('\n')
}

export async function sayVersion(): Promise<void> {
  console.log(versionText(readVersion()))
}
