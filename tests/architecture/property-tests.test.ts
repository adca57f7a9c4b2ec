import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['rules', 'contract', 'app', 'scripts', 'sample-shop', 'server']

test('no property test sets its own seed or number of cases, so that npm run explore can', () => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => text.includes("from 'fast-check'"))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(({ text }) => /\b(numRuns|seed)\b/.test(text)).map(({ path }) => path)).toEqual([])
})
