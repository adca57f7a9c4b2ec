import { become, ensureInstalled } from './prepare.mjs'

ensureInstalled()
become(['scripts/dockerfile-test.ts'])
