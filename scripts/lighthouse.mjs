import { become, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
become(['bench/lighthouse/run.ts', ...process.argv.slice(2)])
