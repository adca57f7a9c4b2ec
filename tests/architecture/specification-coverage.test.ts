import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCoverage } from './specification-coverage.ts'

const project = join(import.meta.dirname, '../..')

const files: Record<string, string> = {
  'rules/money.ts': '',
  'rules/money.test.ts': `
    test('a price has two decimals', () => {})
    test.skip('a price is never negative', () => {})
    test.each([1, 2])('%s cedis are written plainly', () => {})
    for (const sort of sorts) test(\`sort \${sort} keeps all products\`, () => {})
    test('Ghs 1 | Ghs 2', () => {})
    test('a price in a storm', { tag: '@faults' }, () => {})
    test('a price in a crowd', { tags: 'faults' }, () => {})
    test.describe('prices', () => {})`,
}

function complaints(rows: string[], sums = sumsOf(rows.length, 0)): string[] {
  const page = ['# Promises', ...sums, '', '## 9. Constants', '', '### S9: Constants', '', ...rows].join('\n')
  return checkCoverage(page, (path) => files[path])
}

function sumsOf(open: number, done: number): string[] {
  const sums = `${open + done} | ${done} | ${open} |`
  return [`| 9. Constants | ${sums}`, `| All | ${sums}`]
}

function proof(test: string): string {
  return `| S9.1 | Two decimals | \`rules/money.ts\` | \`${test}\` | done |`
}

test('the list of promises is true', () => {
  const page = readFileSync(join(project, 'docs/specification-coverage.md'), 'utf8')
  const read = (path: string) =>
    statSync(join(project, path), { throwIfNoEntry: false })?.isFile()
      ? readFileSync(join(project, path), 'utf8')
      : undefined
  expect(checkCoverage(page, read)).toEqual([])
})

test('a promise is kept by a file and proved by a test that runs', () => {
  const done = sumsOf(0, 1)
  expect(complaints([proof('rules/money.test.ts › a price has two decimals')], done)).toEqual([])
  expect(complaints([proof('rules/money.test.ts › %s cedis are written plainly')], done)).toEqual([])
  expect(complaints([proof(`rules/money.test.ts › sort $${'{sort}'} keeps all products`)], done)).toEqual([])
  expect(complaints([proof('rules/money.test.ts › Ghs 1 \\| Ghs 2')], done)).toEqual([])
  expect(complaints([proof('rules/money.test.ts › a price has two')], done)).toEqual([
    'S9.1 names the test "a price has two", which is not in rules/money.test.ts.',
  ])
  expect(complaints([proof('rules/money.test.ts › a price is never negative')], done)).toEqual([
    'S9.1 names the test "a price is never negative", which is not in rules/money.test.ts.',
  ])
  for (const title of ['a price in a storm', 'a price in a crowd']) {
    expect(complaints([proof(`rules/money.test.ts › ${title}`)], done)).toEqual([
      'S9.1 is proved only by what npm test leaves to npm run faults.',
    ])
  }
  expect(complaints([proof('rules/money.test.ts › prices')], done)).toEqual([
    'S9.1 names the test "prices", which is not in rules/money.test.ts.',
  ])
  expect(complaints([proof('rules/coins.test.ts › a price')], done)).toEqual([
    'S9.1 names a test in rules/coins.test.ts, which does not exist.',
  ])
  expect(complaints([proof('rules/money.test.ts')], done)).toEqual([
    'S9.1 names the test "rules/money.test.ts". Write it as path › title.',
  ])
})

test('a promise called done names its file and its test', () => {
  expect(complaints(['| S9.1 | Two decimals | | | done |'], sumsOf(0, 1))).toEqual([
    'S9.1 is done, but names no file.',
    'S9.1 is done, but names no test.',
  ])
  expect(complaints(['| S9.1 | Two decimals | `rules/coins.ts` | | open: architecture |'])).toEqual([
    'S9.1 names the file rules/coins.ts, which does not exist.',
  ])
})

test('an open promise says which work brings it', () => {
  expect(complaints(['| S9.1 | Two decimals | | | open: back office |'])).toEqual([])
  expect(complaints(['| S9.1 | | | | open: later |'])).toEqual([
    'S9.1 does not say what it promises.',
    'S9.1 is "open: later". Write "done", or "open: " with one of architecture, storefront, accounts, orders, payments, back office, driver.',
  ])
})

test('no id is missing, doubled or in the wrong table', () => {
  const row = (id: string) => `| ${id} | Two decimals | | | open: architecture |`
  expect(complaints(['S9.1', 'S9.3', 'S9.3', 'S9.3', 'R9.5'].map(row))).toEqual([
    'S9.3 stands where S9.2 belongs.',
    'S9.3 stands where S9.4 belongs.',
    'R9.5 stands where S9.5 belongs.',
  ])
})

test('the sums at the top are those of the rows', () => {
  expect(complaints(['| S9.1 | Two decimals | | | open: architecture |'], sumsOf(2, 0))).toEqual([
    'The sums should say: | 9. Constants | 1 | 0 | 1 |',
    'The sums should say: | All | 1 | 0 | 1 |',
  ])
})
