import { become, ensureInstalledToRun } from './prepare.mjs'

ensureInstalledToRun()
become(['server/cli/shop.ts', ...process.argv.slice(2)])
