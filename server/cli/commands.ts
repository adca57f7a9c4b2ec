import type { Config } from '../platform/config.ts'
import { backup } from './backup.ts'
import { makeAdmin } from './make-admin.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { verify } from './verify.ts'

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
    usage: '<file>',
    meaning: 'writes all orders, products, people and pictures into one file',
    run: backup,
  },
  restore: { usage: '<file>', meaning: 'reads such a file into an empty shop', run: restore },
  verify: {
    usage: '',
    meaning: 'checks that stock, orders, payments and cash fit together',
    run: verify,
  },
  seed: { usage: '', meaning: 'fills an empty shop with the sample shop', run: seed },
}
