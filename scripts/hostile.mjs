import { become, ensureBuilt, ensureInstalled, ensureToolInstalled } from './prepare.mjs'

ensureInstalled()
ensureToolInstalled('recheck')
ensureBuilt()
become(['tests/fuzz/run.ts', ...process.argv.slice(2)])
