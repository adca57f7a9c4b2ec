import { become, ensureInstalledToRun, noteCommit } from './prepare.mjs'

ensureInstalledToRun()
noteCommit()
// The pages reload by themselves (Vite); a change on the server starts the process anew.
become([
  '--watch-path=server',
  '--watch-path=contract',
  '--watch-path=rules',
  '--watch-preserve-output',
  'server/main.ts',
  '--development',
])
