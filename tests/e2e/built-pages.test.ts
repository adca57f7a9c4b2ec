import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

test('pages are made by React in its fast form, however the shop is started', () => {
  const files = globSync('build/server/**/*.js')
  expect(files).toContain('build/server/index.js')
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('jsxDEV'))).toEqual([])
})

test('the programs are written in ASCII: with any other letter their whole text takes twice the memory', () => {
  const files = globSync('build/{server,shop}/**/*.js')
  expect(files).toEqual(expect.arrayContaining(['build/shop/main.js', 'build/server/index.js']))
  const isAscii = (file: string) => readFileSync(file).every((byte) => byte < 128)
  expect(files.filter((file) => !isAscii(file))).toEqual([])
})
