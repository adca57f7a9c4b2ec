import { chatLink } from '#rules/phone-number.ts'
import type { Version } from '../platform/context.ts'
import { sqlStateOf } from '../platform/database/sql-state.ts'
import { readVersion, versionText } from '../platform/open-context.ts'
import type { DemoAccounts } from './demo-shop.ts'

/** A mistake at the command line is shown without a stack of file names. */
export function oneWord(words: string[], what: string): string {
  const [word, ...others] = words
  if (word === undefined || others.length > 0) throw new Error(`Please give ${what} and nothing else.`)
  return word
}

type Opening = {
  version: Version
  address: string
  database: string
  demoAccounts: DemoAccounts | null
  /** Where nobody runs the shop yet. */
  ownerLink: string | null
}

/** What a person reads after `npm start`. */
export function welcome({ version, address, database, demoAccounts, ownerLink }: Opening): string {
  const lines = [
    '',
    `  The shop runs at:     ${address}`,
    `  Version:              ${versionText(version)}`,
    `  Database:             ${database}`,
  ]
  if (demoAccounts !== null) {
    lines.push('', '  Demo accounts (this machine only):')
    for (const [role, { email, password }] of Object.entries(demoAccounts)) {
      lines.push(`    ${role.padEnd(9)} ${email.padEnd(24)} ${password}`)
    }
  }
  if (ownerLink !== null)
    lines.push(
      '',
      ...inviteText(ownerLink)
        .split('\n')
        .map((line) => `  ${line}`),
    )
  return [...lines, '', '  Press Ctrl-C to close the shop.', ''].join('\n')
}

/** Printed and nowhere else: the log keeps no secrets, and the database only a hash. */
export function inviteText(link: string, phone: string | null = null): string {
  const lines = ['The owner makes an account that runs the shop here, once, within 24 hours:', `  ${link}`]
  if (phone !== null) lines.push('Send it by WhatsApp:', `  ${chatLink(phone, link)}`)
  return lines.join('\n')
}

export async function sayVersion(): Promise<void> {
  console.log(versionText(readVersion()))
}

/** One sentence for the owner. The list of file names that comes with an error helps only whoever asked for it. */
export function whyNotOpen(error: unknown, { withDetails = false } = {}): string {
  if (!(error instanceof Error)) return `The shop could not open: ${String(error)}`
  const details = withDetails ? `\n\n${error.stack}` : ''
  return `The shop could not open. ${inPlainWords(error)}${details}`
}

function inPlainWords(error: Error): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Something else already listens on port ${port}. Set PORT to another number.`
  if (code === 'EACCES') return `It may not do that: ${error.message}`
  const state = sqlStateOf(error)
  if (state?.startsWith('08'))
    return 'The PostgreSQL of DATABASE_URL does not answer. Is it running, and is the address right?'
  if (state?.startsWith('28')) return 'The PostgreSQL of DATABASE_URL does not know this user or password.'
  if (state === '3D000') return 'The PostgreSQL of DATABASE_URL has no database of that name.'
  return error.message
}
