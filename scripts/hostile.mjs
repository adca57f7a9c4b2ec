import { become, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
become(['tests/fuzz/run.ts', ...process.argv.slice(2)])
