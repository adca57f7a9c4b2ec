import { become, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
// By itself Node.js would keep 200 MB more for passing things, which a shop does not need.
become(['--max-semi-space-size=4', 'server/main.ts'])
