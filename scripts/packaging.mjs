import { become, ensureInstalled, ensureToolInstalled } from './prepare.mjs'

ensureInstalled()
ensureToolInstalled('dockerfilelint')
become(['scripts/dockerfile-test.ts'])
