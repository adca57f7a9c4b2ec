import { become, ensureInstalled } from './prepare.mjs'

ensureInstalled()
become(['scripts/try-image.ts'])
