// `npm run node -- server/testing/run-fake-gateways.ts`: runs a file with the Node that the shop runs on.
import { become, ensureInstalled } from './prepare.mjs'

ensureInstalled()
become(process.argv.slice(2))
