// `npm run db:generate`: writes the SQL that leads from the last migration to the tables as they are described now.
import { join } from 'node:path'
import { become, ensureInstalledToRun, ensureToolInstalled } from './prepare.mjs'

ensureInstalledToRun()
become([
  join(ensureToolInstalled('drizzle-kit'), 'node_modules/drizzle-kit/bin.cjs'),
  'generate',
  '--dialect=postgresql',
  '--schema=./server/{features/*,platform/database}/tables.ts',
  '--out=./server/migrations',
  ...process.argv.slice(2),
])
