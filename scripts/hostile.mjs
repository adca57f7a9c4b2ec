import { become, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
become(['hostile/run.ts', ...process.argv.slice(2)])
