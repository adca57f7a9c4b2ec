import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

test('pages are made by React in its fast form, however the shop is started', () => {
  const files = globSync('build/server/**/*.js')
  expect(files).toContain('build/server/index.js')
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('jsxDEV'))).toEqual([])
})
