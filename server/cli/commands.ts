import { isEmailAddress, normaliseEmail } from '#rules/account-fields.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { checkShop } from '../features/dashboard/invariants.ts'
import type { Config } from '../platform/config.ts'
import { writeBackup } from '../platform/database/backup.ts'
import { restoreBackup } from '../platform/database/restore.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop, type Shop } from '../shop.ts'
import { checkStoredFiles, moveFiles } from './files.ts'
import { moveDatabase } from './move-database.ts'
import { fillSampleShop } from './sample-shop.ts'
import { inviteText, oneWord, sayVersion } from './terminal.ts'

type Command = {
  usage: string
  meaning: string
  run(config: Config, words: string[]): Promise<void>
}

export const commands: Record<string, Command> = {
  'make-admin': {
    usage: '<email>',
    meaning: 'gives an existing account the keys to the back office',
    run: makeAdmin,
  },
  'invite-owner': {
    usage: '<email or phone>',
    meaning: 'prints a link with which the owner makes an account that runs the shop, within a day',
    run: inviteOwner,
  },
  unlock: {
    usage: '<email or phone>',
    meaning: 'lets somebody sign in at once who must wait because of wrong passwords or too many codes',
    run: unlock,
  },
  'reset-second-factor': {
    usage: '<email>',
    meaning: 'lets somebody sign in with the password alone who lost their phone and recovery codes',
    run: resetSecondFactor,
  },
  backup: {
    usage: '<file> [--without-files]',
    meaning: 'writes all orders, products, people and pictures into one file',
    run: backup,
  },
  restore: { usage: '<file>', meaning: 'reads such a file into an empty shop', run: restore },
  'move-files': {
    usage: '[folder]',
    meaning: 'copies the pictures of a folder into the store that STORAGE names, and checks them',
    run: moveFiles,
  },
  'check-files': {
    usage: '',
    meaning: 'checks that every picture has its files, and that private photos stay private',
    run: checkStoredFiles,
  },
  'move-database': {
    usage: '<postgres://…>',
    meaning: 'copies the embedded database into another, empty PostgreSQL, and checks it',
    run: moveDatabase,
  },
  verify: {
    usage: '',
    meaning: 'checks that stock, orders, payments, cash and files fit together',
    run: verify,
  },
  version: { usage: '', meaning: 'says the version of the shop and its commit', run: sayVersion },
  seed: { usage: '', meaning: 'fills an empty shop with the sample shop', run: seed },
}

export async function makeAdmin(config: Config, words: string[]): Promise<void> {
  await withAccount(config, words, async (email, { makeAdmin }) => {
    await makeAdmin(email)
    return `${email} is an admin now.`
  })
}

/** A phone gets the link by WhatsApp; its owner types the e-mail address of the account. */
export async function inviteOwner(config: Config, words: string[]): Promise<void> {
  const given = oneWord(words, 'the e-mail address or the phone number of the owner')
  const phone = normalisePhone(given)
  const email = normaliseEmail(given)
  if (phone === null && !isEmailAddress(email))
    throw new Error(`${given} is neither an e-mail address nor a phone number.`)
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const { accounts } = openShop(context)
    await context.jobs.start({ work: false })
    console.log(inviteText(await accounts.inviteOwner(phone === null ? email : null), phone))
  } finally {
    await close()
  }
}

export async function unlock(config: Config, words: string[]): Promise<void> {
  await withAccount(config, words, async (email, { unlockAccount }) => {
    await unlockAccount(email)
    return `${email} can sign in again at once.`
  })
}

export async function resetSecondFactor(config: Config, words: string[]): Promise<void> {
  await withAccount(config, words, async (email, { resetSecondFactorOf }) => {
    await resetSecondFactorOf(email)
    return `${email} signs in with the password alone, until they set up a new second factor.`
  })
}

/** The admins get an e-mail about what happens here, which the running shop sends. */
async function withAccount(
  config: Config,
  words: string[],
  work: (email: string, accounts: Shop['accounts']) => Promise<string>,
): Promise<void> {
  const email = oneWord(words, 'the e-mail address of an account')
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const { accounts } = openShop(context)
    await context.jobs.start({ work: false })
    console.log(await work(email, accounts))
  } finally {
    await close()
  }
}

export async function backup(config: Config, words: string[]): Promise<void> {
  const isWithoutFiles = words.includes('--without-files')
  const path = oneWord(
    words.filter((word) => word !== '--without-files'),
    'the name of the file to write',
  )
  const { context, connection, close } = await openContext(config, { besideTheShop: true })
  try {
    const files = isWithoutFiles ? { list: async () => [], get: async () => null } : context.files
    const summary = await writeBackup({ connection, files, passphrase: config.backup.passphrase }, path)
    console.log(`Written to ${path}:`, summary)
  } finally {
    await close()
  }
}

export async function restore(config: Config, words: string[]): Promise<void> {
  const path = oneWord(words, 'the name of the file to read')
  const { context, connection, close } = await openContext(config, { besideTheShop: true })
  try {
    const summary = await restoreBackup(
      { connection, files: context.files, passphrase: config.backup.passphrase },
      path,
    )
    console.log(`Restored from ${path}:`, summary)
  } finally {
    await close()
  }
}

async function seed(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const shop = openShop(context)
    await context.jobs.start({ work: false })
    await fillSampleShop(context, shop, console.log)
    console.log('The shop has its sample products, posts and testimonials.')
  } finally {
    await close()
  }
}

/** Reads everything and changes nothing: whether stock, orders, payments, cash and files fit together. */
export async function verify(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const untrue = await checkShop(context)
    if (untrue.length > 0) throw new Error(['The books do not add up:', ...untrue].join('\n  '))
    console.log('The books add up: stock, orders, payments, cash and files.')
  } finally {
    await close()
  }
}
