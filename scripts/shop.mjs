import { become, ensureInstalled } from './prepare.mjs'

ensureInstalled()
become(['server/cli/shop.ts', ...process.argv.slice(2)])
