// `node scripts/run.mjs <command> …`: installs and builds what a command of package.json needs, then becomes that command.
import { join } from 'node:path'
import { memoryFlags } from './memory.mjs'
import {
  become,
  ensureBuilt,
  ensureInstalled,
  ensureInstalledToRun,
  ensureToolInstalled,
  noteCommit,
} from './prepare.mjs'

const [name, ...words] = process.argv.slice(2)

const commands = {
  start() {
    ensureInstalledToRun()
    ensureBuilt()
    // By themselves Node.js and the C library would keep 200 MB more than a shop needs, to be a little quicker.
    become([...memoryFlags(process.env.MEMORY_MB), 'build/shop/main.js'], {
      MALLOC_ARENA_MAX: '2',
      // The sources as Node has read them once: the next start takes a fifth less.
      NODE_COMPILE_CACHE: 'node_modules/.cache/shop',
    })
  },
  /** The pages reload by themselves (Vite); a change on the server starts the process anew. */
  dev() {
    ensureInstalledToRun()
    noteCommit()
    const watched = ['server', 'contract', 'rules'].map((folder) => `--watch-path=${folder}`)
    become([...watched, '--watch-preserve-output', 'server/main.ts', '--development'])
  },
  shop() {
    ensureInstalledToRun()
    noteCommit()
    become(['server/cli/shop.ts', ...words])
  },
  bench() {
    ensureInstalled()
    ensureBuilt()
    become(['bench/run.ts', ...words])
  },
  lighthouse() {
    ensureInstalled()
    ensureToolInstalled('lighthouse')
    ensureBuilt()
    become(['bench/lighthouse/run.ts', ...words])
  },
  fuzz() {
    ensureInstalled()
    ensureToolInstalled('recheck')
    ensureBuilt()
    become(['tests/fuzz/run.ts', ...words])
  },
  packaging() {
    ensureInstalled()
    ensureToolInstalled('dockerfilelint')
    become(['scripts/dockerfile-test.ts'])
  },
  /** Writes the SQL that leads from the last migration to the tables as they are described now. */
  'db:generate'() {
    ensureInstalledToRun()
    become([
      join(ensureToolInstalled('drizzle-kit'), 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      '--dialect=postgresql',
      '--schema=./server/{features/*,platform/database}/tables.ts',
      '--out=./server/migrations',
      ...words,
    ])
  },
  format() {
    ensureInstalled()
    become(['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'])
  },
  /** `npm run node -- server/testing/run-fake-gateways.ts`: runs a file with the Node that the shop runs on. */
  node() {
    ensureInstalled()
    become(words)
  },
}

if (!Object.hasOwn(commands, name)) {
  console.error(`There is no command ${name}. Commands: ${Object.keys(commands).join(', ')}`)
  process.exit(1)
}
commands[name]()
