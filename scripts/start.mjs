import { become, ensureBuilt, ensureInstalledToRun } from './prepare.mjs'

ensureInstalledToRun()
ensureBuilt()
// By themselves Node.js and the C library would keep 200 MB more than a shop needs, to be a little quicker.
become(['--max-semi-space-size=4', '--max-old-space-size=256', 'server/main.ts'], { MALLOC_ARENA_MAX: '2' })
