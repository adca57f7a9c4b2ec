import { ensureInstalled, runNode } from './prepare.mjs'

ensureInstalled()
runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'])
