import { become, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
become(['lighthouse/run.ts', ...process.argv.slice(2)])
