import { become, ensureInstalledToRun } from './prepare.mjs'

ensureInstalledToRun()
// The pages reload by themselves (Vite); a change on the server starts the process anew.
become([
  '--watch-path=server',
  '--watch-path=contract',
  '--watch-path=rules',
  '--watch-preserve-output',
  'server/main.ts',
  '--development',
])
