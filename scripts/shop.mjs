import { become, ensureInstalledToRun, noteCommit } from './prepare.mjs'

ensureInstalledToRun()
noteCommit()
become(['server/cli/shop.ts', ...process.argv.slice(2)])
