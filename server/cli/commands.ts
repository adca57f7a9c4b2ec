import type { Config } from '../platform/config.ts'
import { backup } from './backup.ts'
import { checkStoredFiles } from './check-files.ts'
import { makeAdmin } from './make-admin.ts'
import { moveDatabase } from './move-database.ts'
import { moveFiles } from './move-files.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { verify } from './verify.ts'
import { sayVersion } from './welcome.ts'

export type Command = {
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
