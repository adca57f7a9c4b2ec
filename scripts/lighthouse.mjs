import { become, ensureBuilt, ensureInstalled, ensureToolInstalled } from './prepare.mjs'

ensureInstalled()
ensureToolInstalled('lighthouse')
ensureBuilt()
become(['bench/lighthouse/run.ts', ...process.argv.slice(2)])
